"""A working agent hands a part on: a task of the same team, under its limits, for somebody who does not wait for it."""

import threading

import pytest
from django.db import connection

from apps.accounts.domain.errors import Refused
from apps.agents.actions import set_quota, update_agent
from apps.agents.actions.shelf import Shelf
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, File, InputRequired, Result
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent, Connection
from apps.chat.actions import reassign_task, retry_task, stop, turns
from apps.chat.actions.delegation import Handover, delegate
from apps.chat.models import Conversation, Message
from apps.files.domain.quotas import Whose
from apps.journal.actions import clock
from apps.teams.actions.attempts import claim_attempt
from apps.teams.actions.waits import CircularWait
from apps.teams.models import Attempt, FileVersion, Goal, Task, Team
from apps.teams.queries.task_tokens import caller_of, colleagues_of
from tests.colleagues.conftest import COLLEAGUES, program_of
from tests.engine.conftest import finish, task


def hand_on(working, **fields):
    return working.program.post(f"{COLLEAGUES}/tasks", {"brief": "Count the growth rates."} | fields)


def what_came_of(working, task):
    return working.program.get(f"{COLLEAGUES}/tasks/{task['id']}").json()


@pytest.mark.parametrize("who", [{"agent": "@Counter"}, {"need": "counting growth rates"}])
def test_the_part_is_done_and_its_result_comes_back(working, who):
    given = hand_on(working, **who)
    assert given.status_code == 201, given.content
    done = what_came_of(working, given.json())
    assert (done["agent"], done["state"], done["result"]) == ("counter", "done", "counter did it.")
    assert working.stage.states(working.goal) == {1: "working", 2: "done"}
    finish(working.attempt.id, CallOutcome(Result("All done.")))
    assert working.stage.until_ended(working.goal).answer == "All done."
    said = {message.kind: message for message in working.stage.messages(working.goal) if message.member}
    assert "result" in working.stage.kinds(working.goal)
    assert said["assign"].text == "@counter, please: Count the growth rates."
    assert said["assign"].member.agent.handle == "asker"


def test_its_files_come_along(working):
    file = {"file": {"name": "c.txt", "media_type": "text/plain", "content": "one"}}
    working.stage.agent("drawer", file, {"result": "drawn"}, skill="drawing charts")
    given = hand_on(working, agent="drawer").json()
    (listed,) = what_came_of(working, given)["files"]
    assert (listed["name"], listed["size"]) == ("c.txt", 3)
    content = working.program.get(f"{COLLEAGUES}/files/{listed['id']}")
    assert content.content == b"one"
    assert "attachment" in content["Content-Disposition"]


def test_what_was_fetched_was_read_and_is_written_on(working):
    file = {"file": {"name": "c.txt", "media_type": "text/plain", "content": "one"}}
    working.stage.agent("drawer", file, {"result": "drawn"}, skill="drawing charts")
    (listed,) = what_came_of(working, hand_on(working, agent="drawer").json())["files"]
    for _ in range(2):
        working.program.get(f"{COLLEAGUES}/files/{listed['id']}")
    assert Attempt.objects.get(id=working.attempt.id).given == [listed["id"]]
    whose = Whose(working.goal.workspace_id, working.goal.id)
    kept = Shelf(whose).keep(File("c.txt", "", b"two"))
    finish(working.attempt.id, CallOutcome(Result("Done with it."), (kept,)))
    versions = FileVersion.objects.filter(file__name="c.txt").order_by("number")
    assert list(versions.values_list("number", "based_on")) == [(1, None), (2, 1)]


def test_what_failed_says_why_and_the_caller_goes_on(working):
    working.stage.agent("clumsy", {"error": "Dropped it.", "permanent": True})
    working.stage.voices([{"do": "wait_for", "tasks": [1]}])
    failed = what_came_of(working, hand_on(working, agent="clumsy").json())
    assert (failed["state"], failed["settled"], failed["failure"]) == ("failed", True, "Dropped it.")
    finish(working.attempt.id, CallOutcome(Result("Done without.")))
    assert working.stage.until_ended(working.goal).answer == "Done without."


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"agent": "nobody"}, "agent"),
        ({"agent": "asker"}, "agent"),
        ({"need": "brewing beer for the emperor of the moon"}, "need"),
        ({"brief": "  "}, "brief"),
        ({"brief": "x" * 8001}, "brief"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_can_not_be_handed_on_is_refused_beside_the_field(working, fields, field):
    refused = hand_on(working, **fields)
    assert refused.status_code == 422
    assert field in refused.json()["errors"][0]["field"]
    assert Task.objects.count() == 1


def test_who_is_offline_or_was_not_named_by_the_person_is_not_taken(working):
    Connection.objects.filter(agent__handle="counter").update(availability="offline")
    assert "offline" in hand_on(working, agent="counter").json()["detail"]
    Connection.objects.update(availability="online")
    Goal.objects.update(wanted_handles=["asker"])
    assert "may take part" in hand_on(working, agent="counter").json()["detail"]
    assert hand_on(working, need="counting growth rates").status_code == 422


def test_who_was_named_elsewhere_for_this_work_is_taken_beside_those_of_the_goal(working):
    Goal.objects.update(wanted_handles=["asker"])
    caller = caller_of(colleagues_of(working.attempt).token)
    with working.stage.bells_lost():
        given = delegate(caller, Handover("Count.", agent="counter", invited=True))
    assert given.owner.agent.handle == "counter"


def test_an_agent_never_waits_for_itself_over_others(working):
    with working.stage.bells_lost():
        hand_on(working, agent="counter")
        child = working.stage.begin(2)
    refused = program_of(child).post(f"{COLLEAGUES}/tasks", {"brief": "Count.", "agent": "asker"})
    assert "@counter waits for @asker, which waits for @counter: @asker waits for this task itself" in told_of(refused)
    assert [message.text for message in circles(working.stage, working.goal)] == [f"Not handed on: {told_of(refused)}"]


def test_a_wait_that_would_close_a_circle_is_refused_and_the_room_is_told_who_would_wait_for_whom(stage):
    stage.agent("asker", concurrency=1)
    stage.agent("counter", skill="counting growth rates", concurrency=1)
    both = [task("one", "asker"), task("two", "counter")]
    stage.voices([{"do": "assign", "tasks": both}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        asker, counter = program_of(stage.begin(1)), program_of(stage.begin(2))
        given = asker.post(f"{COLLEAGUES}/tasks", {"brief": "Count.", "agent": "counter"})
        refused = counter.post(f"{COLLEAGUES}/tasks", {"brief": "Ask.", "agent": "asker"})
        elsewhere = counter.post(f"{COLLEAGUES}/tasks", {"brief": "Ask.", "need": "work of asker"})
    assert (given.status_code, refused.status_code, elsewhere.status_code) == (201, 422, 422)
    assert "@asker waits for @counter, which waits for @asker" in told_of(refused)
    assert {message.text for message in circles(stage, goal)} == {f"Not handed on: {told_of(refused)}"}
    assert told_of(elsewhere) == told_of(refused)
    assert Task.objects.count() == 3


def told_of(refused):
    assert refused.status_code == 422, refused.content
    return refused.json()["detail"]


def circles(stage, goal):
    """What the room was told of waits that were refused."""
    return [message for message in stage.messages(goal) if message.data.get("about") == "circle"]


class Crossing:
    """Two agents of one slot, each with a task of its own; the first hands a part on to the second."""

    def __init__(self, stage) -> None:
        self.stage = stage
        stage.agent("asker", concurrency=1)
        stage.agent("counter", skill="counting growth rates", concurrency=1)
        stage.agent("third")
        stage.voices([{"do": "assign", "tasks": [task("one", "asker"), task("two", "counter")]}])
        self.goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        self.one = stage.begin(1)
        assert self.hand_on(self.one, "counter").status_code == 201
        self.part = Task.objects.get(delegated_by=self.one.task)

    def hand_on(self, attempt, agent):
        return program_of(attempt).post(f"{COLLEAGUES}/tasks", {"brief": "Count.", "agent": agent})

    def told(self):
        """What the room was told of the waits that were refused."""
        return [message.text for message in circles(self.stage, self.goal)]


@pytest.fixture
def crossing(stage):
    with stage.bells_lost():
        yield Crossing(stage)


def test_a_part_is_not_given_to_whoever_waits_for_it(stage, crossing):
    with pytest.raises(CircularWait, match="@asker waits for @asker"):
        reassign_task(stage.operator, crossing.part.id, "asker")
    assert crossing.told() == [
        "Not given to @asker: @asker waits for @asker: nobody of them would ever go on. Choose another agent."
    ]
    reassign_task(stage.operator, crossing.part.id, "third")
    crossing.part.refresh_from_db()
    assert crossing.part.owner.agent.handle == "third"


def test_a_part_that_failed_is_not_tried_again_where_that_would_close_a_circle(stage, crossing):
    finish(stage.begin(3).id, CallOutcome(AgentError("Dropped it.", permanent=True)))
    assert crossing.hand_on(stage.begin(2), "asker").status_code == 201
    with pytest.raises(CircularWait, match="@counter waits for @asker, which waits for @counter"):
        retry_task(stage.operator, crossing.part.id)
    (told,) = crossing.told()
    assert told.startswith("Not tried again: @counter waits for @asker, which waits for @counter: nobody")


def test_an_agent_that_will_be_answered_needs_its_slot_again(stage, crossing):
    finish(stage.begin(3).id, CallOutcome(InputRequired("Which year?")))
    refused = crossing.hand_on(stage.begin(2), "asker")
    assert "@asker waits for @counter, which waits for @asker" in told_of(refused)


def test_a_call_that_was_lost_does_not_begin_again_while_its_slot_would_close_a_circle(stage, crossing):
    two = stage.begin(2)
    Attempt.objects.filter(id=crossing.one.id).update(lease_until=clock() - stage.hour)
    stage.sweep()
    again = Attempt.objects.get(task=crossing.one.task, state="ready")
    assert crossing.hand_on(two, "asker").status_code == 201
    Attempt.objects.update(not_before=clock() - stage.hour)
    assert not claim_attempt(again.id, "a worker")
    again.refresh_from_db()
    assert again.progress == (
        "Waits, for else @asker waits for @counter, which waits for @asker: nobody of them would ever go on."
    )
    assert claim_attempt(Attempt.objects.get(task__delegated_by=two.task).id, "a worker"), "the part may begin"


def test_of_two_goals_whose_waits_would_close_a_circle_at_one_moment_one_is_refused(stage):
    stage.agent("asker", concurrency=1)
    stage.agent("counter", skill="counting growth rates", concurrency=1)
    programs = []
    with stage.bells_lost():
        for owner in ("asker", "counter"):
            stage.voices([{"do": "assign", "tasks": [task("work", owner)]}])
            goal = stage.launch()
            room = Conversation.objects.get(team__goal=goal)
            claimed = turns.claim(room.id, "a slow worker")
            stage.speak(claimed, stage.script()[0])
            attempt = Attempt.objects.get(task__team__goal=goal)
            assert claim_attempt(attempt.id, "a worker")
            attempt.refresh_from_db()
            programs.append(program_of(attempt))
        gate, got = threading.Barrier(2), []

        def hand_over(program, to):
            gate.wait()
            got.append(program.post(f"{COLLEAGUES}/tasks", {"brief": "Go on.", "agent": to}).status_code)
            connection.close()

        both = [
            threading.Thread(target=hand_over, args=pair) for pair in zip(programs, ("counter", "asker"), strict=True)
        ]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
    assert sorted(got) == [201, 422]
    assert Message.objects.filter(data__about="circle").count() == 1


def test_a_second_slot_leaves_no_circle(stage):
    stage.agent("asker", concurrency=2)
    stage.agent("counter", skill="counting growth rates", concurrency=1)
    both = [task("one", "asker"), task("two", "counter")]
    stage.voices([{"do": "assign", "tasks": both}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        asker, counter = program_of(stage.begin(1)), program_of(stage.begin(2))
        asker.post(f"{COLLEAGUES}/tasks", {"brief": "Count.", "agent": "counter"})
        assert counter.post(f"{COLLEAGUES}/tasks", {"brief": "Ask.", "agent": "asker"}).status_code == 201


@pytest.fixture
def both_waiting(stage):
    """Two agents wait for each other, which a second slot of the first leaves open."""
    asker = stage.agent("asker", concurrency=2)
    stage.agent("counter", skill="counting growth rates", concurrency=1)
    stage.voices([{"do": "assign", "tasks": [task("one", "asker"), task("two", "counter")]}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        one, two = program_of(stage.begin(1)), program_of(stage.begin(2))
        assert one.post(f"{COLLEAGUES}/tasks", {"brief": "Count.", "agent": "counter"}).status_code == 201
        assert two.post(f"{COLLEAGUES}/tasks", {"brief": "Ask.", "agent": "asker"}).status_code == 201
        yield asker


QUOTA = {"calls_per_minute": 0, "timeout_seconds": 300, "test_seconds": 60}


def test_a_slot_that_keeps_a_circle_open_is_not_taken_away(stage, both_waiting):
    with pytest.raises(Refused) as refused:
        set_quota(stage.owner, both_waiting, concurrency=1, **QUOTA)
    said = refused.value.fields["concurrency"]
    assert said.startswith("With 1 at one time @")
    assert said.endswith("nobody of them would ever go on. Wait till one of them ends.")
    assert Agent.objects.get(pk=both_waiting).connection.concurrency == 2
    set_quota(stage.owner, both_waiting, concurrency=3, **QUOTA)
    set_quota(stage.owner, both_waiting, concurrency=2, **QUOTA)
    assert Agent.objects.get(pk=both_waiting).connection.concurrency == 2


def test_the_slot_is_taken_away_once_one_of_those_who_wait_has_ended(stage, both_waiting):
    part = Attempt.objects.get(agent=both_waiting, task__delegated_by__isnull=False)
    assert claim_attempt(part.id, "a worker")
    finish(part.id, CallOutcome(Result("Asked.")))
    set_quota(stage.owner, both_waiting, concurrency=1, **QUOTA)
    assert Agent.objects.get(pk=both_waiting).connection.concurrency == 1


def test_a_profile_with_fewer_slots_is_refused_the_same_way(stage, both_waiting):
    profile = AgentProfile(handle="asker", name="asker", connector="scripted", concurrency=1)
    with pytest.raises(Refused, match="nobody of them would ever go on"):
        update_agent(stage.workspace.id, profile, stage.owner)


def test_the_goals_depth_bounds_how_often_work_is_handed_on(working):
    granted = working.goal.limits
    Goal.objects.update(limits={**granted, "depth": 0})
    refused = hand_on(working, agent="counter")
    Goal.objects.update(limits=granted)
    assert (refused.status_code, "0 times at most" in refused.json()["detail"]) == (409, True)


def test_limits_that_leave_nothing_leave_nothing_to_hand_on(working):
    Team.objects.update(spent_tokens=10**9)
    assert "limits leave nothing" in hand_on(working, agent="counter").json()["detail"]


def test_a_task_hands_on_a_bounded_number_of_others(working, monkeypatch):
    monkeypatch.setattr("apps.chat.actions.delegation.MOST_OPEN", 1)
    with working.stage.bells_lost():
        hand_on(working, agent="counter")
        assert "waits for 1 others" in hand_on(working, agent="counter").json()["detail"]
    monkeypatch.setattr("apps.chat.actions.delegation.MOST_HANDED_ON", 1)
    assert "handed on 1 tasks" in hand_on(working, agent="counter").json()["detail"]


def test_what_was_handed_on_ends_with_the_task_that_needed_it(working):
    with working.stage.bells_lost():
        hand_on(working, agent="counter")
        finish(working.attempt.id, CallOutcome(Result("I could do it alone.")))
    assert Task.objects.get(number=2).state == "cancelled"
    assert Attempt.objects.get(task__number=2).state == "cancelled"
    assert working.stage.until_ended(working.goal).answer == "I could do it alone."


def test_a_goal_that_is_stopped_takes_all_along(working):
    with working.stage.bells_lost():
        hand_on(working, agent="counter")
        stop(working.stage.owner, working.stage.root(working.goal).id)
    assert working.stage.states(working.goal) == {1: "cancelled", 2: "cancelled"}
