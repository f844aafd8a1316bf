"""Goals that come in at one moment share a transaction, and each is taken or refused by itself."""

import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection

from apps.accounts.domain.errors import Conflict, Crowded, Refused
from apps.accounts.models import Origin
from apps.chat.actions import GoalRequest, Upload, launch_goal, launching
from apps.chat.models import Conversation, Message
from apps.core.ids import uuid7
from apps.journal.models import Event, Stream
from apps.teams.actions import limits
from apps.teams.domain.limits import Payer
from apps.teams.models import DaySpend, Goal, Member, Team
from apps.teams.queries import limits as budgets
from tests.engine.conftest import Stage
from tests.engine.test_costs import statements

PATIENCE = 60


@pytest.fixture
def runs(monkeypatch):
    """How many goals came in with each transaction; the first waits until `together` has all at the door."""
    noted: list[int] = []
    door = launching._launch_all

    def noting(asked):
        noted.append(len(asked))
        return door(asked)

    monkeypatch.setattr(launching, "_shared", launching.SharedRuns(noting, launching.MOST_SHARED))
    return noted


def together(stage: Stage, *requests: GoalRequest, actors=None) -> list[Goal | Exception]:
    """What comes of requests that meet at the door while another is being written."""
    shared = launching._shared
    work, is_in, may_go = shared._work, threading.Event(), threading.Event()

    def held_up(asked):
        if not is_in.is_set():
            is_in.set()
            assert may_go.wait(PATIENCE)
        return work(asked)

    def launch(actor, request):
        try:
            return launch_goal(actor, request)
        except (Conflict, IntegrityError, Refused, RuntimeError) as error:
            return error
        finally:
            connection.close()

    shared._work = held_up
    with stage.bells_lost(), ThreadPoolExecutor(len(requests) + 1) as threads:
        first = threads.submit(launch, stage.operator, GoalRequest("The first"))
        assert is_in.wait(PATIENCE)
        actors = actors or [stage.owner] * len(requests)
        found = [threads.submit(launch, *one) for one in zip(actors, requests, strict=True)]
        gathering = [one for one in requests if not one.files]
        while len(shared._waiting[stage.workspace.id]) < len(gathering):
            time.sleep(0.005)
        may_go.set()
        assert isinstance(first.result(PATIENCE), Goal)
        return [one.result(PATIENCE) for one in found]


def rows_of(goal: Goal) -> list[int]:
    """How many rows of each kind a goal has."""
    team = Team.objects.get(goal=goal)
    room = Conversation.objects.get(team=team)
    return [
        Origin.objects.filter(pk=goal.origin_id).count(),
        Stream.objects.filter(pk=goal.id).count(),
        Event.objects.filter(stream_id=goal.id).count(),
        Member.objects.filter(team=team).count(),
        Message.objects.filter(conversation=room, kind="goal").count(),
    ]


def test_goals_that_come_in_at_one_moment_share_a_transaction_and_are_as_any_other(stage, runs):
    found = together(stage, *(GoalRequest(f"Count the ships of harbour {number}") for number in range(8)))

    assert runs == [1, 8]
    assert [goal.text for goal in found] == [f"Count the ships of harbour {number}" for number in range(8)]
    alone = Goal.objects.get(text="The first")
    assert [rows_of(goal) for goal in found] == [rows_of(alone)] * 8
    for goal in found:
        kinds = list(Event.objects.filter(stream_id=goal.id).order_by("seq").values_list("seq", "kind"))
        assert kinds == list(Event.objects.filter(stream_id=alone.id).order_by("seq").values_list("seq", "kind"))
        assert Event.objects.filter(stream_id=stage.workspace.id, payload__goal=str(goal.id)).count() == 1
    assert sum(DaySpend.objects.values_list("goals", flat=True)) == 9


def test_goals_that_came_in_together_are_worked_on(stage, runs):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    goals = together(stage, *(GoalRequest(f"Goal {number}") for number in range(4)))
    stage.until(lambda: not Goal.objects.filter(outcome="running").exists())
    assert set(Goal.objects.filter(id__in=[goal.id for goal in goals]).values_list("outcome", flat=True)) == {"done"}


def test_each_is_refused_by_itself(stage, runs):
    found = together(
        stage,
        GoalRequest("One"),
        GoalRequest(" "),
        GoalRequest("Two", limits={"turns": -1}),
        GoalRequest("Three", team=("nobody",)),
        GoalRequest("Four"),
    )
    assert runs == [1, 5]
    assert [type(one) for one in found] == [Goal, Refused, Refused, Refused, Goal]
    assert set(Goal.objects.values_list("text", flat=True)) == {"The first", "One", "Four"}


def test_one_that_can_not_be_written_costs_the_others_a_second_try_and_no_more(stage, runs, monkeypatch):
    open_room = launching.open_room

    def poisoned(log, team, about, first=None):
        if about == "Poison":
            raise RuntimeError("it can't be written")
        open_room(log, team, about, first)

    monkeypatch.setattr(launching, "open_room", poisoned)
    found = together(stage, GoalRequest("One"), GoalRequest("Poison"), GoalRequest("Two"))
    assert [type(one) for one in found] == [Goal, RuntimeError, Goal]
    assert sorted(runs) == [1, 1, 1, 1, 3]
    assert sorted(Goal.objects.values_list("text", flat=True)) == ["One", "The first", "Two"]


def test_one_whose_id_is_taken_is_refused_by_the_database_alone(stage, runs):
    taken = uuid7()
    found = together(stage, GoalRequest("One", id=taken), GoalRequest("Two", id=taken), GoalRequest("Three"))
    assert isinstance(found[2], Goal)
    assert sum(isinstance(one, Goal) for one in found[:2]) == 1
    assert Goal.objects.count() == 3


def test_the_same_key_among_them_gives_one_goal(stage, runs):
    same = GoalRequest("One", idempotency_key="k")
    found = together(
        stage, same, same, GoalRequest("Other", idempotency_key="k"), same, actors=[stage.owner] * 3 + [stage.operator]
    )
    assert runs == [1, 4]
    mine, again, other, anothers = found
    assert mine.id == again.id
    assert isinstance(other, Conflict)
    assert anothers.id != mine.id
    assert launch_goal(stage.owner, same).id == mine.id


def test_no_more_are_let_in_than_may_wait(stage, runs, settings):
    settings.IOA_WAITING_GOALS = 4
    found = together(stage, *(GoalRequest(f"Goal {number}") for number in range(6)))
    assert [type(one) for one in found] == [Goal] * 3 + [Crowded] * 3
    assert Goal.objects.count() == 4


@pytest.mark.parametrize("payer", list(Payer))
def test_no_more_are_let_in_than_the_day_may_have(stage, runs, payer):
    limits.lower(stage.owner, {payer: {"goals": 4}})
    found = together(stage, *(GoalRequest(f"Goal {number}") for number in range(6)))
    room = 3 if payer is Payer.WORKSPACE else 4  # the first was another person's
    assert [type(one) for one in found] == [Goal] * room + [Crowded] * (6 - room)


def test_one_with_files_does_not_hold_up_the_others(stage, runs):
    with_file = GoalRequest("Read it", files=(Upload("a.txt", b"words"),))
    found = together(stage, GoalRequest("One"), with_file, GoalRequest("Two"))
    assert all(isinstance(one, Goal) for one in found)
    assert sorted(runs) == [1, 1, 2]


def test_goals_of_another_workspace_are_not_waited_for(stage, runs):
    shared = launching._shared
    shared._waiting[stage.workspace.id] = []  # one of them is being written
    with stage.bells_lost():
        assert launch_goal(stage.stranger, GoalRequest("Elsewhere")).workspace_id != stage.workspace.id


def test_eight_goals_take_as_many_statements_as_one(stage, monkeypatch):
    monkeypatch.setattr(budgets, "LOOK_SECONDS", 1e9)  # they are looked at every two seconds
    asked = [launching._Asked(stage.owner, GoalRequest(f"Goal {number}")) for number in range(9)]
    with stage.bells_lost():
        launching._launch_all(asked[:1])
        one = statements(launching._launch_all, asked[:1])
        eight = statements(launching._launch_all, asked[1:])
    assert len(eight) == len(one) <= 15, "\n".join(eight)


def test_doors_that_take_the_same_keys_in_another_order_do_not_wait_for_each_other(stage):
    """As two web processes would: each has half of the keys first."""
    keys = [uuid.uuid4().hex for _ in range(6)]
    gate = threading.Barrier(2)

    def launch_in(order):
        gate.wait()
        asked = [launching._Asked(stage.owner, GoalRequest("Go", idempotency_key=key)) for key in order]
        try:
            found = launching._launch_all(asked)
        except IntegrityError:  # the other was first: each by itself
            found = [launching._launch_all([one])[0] for one in asked]
        finally:
            connection.close()
        return [one.goal.id for one in found]

    with stage.bells_lost(), ThreadPoolExecutor(2) as doors:
        for _ in range(5):
            one, other = doors.map(launch_in, (keys, keys[::-1]))
            assert one == other[::-1]
            keys = [uuid.uuid4().hex for _ in range(6)]
