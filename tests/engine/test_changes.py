"""What people say in the middle of a goal reaches every agent that works on it, whole."""

import pytest

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.agents.models import Connection
from apps.chat.actions import cancel_task, post_message, reassign_task
from apps.chat.actions.checks import begin_check
from apps.chat.queries.changes import changes_for
from apps.teams.models import Attempt, Task, Team
from tests.engine.conftest import finish, task

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


def spoken_to_at_work(stage, *, repeatable: bool = True):
    """A goal whose one task is at work when a person says something, and the attempt."""
    stage.agent("only", {"result": "{told}"}, repeatable=repeatable)
    stage.voices([{"do": "assign", "tasks": [task("only", "only")], "answer": "only"}, {"do": "say", "text": "Noted."}])
    goal = stage.launch("A dinner for 12 people")
    stage.speak(stage.claim(), stage.script()[0])
    attempt = stage.begin(1)
    post_message(stage.owner, stage.root(goal).id, "22, not 12.")
    return goal, attempt


def notices(stage, goal, about: str = "change") -> list[str]:
    return [message.text for message in stage.messages(goal) if message.data.get("about") == about]


def test_an_answer_made_while_a_person_spoke_is_asked_for_once_more_with_what_was_said(stage):
    with stage.bells_lost():
        goal, attempt = spoken_to_at_work(stage)
        finish(attempt.id, CallOutcome(Result("A table for 12.")))
    goal = stage.until_ended(goal)

    assert ": 22, not 12." in goal.answer
    assert notices(stage, goal) == [
        "@only answered task 1 without knowing what was said meanwhile: it is asked once more, with that."
    ]
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["late", "done"]
    assert Attempt.objects.get(number=1).result == "A table for 12."
    assert "It was made before the person's last words were known." in goal.answer
    assert "```\nA table for 12.\n```" in goal.answer, "it is shown what it gave"
    assert "could not be used" not in goal.answer


def test_it_is_asked_once_more_and_not_again_and_again(stage):
    with stage.bells_lost():
        goal, attempt = spoken_to_at_work(stage)
        finish(attempt.id, CallOutcome(Result("A table for 12.")))
        again = stage.begin(1)
        post_message(stage.owner, stage.root(goal).id, "And flowers.")
        finish(again.id, CallOutcome(Result("A table for 22.")))

    assert Task.objects.get().state == "done"
    assert "was asked again once: the result stands" in notices(stage, goal)[-1]


def test_work_that_could_do_harm_twice_is_not_asked_for_again_and_the_room_says_what_it_does_not_know(stage):
    with stage.bells_lost():
        goal, attempt = spoken_to_at_work(stage, repeatable=False)
        finish(attempt.id, CallOutcome(Result("The table is laid.")))

    assert Task.objects.get().result == "The table is laid."
    (words,) = notices(stage, goal)
    assert words.startswith(
        "@only did task 1 without knowing what was said meanwhile, and doing it twice could do harm:"
    )


def test_the_room_says_who_cannot_be_told_to_stop(stage):
    with stage.bells_lost():
        goal, _ = spoken_to_at_work(stage)
        Connection.objects.update(connector="agent_protocol")
        cancel_task(stage.owner, Task.objects.get().id)

    (words,) = notices(stage, goal, "stopped")
    assert words.startswith("@only can't be told to stop: what was begun may go on for a while.")


def test_the_room_says_who_goes_on_with_work_that_is_given_to_somebody_else(stage):
    stage.agent("other")
    with stage.bells_lost():
        goal, _ = spoken_to_at_work(stage)
        Connection.objects.filter(agent__handle="only").update(connector="agent_protocol")
        reassign_task(stage.owner, Task.objects.get().id, "other")
    assert [words.split(":")[0] for words in notices(stage, goal, "stopped")] == ["@only can't be told to stop"]
    assert stage.until_ended(goal).answer == "other did it."


def test_nothing_is_said_where_who_had_the_work_is_told_to_leave_it(stage):
    stage.agent("other")
    with stage.bells_lost():
        goal, _ = spoken_to_at_work(stage)
        Connection.objects.update(connector="openai")
        reassign_task(stage.owner, Task.objects.get().id, "other")

    assert notices(stage, goal, "stopped") == []


@pytest.mark.parametrize("deed", ["take back", "give to somebody else"])
def test_the_room_says_who_goes_on_checking_work_that_nobody_waits_for(stage, deed):
    for handle in ("worker", "critic", "other"):
        stage.agent(handle)
    checked = task("work", "worker", check="member @critic")
    stage.voices([{"do": "assign", "tasks": [checked], "answer": "work"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        finish(stage.begin(1).id, CallOutcome(Result("Done.")))
        work = Task.objects.get(number=1)
        begin_check(work.id)
        stage.begin(2)
        Connection.objects.update(connector="agent_protocol")
        if deed == "take back":
            cancel_task(stage.owner, work.id)
        else:
            reassign_task(stage.owner, work.id, "other")

    assert [words.split(":")[0] for words in notices(stage, goal, "stopped")] == ["@critic can't be told to stop"]


def test_running_work_that_a_later_plan_replaces_is_given_up(stage):
    stage.agent("first")
    stage.agent("second")
    again = {"do": "assign", "tasks": [task("other", "second")], "answer": "other", "replaces": [1]}
    stage.voices([{"do": "assign", "tasks": [task("one", "first")], "answer": "one"}, again])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        post_message(stage.owner, stage.root(goal).id, "Let the second do it.")
        stage.speak(stage.claim(), again)
        finish(attempt.id, CallOutcome(Result("Too late.")))
    goal = stage.until_ended(goal)

    assert goal.answer == "second did it."
    assert stage.states(goal) == {1: "cancelled", 2: "done"}
