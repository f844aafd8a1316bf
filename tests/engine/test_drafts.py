"""What an agent writes is seen while it is written, and stored nowhere."""

import pytest

from apps.agents.gateway import drafting
from apps.chat.events import draft_of_attempt, drafts_of
from apps.chat.jobs import attempts as jobs
from apps.journal import gateway
from apps.journal.models import Event
from apps.teams.models import Attempt
from tests.engine.conftest import task

WRITES = ({"write": "Ten "}, {"write": "busy "}, {"wait": 0.1}, {"write": "bees."}, {"wait": 0.1}, {"result": "Done."})


@pytest.fixture
def shown(monkeypatch):
    """What was shown, in order, on its way to Redis."""
    monkeypatch.setattr(drafting, "SHOW_GAP", 0.01)
    told = []

    def show(name, text, topic):
        told.append((name, text, topic))
        gateway.show_draft(name, text, topic)

    monkeypatch.setattr(jobs, "show_draft", show)
    return told


def test_what_an_agent_writes_is_shown_in_its_room_and_is_no_event(stage, shown):
    stage.agent("writer", *WRITES)
    stage.voices([{"do": "assign", "tasks": [task("a", "writer")], "answer": "a"}])
    goal = stage.until_ended(stage.launch())

    attempt = Attempt.objects.get()
    name, topic = draft_of_attempt(attempt.pk), drafts_of(stage.root(goal).pk)
    assert shown == [(name, "Ten busy ", topic), (name, "Ten busy bees.", topic)]
    assert gateway.drafts([name]) == {name: "Ten busy bees."}
    assert not any("busy" in str(payload) for payload in Event.objects.values_list("payload", flat=True))
    assert attempt.result == "Done."


def test_what_is_written_in_a_room_is_told_to_nobody_in_another(stage, shown):
    stage.agent("writer", *WRITES)
    stage.voices([{"do": "assign", "tasks": [task("a", "writer")], "answer": "a"}])
    first, second = (stage.until_ended(stage.launch()) for _ in range(2))
    assert {topic for _, _, topic in shown} == {drafts_of(stage.root(goal).pk) for goal in (first, second)}


def test_a_goal_ends_as_well_while_redis_is_away(stage, shown, monkeypatch):
    monkeypatch.setattr(gateway._breaker, "is_open", lambda: True)
    stage.agent("writer", *WRITES)
    stage.voices([{"do": "assign", "tasks": [task("a", "writer")], "answer": "a"}])
    stage.until_ended(stage.launch())
    assert gateway.drafts([draft_of_attempt(Attempt.objects.get().pk)]) == {}
