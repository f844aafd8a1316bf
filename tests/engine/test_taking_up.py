"""What is taken up next, by whom, and what nobody takes away from who is at it."""

import threading
import time
from datetime import timedelta

import pytest
from celery import current_app

from apps.accounts.domain.access import Actor, Role
from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.agents.gateway import calls, pool
from apps.agents.gateway.lanes import Lanes, current_lane, on_behalf_of
from apps.chat.actions import GoalRequest, launch_goal, sweeper
from apps.chat.bells import ChatBell
from apps.chat.jobs import intake as taking_up
from apps.chat.jobs.intake import Intake
from apps.chat.models import Conversation, Turn
from apps.chat.queries import due_work
from apps.journal import bells
from apps.journal.actions import clock, give_back, take_alone
from apps.journal.models import Pulse
from apps.teams.actions import attempts, leases
from apps.teams.models import Attempt, Goal
from apps.teams.queries.load import next_attempts
from tests import factories
from tests.engine.beside import closing
from tests.engine.conftest import task

STEPS = [{"result": "Done."}]
ONE = [{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}]


def late(rows) -> None:
    rows.update(lease_until=clock() - timedelta(seconds=1))


@pytest.fixture
def another(stage):
    """The owner of another workspace."""
    workspace = factories.workspace("Another")
    return Actor(factories.person(workspace).id, workspace.id, Role.OWNER, "Dora")


def test_a_process_never_expires_what_it_has_in_hand(stage):
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        stage.launch()
        claimed = stage.claim()
        late(Turn.objects)
        sweeper.sweep({claimed.call})
        assert Turn.objects.get().outcome == "open"

        stage.speak(claimed, ONE[0])
        held = leases.call_name(stage.begin(1).id)
        late(Attempt.objects)
        sweeper.sweep({held})
        assert Attempt.objects.get().state == "running"

        sweeper.sweep()
        assert Attempt.objects.get(number=1).state == "lost"


def test_one_process_sweeps_at_a_time(stage):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        goal = stage.launch()
    assert take_alone(sweeper.ALONE, 60)
    assert not take_alone(sweeper.ALONE, 60)
    stage.sweep()
    assert stage.room(goal).turn_state == "due"
    give_back(sweeper.ALONE)
    stage.sweep()
    assert Goal.objects.get().outcome == "done"


def test_a_sweeper_that_was_killed_is_followed_by_another_after_a_while(stage):
    assert take_alone("test", 0.01)
    time.sleep(0.02)
    assert take_alone("test", 60)


def test_a_lease_is_renewed_and_what_somebody_has_locked_holds_the_others_up_no_longer(stage):
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("a", "worker"), task("b", "worker")], "answer": "a"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        first, second = stage.begin(1), stage.begin(2)
    late(Attempt.objects)
    locked, done = threading.Event(), threading.Event()

    def lock():
        with attempts.lock_attempt(first.id):
            Attempt.objects.filter(id=first.id).update(progress="at it")
            locked.set()
            assert done.wait(10)

    holding = threading.Thread(target=closing(lock))
    holding.start()
    assert locked.wait(10)
    leases.renew([leases.call_name(first.id), leases.call_name(second.id)])
    done.set()
    holding.join(10)
    renewed = dict(Attempt.objects.filter(lease_until__gt=clock()).values_list("id", "state"))
    assert renewed == {second.id: "running"}


def test_what_is_begun_comes_before_what_is_not_and_urgent_goals_before_others(stage):
    stage.agent("worker")
    stage.voices(ONE)
    with stage.bells_lost():
        rooms = [stage.room(stage.launch(priority=priority)) for priority in ("normal", "low", "high", "normal")]
        begun = rooms[3]
        Conversation.objects.filter(id=begun.id).update(fence=1)
    found = due_work.to_begin(clock(), 9)
    assert [one.id for one in found] == [begun.id, rooms[2].id, rooms[0].id, rooms[1].id]
    assert {one.bell for one in found} == {ChatBell.TURN_DUE.value}
    assert [one.id for one in due_work.to_begin(clock(), 9, skip=[begun.id, rooms[0].id])] == [rooms[2].id, rooms[1].id]
    assert len(due_work.to_begin(clock(), 2)) == 2


def test_the_only_goal_of_a_workspace_is_second_beside_many_of_another(stage, another):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        for _ in range(12):
            stage.launch()
        only = launch_goal(another, GoalRequest(text="Mine"))
    now = clock()
    chosen = taking_up.Rota().choose(due_work.to_begin(now, 3), 3, now)
    assert chosen[1].id == stage.room(only).id


@pytest.mark.parametrize("crowd", [12, pytest.param(240, marks=pytest.mark.slow)])
def test_beside_however_many_goals_another_workspace_takes_twice_its_own_steps_to_an_end(stage, another, crowd):
    stage.agent("worker", concurrency=1000)
    profile = AgentProfile(handle="worker", name="Worker", connector="scripted", connector_config={"steps": STEPS})
    agents.register_agent(another.workspace_id, profile)
    stage.voices(ONE)
    with stage.bells_lost():
        for _ in range(crowd):
            stage.launch()
        only, steps, rota = launch_goal(another, GoalRequest(text="Mine")), 0, taking_up.Rota()
        while Goal.objects.get(id=only.id).outcome == "running":
            now, steps = clock(), steps + 1
            (following,) = rota.choose(due_work.to_begin(now, 1), 1, now)
            taking_up._takes[following.bell](following.id)
    own = 2  # a turn and a call
    assert steps <= 2 * own


def test_of_what_waits_for_an_agent_only_as_much_is_due_as_it_has_slots_free(stage):
    stage.agent("worker", concurrency=2)
    stage.voices(ONE)
    with stage.bells_lost():
        goals = [stage.launch() for _ in range(4)]
        for goal in goals:
            stage.speak(stage.claim(stage.root(goal)), ONE[0])
        assert len(due_work.to_begin(clock(), 9)) == 2
        first = Attempt.objects.get(task__team__goal=goals[0])
        assert attempts.claim_attempt(first.id, "a worker")
        (left,) = due_work.to_begin(clock(), 9)
    assert left.id == Attempt.objects.get(task__team__goal=goals[1]).id


def test_an_agent_that_goals_share_serves_them_in_turn(stage):
    stage.agent("worker", concurrency=1)
    many = [task(f"t{number}", "worker") for number in range(5)]
    stage.voices({"Many": [{"do": "assign", "tasks": many, "answer": "t4"}], "*": ONE})
    with stage.bells_lost():
        big, small = stage.launch("Many"), stage.launch("One")
        stage.speak(stage.claim(stage.root(big)), stage.script("Many")[0])
        stage.speak(stage.claim(stage.root(small)), ONE[0])
        first = Attempt.objects.select_related("agent").get(task__team__goal=big, task__number=1)
        assert attempts.claim_attempt(first.id, "a worker")
        assert next_attempts(first.agent.connection_id) == []
        Attempt.objects.filter(id=first.id).update(state="done", lease_until=None, ended_at=clock())
        (following,) = next_attempts(first.agent.connection_id)
        Attempt.objects.filter(id=first.id).update(state="running", lease_until=clock(), ended_at=None)
    assert following == Attempt.objects.get(task__team__goal=small).id


def test_without_room_a_bell_is_only_noted_and_what_is_due_is_taken_in_turn_later(stage, settings, monkeypatch):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        rooms = [stage.room(stage.launch()) for _ in range(3)]
    settings.IOA_CALLS = "loop"
    taken, work, room = [], [], [0]
    monkeypatch.setattr(calls, "room", lambda: room[0])
    monkeypatch.setattr(calls, "soon", lambda job, what: work.append(job))
    monkeypatch.setitem(taking_up._takes, ChatBell.TURN_DUE, taken.append)
    process = Intake()
    process.offer(ChatBell.TURN_DUE, rooms[2].id)
    assert work == []

    room[0] = calls.MOST_WAITING
    process.go_on()
    process.go_on()
    while work:
        work.pop(0)()
    assert taken == [one.id for one in rooms]
    settings.IOA_CALLS = "inline"


@pytest.mark.parametrize("told_for_whom", [True, False])
def test_a_bell_for_whom_nothing_waits_is_answered_at_once_while_others_fill_the_process(
    stage, another, settings, monkeypatch, told_for_whom
):
    """As a worker's own bells are, which say whom they are for, and those that come over the broker, which do not."""
    stage.voices([{"do": "conclude", "answer": "Done."}])
    with stage.bells_lost():
        crowded = stage.room(stage.launch())
        free = stage.room(launch_goal(another, GoalRequest(text="Mine")))
    settings.IOA_CALLS = "loop"
    crowd = Lanes(1, "crowd")
    begun, go = threading.Event(), threading.Event()
    crowd.submit(lambda: (begun.set(), go.wait(30)))
    assert begun.wait(30)
    with on_behalf_of(stage.workspace.id):
        crowd.submit(lambda: None)
    taken = []
    monkeypatch.setattr(pool, "lanes", crowd)
    monkeypatch.setattr(calls, "room", lambda: 0)
    monkeypatch.setattr(calls, "soon", lambda job, what: taken.append((current_lane(), what)))
    process = Intake()
    for room, whom in ((crowded, stage.workspace.id), (free, another.workspace_id)):
        with on_behalf_of(whom if told_for_whom else None):
            process.offer(ChatBell.TURN_DUE, room.id)
    go.set()
    crowd.close()
    settings.IOA_CALLS = "inline"

    assert taken == [(another.workspace_id, f"{ChatBell.TURN_DUE} {free.id}")]


def test_the_bell_of_a_goal_says_whom_it_is_for_so_that_nobody_looks(
    stage, settings, monkeypatch, django_assert_num_queries
):
    rung, taken = [], []
    bells.hear(lambda *told: rung.append(told))
    try:
        room = stage.room(stage.launch())
    finally:
        bells.hear(None)
    assert rung == [(ChatBell.TURN_DUE.value, str(room.id), str(stage.workspace.id))]
    settings.IOA_CALLS = "loop"
    monkeypatch.setattr(taking_up, "offer", Intake().offer)
    monkeypatch.setattr(calls, "soon", lambda job, what: taken.append((current_lane(), what)))
    job, *told = rung[0]
    with django_assert_num_queries(0):
        current_app.tasks[job](*told)
    settings.IOA_CALLS = "inline"
    assert taken == [(stage.workspace.id, f"{ChatBell.TURN_DUE} {room.id}")]


def test_what_is_noted_while_a_look_ends_is_looked_for_again(monkeypatch):
    intake = Intake()

    class Chosen(list):
        def __len__(self):
            intake.note_more()  # another thread, just now
            return 0

    monkeypatch.setattr(taking_up.calls, "room", lambda: 5)  # too little for another look at once
    monkeypatch.setattr(taking_up.due_work, "to_begin", lambda *_: [])
    monkeypatch.setattr(taking_up.places, "full", list)
    monkeypatch.setattr(taking_up, "clock", lambda: None)
    monkeypatch.setattr(intake._rota, "choose", lambda *_: Chosen())

    intake._look()

    assert intake._more


def test_a_clock_that_was_set_back_keeps_nobody_from_sweeping(stage):
    """A process was killed at its sweep, and its hour has not come yet by the clock as it is now."""
    assert take_alone("test", 60)
    Pulse.objects.filter(name="test").update(at=clock() + stage.hour)
    assert take_alone("test", 60)
    assert not take_alone("test", 60)
