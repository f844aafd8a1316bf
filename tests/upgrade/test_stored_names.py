"""Names that are stored, in flight or known to others never change: goals of today end under the code of tomorrow."""

from importlib import import_module
from pathlib import Path

from celery import current_app
from django.apps import apps
from django.conf import settings
from django.utils.module_loading import import_string

from apps.accounts.queries.sessions import COOKIE
from apps.agents.connectors import ENTRY_POINTS
from apps.agents.queries.connectors import known_kinds
from apps.journal.bells import bells_of_all
from apps.journal.domain.streams import StreamKind

LIST = Path(__file__).parent / "stored_names.txt"
OURS = {"accounts", "agents", "attention", "chat", "files", "journal", "teams", "webhooks"}
KINDS = (
    "accounts.events.AccountsDeed",
    "agents.events.AgentsDeed",
    "attention.events.AttentionDeed",
    "chat.events.ChatDeed",
    "chat.events.ChatEvent",
    "files.events.FilesDeed",
    "teams.events.TeamEvent",
    "teams.events.TeamsDeed",
    "teams.events.WorkspaceEvent",
    "webhooks.events.WebhooksDeed",
)


def stored_names():
    """Every such name, each with what it is."""
    for model in apps.get_models():
        if model._meta.app_label in OURS:
            yield f"app {model._meta.app_label}"
            yield f"table {model._meta.db_table}"
            yield from (f"column {model._meta.db_table}.{field.column}" for field in model._meta.concrete_fields)
    yield from (f"bell {bell.value}" for bell in bells_of_all())
    yield from (f"job {name}" for name in current_app.tasks if name.split(".")[0] in OURS)
    yield from (f"stream {kind.value}" for kind in StreamKind)
    for place in KINDS:
        yield from (f"event {kind.value}" for kind in import_string(f"apps.{place}"))
    yield from (f"connector {kind}" for kind in known_kinds() - {"scripted"})  # scripted: a double of the tests
    yield f"entry points {ENTRY_POINTS}"
    cookies = (COOKIE, settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
    yield from (f"cookie {name}" for name in cookies)


def events_that_are_told():
    """The enumerations of events and deeds in the product."""
    for label in OURS - {"journal"}:
        module = import_module(f"apps.{label}.events")
        yield from (f"{label}.events.{name}" for name in vars(module) if name.endswith(("Deed", "Event")))


def test_every_name_that_was_ever_listed_is_still_there():
    assert set(LIST.read_text().splitlines()) - set(stored_names()) == set()


def test_every_name_of_today_is_listed():
    missing = sorted(set(stored_names()) - set(LIST.read_text().splitlines()))
    assert missing == [], "add these lines to tests/upgrade/stored_names.txt"


def test_all_kinds_of_events_are_looked_at():
    assert set(events_that_are_told()) == set(KINDS)
