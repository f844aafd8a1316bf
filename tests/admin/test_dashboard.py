"""The figures of the first page, against rows that are known."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.agents.models import Agent
from apps.chat.actions.sweeper import sweep
from apps.chat.models import Conversation, Turn
from apps.journal.models import Pulse
from apps.teams.models import Attempt, Goal, Task
from tests import snapshot


@pytest.fixture
def world(db):
    """A workspace with something in every state."""
    return snapshot.world()


@pytest.fixture
def cards(staff, world):
    def read():
        answer = staff.get(reverse("admin:index"))
        assert answer.status_code == 200
        return {card.title: card for _, cards in answer.context["groups"] for card in cards}

    return read


def test_goals_are_counted_by_how_they_ended(cards):
    found = cards()
    counts = {name: found[name].value for name in ("Running", "Done", "Partial", "Failed", "Stopped")}
    assert counts == {"Running": "3", "Done": "1", "Partial": "1", "Failed": "1", "Stopped": "1"}


def test_failures_and_spend_are_those_of_a_day(cards, world):
    now = timezone.now()
    attempts = list(Attempt.objects.exclude(state="running"))
    Attempt.objects.exclude(state="running").update(state="done", ended_at=now - timedelta(days=2), money=9)
    Attempt.objects.filter(pk=attempts[0].pk).update(
        state="lost", ended_at=now, prompt_tokens=1_000, completion_tokens=200, money=0.25
    )
    turns = {"fence": 2, "reading": 1, "started_at": now, "prompt_tokens": 34, "money": 0.5}
    Turn.objects.create(conversation=world.find.conversation, number=1, outcome="failed", ended_at=now, **turns)
    Task.objects.filter(state="failed").update(state_at=now)
    found = cards()
    names = ("Goals failed", "Tasks failed", "Attempts failed", "Turns failed", "Tokens", "Money")
    assert [found[name].value for name in names] == ["1", "1", "1", "1", "1,234", "$0.75"]
    assert found["Goals failed"].bad
    Goal.objects.filter(outcome="failed").update(ended_at=now - timedelta(days=2))
    assert not cards()["Goals failed"].bad


def test_queues_tell_how_long_the_oldest_waits(cards, world):
    Conversation.objects.filter(turn_state="due").update(turn_due_at=None)
    Task.objects.update(heeded_at=timezone.now())
    found = cards()
    assert [found[name].value for name in ("Oldest due turn", "Oldest ready attempt")] == ["none", "none"]
    assert found["Oldest settled task not told"].value == "none"
    early = timezone.now() - timedelta(minutes=90)
    running = Attempt.objects.filter(state="running").first()
    Attempt.objects.filter(pk=running.pk).update(state="ready", lease_until=None, not_before=early)
    Task.objects.filter(pk=running.task_id).update(state_at=early)
    Task.objects.filter(state="failed").update(heeded_at=None, state_at=early)
    Conversation.objects.filter(team=world.root.team).update(turn_state="due", turn_due_at=early)
    found = cards()
    for name in ("Oldest due turn", "Oldest ready attempt", "Oldest settled task not told"):
        assert (found[name].value, found[name].bad) == ("1.5 h", True)


def test_agents_that_are_switched_off_are_not_missed(cards, world):
    assert (cards()["Agents offline"].value, cards()["Agents offline"].bad) == ("1", True)
    Agent.objects.filter(handle="harbor").update(enabled=False)
    assert (cards()["Agents offline"].value, cards()["Agents offline"].bad) == ("0", False)


def test_questions_and_dead_letters_are_counted(cards):
    found = cards()
    assert (found["Waiting for people"].value, found["Dead letters"].value) == ("2", "1")


def test_the_sweeper_is_alive_while_it_does_its_rounds(cards, world):
    assert cards()["Sweeper"].value == "never seen"
    Goal.objects.update(outcome="stopped", ended_at=timezone.now(), learned_at=timezone.now())
    Conversation.objects.update(phase="stopped", turn_state="none", wait=None)
    Attempt.objects.update(state="done", lease_until=None)
    Task.objects.update(heeded_at=timezone.now())
    sweep()
    sweep()
    assert (cards()["Sweeper"].value, cards()["Sweeper"].bad) == ("alive", False)
    Pulse.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert (cards()["Sweeper"].value, cards()["Sweeper"].bad) == ("silent", True)


def test_every_card_leads_to_rows(cards, staff):
    for card in cards().values():
        assert staff.get(card.link).status_code == 200, card
