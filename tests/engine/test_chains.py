"""In whose name things are done: each row and each event says it by itself, from the first message to the last call."""

import pytest

from apps.accounts.actions import issue_token, note_origin
from apps.accounts.models import Origin
from apps.accounts.queries import actor_for_token
from apps.chat.actions import GoalRequest, launch_goal, pause, post_message, resume
from apps.chat.models import Message
from apps.journal.models import Event
from apps.teams.models import Attempt, Goal, Task, Team
from tests.colleagues.conftest import COLLEAGUES, program_of
from tests.engine.conftest import task
from tests.teams.test_chain_ids import named

BOTH = ("finding old figures", "counting growth rates")


def whose(origin_id) -> tuple:
    """Who stands there: the kind, and the person's id."""
    origin = Origin.objects.get(pk=origin_id)
    return origin.kind, origin.user_id


@pytest.fixture
def nested(stage) -> Goal:
    """A goal whose one task a sub-team does, an agent of which hands a part on."""
    stage.agent("finder", {"result": "found"}, skill=BOTH[0])
    stage.agent("counter", {"result": "counted"}, skill=BOTH[1])
    stage.agent("helper", {"result": "helped"}, skill="helping others")
    inner = [task("a", "finder"), task("b", "counter", after=("a",))]
    outer = {"do": "assign", "tasks": [task("both", needs=BOTH)], "answer": "both"}
    stage.voices({"Do both.": [{"do": "assign", "tasks": inner, "answer": "b"}], "*": [outer, outer]})
    return stage.launch()


def test_teams_and_tasks_below_stand_under_the_goals_origin(stage, nested):
    stage.until_ended(nested)
    rows = [*Team.objects.all(), *Task.objects.all(), *Attempt.objects.all(), *Message.objects.all()]
    assert {row.origin_id for row in rows} == {nested.origin_id}
    assert whose(nested.origin_id) == ("person", stage.owner.user_id)
    assert Team.objects.exclude(parent=None).count() == 1


def test_what_an_agent_hands_on_is_done_in_the_name_in_which_it_works_itself(stage):
    stage.agent("asker")
    stage.agent("helper")
    stage.voices([{"do": "assign", "tasks": [task("work", "asker")], "answer": "work"}])
    with stage.bells_lost():
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
    later = note_origin(stage.operator, attempt.started_at)
    Task.objects.update(origin=later)
    Attempt.objects.update(origin=later)
    program_of(attempt).post(f"{COLLEAGUES}/tasks", {"brief": "Help.", "agent": "helper"})
    assert Task.objects.get(number=2).origin_id == later
    Task.objects.update(origin=Goal.objects.get().origin_id)


def test_a_persons_message_begins_a_chain_for_what_comes_of_it_and_nothing_else(stage, nested):
    goal = stage.until_ended(nested)
    post_message(stage.operator, stage.root(goal).id, "Once more, please")
    stage.until_ended(goal)
    said = Message.objects.get(text="Once more, please")
    first, second = Task.objects.filter(team__parent=None).order_by("number")
    assert (first.origin_id, second.origin_id) == (goal.origin_id, said.origin_id)
    assert whose(second.origin_id) == ("person", stage.operator.user_id)
    assert {team.origin_id for team in Team.objects.filter(task=second)} == {said.origin_id}
    below = Message.objects.filter(conversation__team__task=second)
    assert set(below.values_list("origin_id", flat=True)) == {said.origin_id}
    assert stage.messages(goal)[-1].origin_id == said.origin_id, "the second conclusion, too"


def test_a_program_stands_there_as_the_token_that_it_came_with(stage):
    program = actor_for_token(issue_token(stage.owner, "nightly"))
    stage.voices([{"do": "conclude", "answer": "It is 42."}])
    goal = launch_goal(program, GoalRequest(text="Calculate"))
    assert whose(goal.origin_id) == ("token", stage.owner.user_id)
    assert Event.objects.get(kind="goal.created").chain == named(origin=goal.origin_id, goal=goal.id)


def test_an_event_names_whose_attempt_at_whose_task_it_tells_of(stage):
    made = {"file": {"name": "a.txt", "media_type": "text/plain", "content": "one"}}
    stage.agent("maker", made, {"result": "Made."})
    stage.voices([{"do": "assign", "tasks": [task("make", "maker")], "answer": "make"}])
    goal = stage.until_ended(stage.launch())
    attempt = Attempt.objects.get()
    place = {"origin": goal.origin_id, "goal": goal.id, "team": stage.root(goal).id}
    work = {"member": attempt.task.owner_id, "task": attempt.task_id}
    assert Event.objects.get(kind="artifact.made").chain == named(**place, **work, attempt=attempt.id)
    assert Event.objects.filter(kind="task.changed").last().chain == named(**place, **work)
    said = Event.objects.get(kind="message.added", payload__kind="conclusion").chain
    assert said == named(**place, task=attempt.task_id) | {"member": said["member"]}


def test_what_a_person_does_in_a_room_is_told_in_their_name(stage):
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])
    with stage.bells_lost():
        goal = stage.launch()
        pause(stage.operator, stage.root(goal).id)
        resume(stage.owner, stage.root(goal).id)
    by = {event.kind: whose(event.chain["origin"]) for event in Event.objects.filter(kind__startswith="team.")}
    assert by["team.formed"] == by["team.resumed"] == ("person", stage.owner.user_id)
    assert by["team.paused"] == ("person", stage.operator.user_id)
    stage.until_ended(goal)


def test_the_workspaces_events_name_who_acted(stage):
    stage.voices([{"do": "conclude", "answer": "It is 42."}])
    goal = stage.launch()
    told = Event.objects.filter(stream_id=stage.workspace.pk, kind="goal.changed")
    assert [event.chain for event in told] == [named(origin=goal.origin_id, goal=goal.id)] * told.count()
    assert told.exists()
