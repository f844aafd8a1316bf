"""Over which connection to its agent work goes: one's own for what one gives oneself, never another person's."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.actions import remove_member
from apps.accounts.models import Origin
from apps.agents.actions import set_enabled
from apps.agents.actions.connections import ConnectionChange, change_connection, disconnect, switch_off_theirs
from apps.agents.models import Agent, Connection
from apps.chat.actions import decide, post_message
from apps.chat.jobs import take_turn
from apps.core.updates import insert_rows
from apps.journal.actions import recording
from apps.teams.actions import attempt_ends, attempts, held_lines, leases
from apps.teams.actions.held_lines import LineBusy, TaskEnded, tell_lines
from apps.teams.actions.retries import reassign_task, retry_task
from apps.teams.models import Attempt, Task
from apps.teams.queries import load
from apps.teams.queries.repeatability import handle_before
from tests.engine.conftest import task

GIVEN = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}
ASKED = {"do": "ask_person", "question": "What now?"}
FAILS = {"error": "Out of paint.", "permanent": True}


@pytest.fixture
def worker(stage):
    """An agent that is reached over the workspace's connection."""
    return stage.agent("worker", {"result": "Over the workspace's."})


def own(agent_id, actor, *steps, enabled=True):
    """Somebody's own connection to an agent."""
    played = {"steps": list(steps) or [{"result": f"Over {actor.name}'s own."}]}
    return Connection.objects.create(
        agent_id=agent_id, owner_id=actor.user_id, connector="scripted", connector_config=played, enabled=enabled
    )


def origin_of(actor):
    return Origin.objects.create(
        workspace_id=actor.workspace_id, kind="person", user_id=actor.user_id, created_at=timezone.now()
    )


def workspace_off(agent_id):
    Connection.objects.filter(agent=agent_id, owner=None).update(enabled=False)


def test_ones_own_is_used_for_what_one_gives_and_the_workspaces_for_what_others_give(stage, worker):
    mine = own(worker, stage.owner)
    own(worker, stage.operator)
    stage.voices([GIVEN])
    assert stage.until_ended(stage.launch()).answer == "Over Ann's own."
    assert Attempt.objects.get().connection == mine


def test_one_that_is_off_is_not_used(stage, worker):
    own(worker, stage.owner, enabled=False)
    stage.voices([GIVEN])
    assert stage.until_ended(stage.launch()).answer == "Over the workspace's."


def test_another_persons_message_in_the_same_goal_does_not_go_over_mine(stage, worker):
    own(worker, stage.owner)
    stage.voices([GIVEN, GIVEN])
    goal = stage.until_ended(stage.launch())
    post_message(stage.operator, stage.root(goal).id, "Again, please.")
    stage.until(lambda: Task.objects.filter(number=2, state="done").exists())
    assert list(Task.objects.order_by("number").values_list("result", flat=True)) == [
        "Over Ann's own.",
        "Over the workspace's.",
    ]


def failed(stage):
    """A task of the owner's goal that has failed."""
    stage.voices([GIVEN, ASKED])
    stage.launch()
    stage.until(lambda: Task.objects.filter(state="failed").exists())
    return Task.objects.get()


def test_what_another_person_has_tried_again_does_not_go_over_mine(stage, worker):
    own(worker, stage.owner, FAILS)
    retry_task(stage.operator, failed(stage).id)
    stage.until(lambda: Task.objects.get().state == "done")
    assert Task.objects.get().result == "Over the workspace's."


def test_nor_does_what_another_person_gives_to_another_agent(stage, worker):
    helper = stage.agent("helper", {"result": "Helped over the workspace's."})
    own(helper, stage.owner, {"result": "Helped over Ann's own."})
    own(worker, stage.owner, FAILS)
    reassign_task(stage.operator, failed(stage).id, "helper")
    stage.until(lambda: Task.objects.get().state == "done")
    assert Task.objects.get().result == "Helped over the workspace's."


def test_what_i_have_tried_again_stays_with_mine_and_waits_where_that_is_gone(stage, worker):
    mine = own(worker, stage.owner, FAILS)
    broken = failed(stage)
    disconnect(stage.owner, mine.pk)
    retry_task(stage.owner, broken.id)
    stage.sweep()
    waits = Attempt.objects.get(number=2)
    assert (waits.state, waits.progress) == ("ready", "Waits for a connection of yours to @worker: connect yours.")
    own(worker, stage.owner, {"result": "Over my next."})
    stage.until(lambda: Task.objects.get().state == "done")
    assert Task.objects.get().result == "Over my next."


def test_a_try_that_follows_a_failure_stays_with_the_connection_of_the_one_before(stage, worker):
    mine = own(worker, stage.owner, {"error": "Busy.", "failure": "unsent"})
    stage.voices([GIVEN, ASKED])
    stage.launch()
    stage.until(lambda: Attempt.objects.filter(state="failed").count() >= 2)
    assert set(Attempt.objects.exclude(started_at=None).values_list("connection", flat=True)) == {mine.pk}


def test_an_answer_of_another_person_goes_to_who_asked(stage, worker):
    own(worker, stage.owner, {"if_answered": [{"result": "Over mine: {answer}"}]}, {"ask": "Which year?"})
    stage.voices([GIVEN, {"do": "ask_person", "question": "Which year?", "task": 1}])
    goal = stage.launch()
    decide(stage.operator, stage.pending().id, "2016")
    assert stage.until_ended(goal).answer == "Over mine: 2016"


def test_without_a_connection_that_may_be_used_it_waits_and_goes_on_when_one_is_switched_on(stage, worker):
    mine = own(worker, stage.owner, enabled=False)
    own(worker, stage.operator)
    workspace_off(worker)
    stage.voices([GIVEN])
    goal = stage.launch()
    stage.sweep()
    waits = Attempt.objects.get()
    assert (waits.state, waits.connection) == ("ready", None)
    assert waits.progress == "Waits for a connection of yours to @worker: connect yours."
    change_connection(stage.owner, mine.pk, ConnectionChange(enabled=True))
    assert stage.until_ended(goal).answer == "Over Ann's own."
    assert Attempt.objects.get().progress == ""


def test_who_connects_while_the_workspaces_is_waited_for_is_told_nothing_and_begins_over_theirs(
    stage, worker, monkeypatch
):
    mine = own(worker, stage.owner, enabled=False)
    stage.voices([GIVEN])
    with stage.bells_lost():
        goal = stage.launch()
        take_turn(str(stage.room(goal).id))
    waits = Attempt.objects.get()

    def meanwhile(keys):
        Connection.objects.filter(pk=mine.pk).update(enabled=True)
        return load.loads_of(keys)

    with monkeypatch.context() as patched:
        patched.setattr(held_lines, "loads_of", meanwhile)
        assert not attempts.claim_attempt(waits.id, "some worker")
    waits.refresh_from_db()
    assert (waits.state, waits.progress) == ("ready", "")
    assert stage.until_ended(goal).answer == "Over Ann's own."


def test_it_is_taken_up_once_its_connection_is_on(stage, worker):
    mine = own(worker, stage.owner, enabled=False)
    workspace_off(worker)
    stage.voices([GIVEN])
    stage.launch()
    assert Attempt.objects.get().state == "ready"
    change_connection(stage.owner, mine.pk, ConnectionChange(enabled=True))
    stage.until(lambda: Attempt.objects.get().connection is not None)
    assert Attempt.objects.get().connection == mine


def test_what_waits_for_a_connection_fails_where_its_agent_is_switched_off(stage, worker):
    workspace_off(worker)
    stage.voices([GIVEN, ASKED])
    stage.launch()
    set_enabled([worker], enabled=False)
    stage.until(lambda: Task.objects.get().state == "failed")
    assert Task.objects.get().failure == "The agent @worker was switched off."


def test_slots_are_counted_by_connection(stage, worker):
    mine = own(worker, stage.owner)
    Connection.objects.update(concurrency=1)
    stage.voices([{"do": "assign", "tasks": [task("a", "worker"), task("b", "worker")], "answer": "b"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        first, second = Attempt.objects.order_by("task__number")
        assert attempts.claim_attempt(first.id, "one")
        assert not attempts.claim_attempt(second.id, "one")
        Attempt.objects.filter(pk=second.id).update(origin=origin_of(stage.operator))  # as if he had it tried again
        assert attempts.claim_attempt(second.id, "one")
    assert [one.connection_id for one in Attempt.objects.order_by("task__number")] == [
        mine.pk,
        Agent.objects.get(pk=worker).connection_id,
    ]


def test_a_handle_is_told_only_over_the_connection_that_gave_it(stage, worker):
    mine = own(worker, stage.owner)
    stage.voices([GIVEN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        lost = stage.begin(1)
        attempts.note_handle(lost.id, "ticket 7")
        leases.lapse([leases.call_name(lost.id)])
        attempt_ends.expire_attempt(lost.id)
        again = Attempt.objects.get(number=2)
    assert (again.connection, handle_before(again)) == (mine, "ticket 7")
    again.connection = Agent.objects.get(pk=worker).connection
    assert handle_before(again) == ""
    assert stage.until_ended(goal).answer == "Over Ann's own."


def test_who_is_taken_out_has_their_connections_switched_off(stage, worker):
    his = own(worker, stage.operator)
    mine = own(worker, stage.owner)
    remove_member(stage.owner, stage.operator.user_id)
    his.refresh_from_db()
    mine.refresh_from_db()
    assert (his.enabled, mine.enabled) == (False, True)


def test_where_the_bell_is_lost_the_next_look_switches_them_off(stage, worker):
    his = own(worker, stage.operator)
    with stage.bells_lost():
        remove_member(stage.owner, stage.operator.user_id)
    assert switch_off_theirs() == 1
    his.refresh_from_db()
    assert not his.enabled


@pytest.mark.parametrize("is_busy", [False, True])
def test_all_connections_that_a_transaction_needs_are_held_at_once_in_one_order_and_before_agents(
    stage, worker, is_busy
):
    """Else two goals that each go over two, the other way round, would wait for each other's."""
    lines = [own(worker, stage.owner), Agent.objects.get(pk=worker).connection, own(worker, stage.operator)]
    goal = stage.launch()
    with CaptureQueriesContext(connection) as seen, recording(goal.id) as log:
        for line in lines:
            tell_lines(log, TaskEnded(line.pk, done=True))
        if is_busy:
            tell_lines(log, LineBusy(lines[0].pk, log.now))
    told = "".join(query["sql"] for query in seen.captured_queries if "agents_connection" in query["sql"])
    held = re.search(r"ORDER BY [^()]* FOR NO KEY UPDATE", told)
    assert held is not None
    assert held.start() < told.index('UPDATE "agents_connection"' if is_busy else "UPDATE agents_connection")
    assert held.start() < told.index("UPDATE agents_agent")


def test_a_call_that_a_transaction_has_begun_counts_for_what_it_would_begin_later(stage, worker):
    """Its attempt is new, and in no table until the transaction ends."""
    stage.voices([GIVEN])
    with stage.bells_lost():
        goal = stage.launch()
        take_turn(str(stage.room(goal).id))
    waits = Attempt.objects.select_related("agent").get()
    with recording(goal.id) as log:
        named = {"task_id": waits.task_id, "agent": waits.agent, "origin_id": waits.origin_id, "not_before": log.now}
        new = Attempt(**named, number=2, state="failed")  # of a task one alone may be at work
        insert_rows([new])
        lines = held_lines.hold_lines([new])
        assert lines.of(new).running == 0
        lines.of(new).take_slot()
        assert held_lines.hold_lines([waits]).of(waits).running == 1


def test_what_many_goals_did_over_a_connection_is_counted_as_often_as_they_did_it(stage, worker):
    goal = stage.until_ended(stage.launch())
    before = Agent.objects.get(pk=worker)
    line = before.connection
    with recording(goal.id) as log:
        for done in (True, False, True, True):
            tell_lines(log, TaskEnded(line.pk, done))
    after = Agent.objects.get(pk=worker)
    line.refresh_from_db()
    assert (after.tasks_done - before.tasks_done, after.tasks_failed - before.tasks_failed) == (3, 1)
    assert line.needs_test
