"""Whom a request is counted as, with and without a proxy in front, over the real doors."""

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.checks import run_checks
from django.test import Client

from apps.accounts.domain.proxies import TrustedProxies
from apps.accounts.models import Pace, SignInTry
from ioa_web.asgi import application
from tests import factories

PASSWORD = "a long enough one"
PROXY, STRANGER, PERSON = "10.0.0.2", "203.0.113.9", "198.51.100.7"


@pytest.fixture
def person(db):
    user = factories.person(factories.workspace())
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def proxied(settings):
    settings.IOA_TRUSTED_PROXIES = TrustedProxies.of(["10.0.0.0/8"])


def tried(name, password, said, peer=PROXY):
    fields = {"username": name, "password": password}
    return Client(REMOTE_ADDR=peer).post("/sign-in/", fields, headers={"X-Forwarded-For": said})


def counted():
    return list(Pace.objects.filter(key__startswith="refused:").values_list("key", flat=True))


def test_a_stranger_behind_the_same_proxy_keeps_nobody_out(person, proxied):
    answers = [tried("guess", "wrong", STRANGER).status_code for _ in range(12)]
    assert answers[-1] == 429
    assert tried("guess", "wrong", PERSON).status_code == 422, "the same name from elsewhere is not held up"
    assert tried(person.username, PASSWORD, PERSON).status_code == 302


def test_what_is_written_down_is_whom_the_proxy_saw(person, proxied):
    tried("guess", "wrong", f"192.0.2.1, {STRANGER}, 10.9.9.9")
    tried("guess", "wrong", STRANGER, peer="192.0.2.66")  # nobody's proxy: what it says counts for nothing
    assert list(SignInTry.objects.order_by("pk").values_list("address", flat=True)) == [STRANGER, "192.0.2.66"]


@pytest.mark.django_db
def test_unknown_tokens_of_programs_are_counted_by_whom_the_proxy_saw(proxied):
    Client(REMOTE_ADDR=PROXY, headers={"X-Forwarded-For": STRANGER, "Authorization": "Bearer no"}).get("/api/v1/goals")
    assert counted() == [f"refused:{STRANGER}"]


async def test_unknown_tokens_on_the_socket_of_agents_too(transactional_db, proxied):
    headers = [(b"x-forwarded-for", STRANGER.encode()), (b"authorization", b"Bearer no")]
    socket = WebsocketCommunicator(application, "/ws/agents/", headers=headers, subprotocols=["a2a.v1"])
    socket.scope["client"] = [PROXY, 4711]
    await socket.connect(timeout=5)
    assert (await socket.receive_output(timeout=5))["code"] == 4401
    await socket.disconnect()
    assert await database_sync_to_async(counted)() == [f"refused:{STRANGER}"]


def test_this_machine_is_not_who_comes_through_a_proxy_on_it(person, settings):
    settings.IOA_LOCAL_LAUNCH, settings.IOA_TRUSTED_PROXIES = True, TrustedProxies.of(["127.0.0.1"])
    through = Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": STRANGER})
    assert through.get(f"/launch_goal/{person.pk}").status_code == 401


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("", PROXY),
        (STRANGER, STRANGER),
        (f"192.0.2.1, {STRANGER}", STRANGER),
        (f"{STRANGER}, 10.1.1.1", STRANGER),
        ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
        (f"{STRANGER}:4711", STRANGER),
        ("[2001:db8::1]:4711, 10.1.1.1", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("::ffff:10.3.3.3", "10.3.3.3"),
        (f"{STRANGER}, unknown", PROXY),
        (f"{STRANGER}, nonsense, 10.1.1.1", "10.1.1.1"),
        (f"{STRANGER},", PROXY),
    ],
)
def test_the_right_most_address_that_no_proxy_has_is_the_clients(said, seen):
    assert TrustedProxies.of(["10.0.0.0/8"]).client(PROXY, said) == seen
    assert TrustedProxies().client(PROXY, said) == PROXY
    assert TrustedProxies.of(["192.168.0.0/16"]).client(PROXY, said) == PROXY


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        (f"for={STRANGER};proto=https", STRANGER),
        (f'for=192.0.2.1, FOR="{STRANGER}:4711";by=10.0.0.2', STRANGER),
        ('for="[2001:db8::1]:4711"', "2001:db8::1"),
        (f"for={STRANGER}, for=_hidden", PROXY),
        ("proto=https", PROXY),
    ],
)
def test_the_header_of_the_standard_is_read_where_it_is_named(said, seen):
    assert TrustedProxies.of(["10.0.0.0/8"], header="Forwarded").client(PROXY, said) == seen


@pytest.mark.parametrize("entry", ["10.0.0.1/8", "proxy.intranet", "10.0.0.0/33"])
def test_a_mistake_in_the_setting_is_named(entry):
    with pytest.raises(ValueError, match=entry):
        TrustedProxies.of(["127.0.0.1", entry])


def test_a_header_that_is_none_is_named():
    with pytest.raises(ValueError, match="X-Real-IP"):
        TrustedProxies.of([], header="X-Real-IP")


def warnings_of_deployment():
    return {check.id for check in run_checks(include_deployment_checks=True)}


def test_a_deployment_whose_proxy_nobody_named_is_warned_of(settings, proxied):
    settings.HTTPS = True
    assert "ioa_web.W001" not in warnings_of_deployment()
    settings.IOA_TRUSTED_PROXIES = TrustedProxies()
    assert "ioa_web.W001" in warnings_of_deployment()
    settings.HTTPS = False
    assert "ioa_web.W001" not in warnings_of_deployment()
