"""A hub that was restored from a backup calls no agent for a goal that was in flight until a person says so."""

import pytest
from django.core.management import call_command
from django.db import connection

from apps.agents.models import Agent, SocketCall
from apps.chat.actions import decide, pause, resume, sweeper
from apps.chat.actions.restoration import GO_ON, STOP, hold_if_restored
from apps.journal.models import Home
from apps.teams.actions import attempts
from apps.teams.models import Approval, Attempt, Goal, Team
from tests.engine.conftest import task


@pytest.fixture
def in_flight(stage):
    """A goal whose agent is at work, as the backup has it: the worker is none of this hub's."""
    stage.agent("solo", {"result": "done"}, repeatable=True)
    stage.voices([{"do": "assign", "tasks": [task("solo", "solo")], "answer": "solo"}])
    with stage.bells_lost():
        stage.goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        stage.begin(1)
    return stage


@pytest.fixture
def restored(in_flight):
    """The same, after the data came to another server."""
    hold_if_restored("one folder")
    assert hold_if_restored("another folder") == 1
    with connection.cursor() as cursor:
        cursor.execute("UPDATE teams_attempt SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
    return in_flight


def test_data_that_never_moved_goes_on_as_before(in_flight):
    assert hold_if_restored("one folder") is None
    assert hold_if_restored("one folder") is None
    assert Team.objects.get().frozen_at is None


@pytest.mark.django_db
def test_the_table_itself_tells_a_restore_from_what_was_backed_up():
    hold_if_restored("")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE again (LIKE journal_home INCLUDING ALL)")
        cursor.execute("INSERT INTO again SELECT * FROM journal_home")
        cursor.execute("DROP TABLE journal_home")
        cursor.execute("ALTER TABLE again RENAME TO journal_home")
    assert hold_if_restored("") == 0
    assert hold_if_restored("") is None


def test_no_agent_is_called_until_a_person_says_to_go_on(restored):
    sweeper.sweep()
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["lost", "ready"]
    assert not attempts.claim_attempt(Attempt.objects.get(state="ready").id, "an eager worker")
    asked = Approval.objects.get(state="pending")
    assert (asked.kind, asked.options) == ("restored", [GO_ON, STOP])
    decide(restored.owner, asked.id, GO_ON)
    sweeper.sweep()
    assert Goal.objects.get().outcome == "done"


def test_a_person_may_stop_it_instead(restored):
    decide(restored.owner, Approval.objects.get(state="pending").id, STOP)
    assert Goal.objects.get().outcome == "stopped"


def test_who_resumes_the_goal_has_answered(restored):
    resume(restored.owner, Team.objects.get().id)
    assert Approval.objects.get().state == "lapsed"


def test_a_goal_that_a_person_had_paused_stays_paused_and_asks_nothing(in_flight):
    hold_if_restored("one folder")
    pause(in_flight.owner, Team.objects.get().id)
    assert hold_if_restored("another folder") == 0
    assert not Approval.objects.exists()


def test_what_is_cut_short_begins_anew_and_asks_once(in_flight, monkeypatch):
    hold_if_restored("one folder")
    noted = Home.objects.get().mark
    hold_if_restored("another folder")
    Home.objects.update(mark=noted)  # as if it had been killed before it noted the new home
    assert hold_if_restored("another folder") == 0
    assert Approval.objects.filter(state="pending").count() == 1


def test_calls_that_wait_for_an_agent_that_dials_in_are_taken_back(in_flight):
    agent = Agent.objects.get(handle="solo")
    call = SocketCall.objects.create(
        connection=agent.connection,
        key="k",
        leg=0,
        request={},
        state="waiting",
        created_at=Goal.objects.get().created_at,
    )
    hold_if_restored("one folder")
    hold_if_restored("another folder")
    call.refresh_from_db()
    assert call.state == "withdrawn"


def test_the_command_holds_data_that_says_nothing_of_a_restore(in_flight, capsys):
    call_command("prepare", "--restored")
    assert "restored from a backup: 1 goals in flight ask before they go on" in capsys.readouterr().out
    assert Approval.objects.get().kind == "restored"
