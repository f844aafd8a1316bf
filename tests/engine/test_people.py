"""What people say in rooms: heard at the next turn, never lost, and after the end the beginning of a new round."""

import pytest
from django.utils import timezone

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.chat.actions import notifications, post_message, resume, stop
from apps.chat.actions import pause as pause_team
from apps.chat.models import Message
from apps.chat.queries.goals import news_of
from apps.chat.queries.tree import tree
from apps.teams.models import Goal, Task
from tests.engine.conftest import task


def said(stage, goal: Goal, text: str) -> Message:
    """The message of these words in the root room."""
    return next(message for message in stage.messages(goal) if message.text == text)


def launched(stage) -> Goal:
    with stage.bells_lost():
        return stage.launch()


def test_a_message_is_read_by_the_next_turn(stage):
    stage.voices([{"do": "conclude", "answer": "Understood."}])
    goal = launched(stage)
    post_message(stage.operator, stage.root(goal).id, "Use the new figures.")

    goal = stage.until_ended(goal)
    message = said(stage, goal, "Use the new figures.")
    assert (message.delivery, message.read_in_turn) == ("next_turn", 1)
    assert message.member.user_id == stage.operator.user_id
    assert "messages.read" in stage.events(goal)


def test_a_note_is_for_people_and_no_turn_reads_it(stage):
    stage.voices([{"do": "conclude", "answer": "Understood."}])
    goal = launched(stage)
    post_message(stage.owner, stage.root(goal).id, "I will look at noon.", "note")

    goal = stage.until_ended(goal)
    note = said(stage, goal, "I will look at noon.")
    assert (note.delivery, note.read_in_turn) == ("note", None)


def test_a_message_during_a_turn_is_read_by_one_more_turn_before_anything_ends(stage):
    stage.voices([{"do": "say", "text": "not used"}, {"do": "conclude", "answer": "With the new figures."}])
    goal = launched(stage)
    with stage.bells_lost():
        claimed = stage.claim()
        post_message(stage.owner, stage.root(goal).id, "Use the new figures.")
        stage.speak(claimed, {"do": "conclude", "answer": "With the old figures."})

    assert Goal.objects.get().outcome == "running"
    goal = stage.until_ended(goal)
    assert goal.answer == "With the new figures."
    assert said(stage, goal, "Use the new figures.").read_in_turn == 2
    assert said(stage, goal, "With the old figures.").kind == "say"
    assert stage.room(goal).turns.count() == 2


def test_a_message_makes_a_turn_due_while_tasks_are_open(stage):
    stage.agent("worker")
    stage.voices(
        [
            {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"},
            {"do": "say", "text": "I have read it."},
        ]
    )
    goal = launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        stage.begin(1)
    post_message(stage.owner, stage.root(goal).id, "How far are you?")

    assert said(stage, goal, "How far are you?").read_in_turn == 2
    assert stage.states(goal) == {1: "working"}


def test_speaking_after_the_end_opens_a_new_round_and_the_old_answer_stands_in_the_room(stage):
    stage.agent("worker", {"result": "The first answer."})
    stage.voices(
        [
            {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"},
            {"do": "conclude", "answer": "The second answer."},
        ]
    )
    goal = stage.until_ended(stage.launch())
    assert goal.answer == "The first answer."

    post_message(stage.owner, stage.root(goal).id, "And in dollars?")

    goal = stage.until_ended(goal)
    assert (goal.outcome, goal.answer) == ("done", "The second answer.")
    assert [m.text for m in stage.messages(goal) if m.kind == "conclusion"] == [
        "The first answer.",
        "The second answer.",
    ]
    assert [m.number for m in stage.messages(goal)] == list(range(1, len(stage.messages(goal)) + 1))
    assert said(stage, goal, "And in dollars?").round == 2
    assert stage.room(goal).round == 2
    assert stage.events(goal).count("goal.ended") == 2
    assert "goal.reopened" in stage.events(goal)


def test_a_task_given_in_a_new_round_gets_the_next_number(stage):
    stage.agent("worker", {"result": "{brief}"})
    again = task("again", "worker", after=("#1",)) | {"brief": "Once more."}
    stage.voices(
        [
            {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"},
            {"do": "assign", "tasks": [again], "answer": "again"},
        ]
    )
    goal = stage.until_ended(stage.launch())

    post_message(stage.owner, stage.root(goal).id, "Once more, please.")

    goal = stage.until_ended(goal)
    assert goal.answer == "Once more."
    assert stage.states(goal) == {1: "done", 2: "done"}
    assert Task.objects.get(number=2).round == 2


def test_a_note_after_the_end_opens_no_round(stage):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    goal = stage.until_ended(stage.launch())

    post_message(stage.owner, stage.root(goal).id, "Well done.", "note")

    assert Goal.objects.get().outcome == "done"
    assert stage.room(goal).round == 1


def test_a_stopped_goal_goes_on_when_somebody_speaks(stage):
    stage.voices([{"do": "conclude", "answer": "Here it is."}])
    goal = launched(stage)
    stop(stage.owner, stage.root(goal).id)
    post_message(stage.owner, stage.root(goal).id, "I was too quick: go on.")

    assert stage.until_ended(goal).answer == "Here it is."


def test_a_goal_that_goes_on_says_no_more_why_it_had_ended(stage):
    stage.voices([{"do": "conclude", "answer": "Here it is."}])
    goal = launched(stage)
    stop(stage.owner, stage.root(goal).id)
    assert Goal.objects.get().failure
    Goal.objects.update(missing_skills=["flying"])

    with stage.bells_lost():
        post_message(stage.owner, stage.root(goal).id, "I was too quick: go on.")

    goal = Goal.objects.get()
    assert (goal.outcome, goal.failure, goal.missing_skills) == ("running", "", [])
    assert news_of(tree(goal.pk, timezone.now())) == ""


def test_the_room_of_a_finished_subteam_takes_no_message(stage):
    needs = ("finding old figures", "counting growth rates")
    stage.agent("finder", skill=needs[0])
    stage.agent("counter", {"result": "counted"}, skill=needs[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=needs)], "answer": "both"}
    stage.voices({"Do both.": [nested], "*": [plan]})
    stage.until_ended(stage.launch())

    with pytest.raises(Conflict, match="has finished"):
        post_message(stage.owner, stage.subteam().id, "Hello?")


def test_a_person_speaks_in_a_subteams_room_while_it_works(stage):
    needs = ("finding old figures", "counting growth rates")
    stage.agent("finder", skill=needs[0])
    stage.agent("counter", skill=needs[1])
    stage.voices(
        {
            "Do both.": [{"do": "conclude", "answer": "As you wish."}],
            "*": [{"do": "assign", "tasks": [task("both", needs=needs)], "answer": "both"}],
        }
    )
    goal = launched(stage)
    with stage.bells_lost():
        stage.speak(stage.claim(), stage.script()[0])
        notifications.form_subteam(Task.objects.get().id)
        message = post_message(stage.operator, stage.subteam().id, "Only the totals.")

    assert stage.until_ended(goal).answer == "As you wish."
    message.refresh_from_db()
    assert message.read_in_turn == 1


def test_a_message_while_paused_waits_for_the_resume(stage):
    stage.voices([{"do": "conclude", "answer": "Heard."}])
    goal = launched(stage)
    pause_team(stage.owner, stage.root(goal).id)
    message = post_message(stage.owner, stage.root(goal).id, "Mind the gap.")

    stage.sweep()
    message.refresh_from_db()
    assert message.read_in_turn is None

    resume(stage.owner, stage.root(goal).id)
    message.refresh_from_db()
    assert message.read_in_turn == 1


def test_a_viewer_may_not_speak(stage):
    goal = launched(stage)
    with pytest.raises(Forbidden, match="operator"):
        post_message(stage.viewer, stage.root(goal).id, "Hello")
    assert stage.kinds(goal) == ["goal"]


def test_a_room_of_another_workspace_does_not_exist(stage):
    goal = launched(stage)
    with pytest.raises(NotFound):
        post_message(stage.stranger, stage.root(goal).id, "Hello")


@pytest.mark.parametrize(
    ("text", "delivery", "field"),
    [
        ("", "next_turn", "text"),
        (" \n\t ", "next_turn", "text"),
        ("\x00\ud800", "next_turn", "text"),
        ("x" * 20_001, "next_turn", "text"),
        ("Hello", "at once", "delivery"),
    ],
)
def test_a_message_that_says_nothing_or_too_much_is_refused(stage, text, delivery, field):
    goal = launched(stage)
    with pytest.raises(Refused) as refused:
        post_message(stage.owner, stage.root(goal).id, text, delivery)
    assert list(refused.value.fields) == [field]
    assert stage.kinds(goal) == ["goal"]


def test_signs_that_no_database_stores_are_left_out(stage):
    goal = launched(stage)
    with stage.bells_lost():
        assert post_message(stage.owner, stage.root(goal).id, "a\x00b\ud83dc").text == "abc"
