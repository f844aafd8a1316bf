"""A workspace with people, and a mail server of the test that keeps what it is handed."""

from email import message_from_bytes
from email.policy import default
from socket import socket
from types import SimpleNamespace

import pytest
from aiosmtpd.controller import Controller

from apps.accounts.queries import actor_for
from tests import factories


class Mailbox:
    """What a mail server was handed; `refuse` is its answer to whom a letter is for, where it takes none."""

    def __init__(self):
        self.letters, self.refuse = [], ""

    async def handle_RCPT(self, server, session, envelope, address, options):
        envelope.rcpt_tos.append(address)
        return self.refuse or "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=default)
        self.letters.append(SimpleNamespace(to=envelope.rcpt_tos, message=message, text=message.get_content()))
        return "250 taken"


@pytest.fixture
def mailbox(settings):
    """A real server on a port of this machine, which the settings name."""
    box = Mailbox()
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        place = free.getsockname()
    server = Controller(box, hostname=place[0], port=place[1])
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.IOA_MAIL_URL, settings.IOA_MAIL_FROM = "smtp://127.0.0.1", "IoA Web <notices@hub.example>"
    settings.EMAIL_HOST, settings.EMAIL_PORT = place
    settings.IOA_PUBLIC_URL = "https://hub.example"
    yield box
    server.stop()


@pytest.fixture
def office(db):
    of = factories.workspace()
    users = {role: factories.person(of, role, role.title()) for role in ("owner", "operator", "viewer")}
    actors = {f"{role}_actor": actor_for(user) for role, user in users.items()}
    return SimpleNamespace(workspace=of, **users, **actors)
