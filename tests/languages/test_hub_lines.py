"""What the hub says in rooms, and why something failed, is a sentence wherever it is made: German on a German page."""

import ast
import asyncio
import json
from dataclasses import replace

import pytest
from django.test import Client

from apps.agents.actions.trial_steps import note_detected, note_tested
from apps.agents.connectors.recognition import Answer, unlike
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.detection import told_line
from apps.agents.domain.trials import TrialState
from apps.agents.gateway.trials import detect
from apps.agents.models import Trial
from apps.chat.models import Message
from apps.core.sentences import sentence, sentence_of
from apps.teams.models import Task
from scripts import messages
from tests import factories

TOLD = {
    **dict.fromkeys(("Post", "NewMessage", "OpenApproval", "CancelTasks", "Symptom", "Flaw"), (1,)),
    **dict.fromkeys(
        (
            "AgentError",
            "VoiceError",
            "Failed",
            "Progress",
            "MisbehavedError",
            "Misspoken",
            "Unlike",
            "NoCard",
            "UnableError",
        ),
        (0,),
    ),
    **dict.fromkeys(("verify", "refute", "leave_unchecked", "OutboundError", "repair", "give_up"), (0, 1)),
    "Judgement": (1,),
    "unlike": (1,),
}
"""What is called with words for people -> which arguments may be these."""
NAMED = ("failure", "problem", "why", "question", "summary", "found", "complaint", "asked")
ENGINE = ("chat", "teams", "agents", "core")


def bare(part):
    """A text put together, or written down, where it is said: nothing of it can be said in another language."""
    if isinstance(part, ast.IfExp):
        return bare(part.body) or bare(part.orelse)
    if isinstance(part, ast.JoinedStr):
        return any(isinstance(one, ast.Constant) and any(map(str.isalpha, str(one.value))) for one in part.values)
    return isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value


def places():
    for app in ENGINE:
        for path in sorted((messages.ROOT / "apps" / app).rglob("*.py")):
            if not {
                "migrations",
                "conformance.py",
                "conformance",
                "samples.py",
                "scripted.py",
                "demo",
            } & set(path.parts):
                yield path


def test_no_line_of_the_hub_is_put_together_where_it_cannot_be_said_in_another_language():
    found = []
    for path in places():
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            said = [node.args[at] for at in TOLD.get(messages.name_of(node), ()) if at < len(node.args)]
            if messages.name_of(node) != "Field":
                said += [one.value for one in node.keywords if one.arg in NAMED]
            found += [f"{path.relative_to(messages.ROOT)}:{part.lineno}" for part in said if bare(part)]
    assert found == []


TASKS_ASKED = sentence("it was asked for its tasks")
LINES = (
    sentence("Stopped by {name}.", name="Olga"),
    sentence("The limit on {limit_words} is reached. The team is paused.", limit_words=sentence("money")),
    sentence("@{speaker} could not speak: {reason}", speaker="tally", reason=sentence("It is offline.")),
)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_room_is_read_in_the_language_of_its_reader(language):
    world = factories.world()
    last = Message.objects.filter(conversation__team=world.root.team).order_by("-number").first()
    for place, line in enumerate(LINES, 1):
        Message.objects.create(
            conversation=last.conversation,
            number=last.number + place,
            kind="notice",
            text=line,
            created_at=last.created_at,
            event_seq=last.event_seq,
        )
    task = Task.objects.filter(team=world.root.team).first()
    task.state, task.failure = "failed", sentence("The agent answered with nothing.")
    task.save(update_fields=["state", "failure"])
    client = Client(headers={"accept-language": language})
    client.force_login(world.owner)
    page = client.get(f"/goals/{world.goal.pk}/?tab=tasks").content.decode()
    german = (
        "Von Olga gestoppt.",
        "Das Limit für Geld ist erreicht.",
        "Er ist offline.",
        "Der Agent hat leer geantwortet.",
    )
    english = ("Stopped by Olga.", "The limit on money", "It is offline.", "The agent answered with nothing.")
    assert [one in page for one in german] == [language == "de"] * 4
    assert [one in page for one in english] == [language == "en"] * 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "wants", "missed", "failed"),
    [
        ("de", "Er verlangt ein OAuth-Token", "als nach den Aufgaben gefragt wurde (401)", "a.example:1 ist nicht zu"),
        ("en", "It wants an OAuth token", "when it was asked for its tasks (401)", "a.example:1 can&#x27;t be reached"),
    ],
)
def test_what_was_found_at_an_address_is_read_in_the_language_of_its_reader(language, wants, missed, failed):
    world = factories.world()
    card = {"name": "Atlas", "url": "https://atlas.example/a2a", "securitySchemes": {"o": {"type": "oauth2"}}}
    refused = unlike([Answer(401, "", b"", {})], sentence("It keeps no list of tasks."), asked=TASKS_ASKED)
    found = replace(
        asyncio.run(detect(json.dumps(card), {})), tried=(("agent_protocol", told_line(sentence_of(refused))),)
    )
    Trial.objects.filter(pk=world.looked.pk).update(state=TrialState.RUNNING)
    note_detected(world.looked.pk, found)
    client = Client(headers={"accept-language": language})
    client.force_login(world.owner)
    page = client.get(f"/agents/-/trials/{world.looked.pk}/").content.decode()
    assert wants in page
    assert missed in page
    Trial.objects.filter(pk=world.looked.pk).update(state=TrialState.RUNNING)
    note_tested(world.looked.pk, ProbeResult(sentence("{place} can't be reached; is it running?", place="a.example:1")))
    assert failed in client.get(f"/agents/-/trials/{world.looked.pk}/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "why"), [("de", "Verwende Kleinbuchstaben"), ("en", "Use lower-case letters")])
def test_why_a_handle_is_refused_is_read_in_the_language_of_its_reader(language, why):
    world = factories.world()
    client = Client(headers={"accept-language": language})
    client.force_login(world.owner)
    told = {"name": "Courier", "handle": "Not A Handle", "description": "Carries"}
    assert why in client.post(f"/agents/-/trials/{world.looked.pk}/join/", told).content.decode()
