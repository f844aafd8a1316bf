"""What people say in the middle of a goal reaches every agent that works on it, whole."""

from apps.chat.actions import post_message
from apps.chat.queries.changes import changes_for
from apps.teams.models import Task, Team
from tests.engine.conftest import task

LONG = "Not 12 but 22 people. " + "It is important that nothing of this is cut. " * 200


def chained(stage, second: dict) -> None:
    """A first task that is at work, a second that has not begun and gives what it was told."""
    stage.agent("first")
    stage.agent("second", {"result": "{told}"})
    tasks = [task("first", "first"), task("second", "second", after=("first",)) | second]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "second"}, {"do": "say", "text": "Noted."}])


def test_what_a_person_says_reaches_work_that_has_not_begun_whole_and_in_order(stage):
    chained(stage, {})
    with stage.bells_lost():
        goal = stage.launch("A dinner for 12 people")
        stage.speak(stage.claim(), stage.script()[0])
        post_message(stage.operator, stage.root(goal).id, LONG)
        post_message(stage.owner, stage.root(goal).id, "No, 23.")
        post_message(stage.owner, stage.root(goal).id, "I call the hotel.", "note")
    told = stage.until_ended(goal).answer

    first, second = (
        f"(said after your task was written): {LONG.strip()}\n",
        "(said after your task was written): No, 23.",
    )
    assert told.index(first) < told.index(second)
    assert "I call the hotel." not in told
    assert dict(Task.objects.values_list("number", "brief")) == {1: "Do first.", 2: "Do second."}


def test_what_was_said_before_a_task_was_written_is_told_without_that_mark(stage):
    stage.agent("only", {"result": "{told}"})
    stage.voices([{"do": "assign", "tasks": [task("only", "only")], "answer": "only"}])
    with stage.bells_lost():
        goal = stage.launch("A dinner for 12 people")
        post_message(stage.owner, stage.root(goal).id, "22, not 12.")
    told = stage.until_ended(goal).answer

    assert ": 22, not 12." in told
    assert "said after" not in told


def test_what_is_said_in_the_first_room_reaches_the_agents_of_a_sub_team(stage):
    for handle in ("lead", "one", "two"):
        stage.agent(handle, {"result": "{told}"}, skill=f"skill of {handle}")
    team = {
        "do": "form_subteam",
        "title": "Table",
        "purpose": "Lay the table.",
        "needs": ["skill of one", "skill of two"],
    }
    below = [{"do": "assign", "tasks": [task("lay", "one")], "answer": "lay"}]
    stage.voices({"Lay the table.": below, "*": [team, {"do": "say", "text": "Noted."}]})
    with stage.bells_lost():
        goal = stage.launch("A dinner for 12 people")
        post_message(stage.owner, stage.root(goal).id, "22, not 12.")
    stage.until(lambda: Task.objects.filter(team__parent__isnull=False, state="done").exists())

    told = Task.objects.get(team__parent__isnull=False).result
    assert ": 22, not 12." in told
    assert [change.text for change in changes_for(Team.objects.get(goal=goal, parent__isnull=False).id)] == [
        "22, not 12."
    ]
