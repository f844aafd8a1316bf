"""An agent that can't go on asks: a colleague, the floor, the team above, a person, in that order."""

import pytest

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.chat.actions import decide, pause, post_message, resume, stop
from apps.teams.models import Attempt, Goal, Question
from tests.engine.conftest import task
from tests.people import asked, waiting

NEEDS = ("finding old figures", "counting growth rates")


def asking(stage, handle: str = "asker", question: str = "Which year?", **fields):
    """An agent that asks, and then says what it was told."""
    steps = ({"if_answered": [{"result": "It was {answer}."}]}, {"ask": question})
    return stage.agent(handle, *steps, **fields)


def given(*rest: dict) -> list[dict]:
    """A script whose first turn gives the asker its task."""
    return [{"do": "assign", "tasks": [task("work", "asker")], "answer": "work"}, *rest]


def test_the_floor_answers_and_the_agent_goes_on(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "2014", "answers": 1}))

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "It was 2014."
    assert stage.kinds(goal) == ["goal", "formation", "assign", "question", "say", "conclusion"]
    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["asked", "done"]
    assert not asked()


def test_the_colleague_whose_skills_fit_speaks_first(stage):
    asking(stage, question="What is the growth rate of the harbour?")
    stage.agent("counter", skill="growth rates of the harbour")
    tasks = [task("work", "asker"), task("later", "counter", after=("work",))]
    stage.voices(
        [{"do": "assign", "tasks": tasks, "answer": "work"}, {"do": "say", "text": "Seven percent", "answers": 1}]
    )

    goal = stage.until_ended(stage.launch())

    answer = next(message for message in stage.messages(goal) if message.text == "Seven percent")
    assert answer.member.agent.handle == "counter"
    assert answer.task_number == 1
    assert goal.answer == "It was Seven percent."


def test_a_question_nobody_answers_goes_to_a_person_and_the_agent_gets_the_answer(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    goal = stage.launch()

    approval = stage.pending()
    assert (approval.kind, approval.question, approval.task.number) == ("question", "Which year?", 1)
    question = next(message for message in stage.messages(goal) if message.kind == "question")
    assert question.data == {"task": 1, "approval": str(approval.id)}
    decide(stage.operator, approval.id, "2020")

    goal = stage.until_ended(goal)
    assert goal.answer == "It was 2020."
    approval.refresh_from_db()
    assert (approval.state, approval.answer, approval.decided_by_id) == ("answered", "2020", stage.operator.user_id)


def test_the_floor_passes_a_question_on_in_its_own_words_and_with_options(stage):
    asking(stage)
    passed = {"do": "ask_person", "question": "Which year do you mean?", "options": ["2014", "2020"], "task": 1}
    stage.voices(given(passed))
    goal = stage.launch()

    assert (stage.pending().question, stage.pending().options) == ("Which year do you mean?", ["2014", "2020"])
    decide(stage.owner, stage.pending().id, "2014")

    assert stage.until_ended(goal).answer == "It was 2014."


def test_a_persons_word_in_the_room_answers_the_one_question_that_is_open(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    goal = stage.launch()

    post_message(stage.owner, stage.root(goal).id, "2016")

    assert stage.until_ended(goal).answer == "It was 2016."
    (put,) = asked()
    assert (put.state, put.answer, put.decided_by_id) == ("answered", "2016", stage.owner.user_id)


def test_the_answer_to_one_agent_leaves_the_other_question_open(stage):
    asking(stage, "one", "Which year?")
    asking(stage, "two", "Which town?")
    tasks = [task("one", "one"), task("two", "two"), task("sum", "one", after=("one", "two"))]
    stage.voices(
        [{"do": "assign", "tasks": tasks}, {"do": "say", "text": "No idea."}, {"do": "say", "text": "Nor here."}]
    )
    goal = stage.launch()
    stage.until(lambda: len(waiting()) == 2)

    decide(stage.owner, next(one.id for one in waiting() if one.question == "Which year?"), "2014")

    assert stage.pending().question == "Which town?"
    stage.until(lambda: stage.states(goal)[1] == "done")
    assert stage.states(goal)[2] == "asking"


def test_an_agent_that_asks_twice_gets_both_answers_in_turn(stage):
    stage.agent("asker", {"ask": "And now?"})
    stage.voices(given({"do": "say", "text": "first", "answers": 1}, {"do": "say", "text": "second", "answers": 1}))
    stage.launch()
    stage.until(lambda: Attempt.objects.count() >= 3)

    assert {"first", "second"} >= set(Question.objects.filter(state="answered").values_list("answer", flat=True))
    assert Attempt.objects.filter(state="asked").count() >= 2


def test_a_subteams_question_goes_to_the_team_above_first(stage):
    asking(stage, "asker", "Which year?", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices(
        {
            "Do both.": [
                {"do": "assign", "tasks": [task("work", "asker")], "answer": "work"},
                {"do": "say", "text": "None of us knows."},
            ],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"},
                {"do": "say", "text": "2018", "answers": 1},
            ],
        }
    )

    goal = stage.until_ended(stage.launch())

    assert goal.answer == "It was 2018."
    assert not asked()
    question = next(message for message in stage.messages(goal) if message.kind == "question")
    assert (question.text, question.task_number) == ("Which year?", 1)


def known_to_nobody(stage, *then):
    """A goal whose sub-team asks what neither it nor the team above knows; `then` is what it says after that."""
    asking(stage, "asker", "Which year?", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices(
        {
            "Do both.": [
                {"do": "assign", "tasks": [task("work", "asker")], "answer": "work"},
                {"do": "say", "text": "None of us knows."},
                *then,
            ],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"},
                {"do": "say", "text": "Nor do we."},
            ],
        }
    )
    goal = stage.launch()
    assert stage.pending().team == stage.root(goal)
    return goal


def test_a_subteams_question_that_the_team_above_can_not_answer_goes_to_a_person(stage):
    goal = known_to_nobody(stage, {"do": "say", "text": "Good, go on.", "answers": 1})

    decide(stage.owner, stage.pending().id, "2012")

    assert stage.until_ended(goal).answer == "It was 2012."


def test_questions_lapse_when_the_goal_is_stopped(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    goal = stage.launch()
    approval = stage.pending()

    stop(stage.owner, stage.root(goal).id)

    approval.refresh_from_db()
    assert approval.state == "lapsed"
    with pytest.raises(Conflict, match="the team went on without it"):
        decide(stage.owner, approval.id, "2014")


def test_the_second_answer_to_a_question_is_a_conflict_that_names_the_first(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    stage.launch()
    approval = stage.pending()
    decide(stage.operator, approval.id, "2014")

    with pytest.raises(Conflict, match="already answered by Bob: 2014"):
        decide(stage.owner, approval.id, "2015")


def test_a_viewer_may_not_answer_and_a_stranger_sees_no_question(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    stage.launch()
    with pytest.raises(Forbidden):
        decide(stage.viewer, stage.pending().id, "2014")
    with pytest.raises(NotFound):
        decide(stage.stranger, stage.pending().id, "2014")
    assert stage.pending().state == "pending"


@pytest.mark.parametrize("answer", ["", "  ", "\x00", "x" * 20_001])
def test_an_answer_that_says_nothing_or_too_much_is_refused(stage, answer):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    stage.launch()
    with pytest.raises(Refused) as refused:
        decide(stage.owner, stage.pending().id, answer)
    assert list(refused.value.fields) == ["answer"]


def test_an_answer_while_paused_is_used_after_the_resume(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "I don't know."}))
    goal = stage.launch()
    pause(stage.owner, stage.root(goal).id)
    decide(stage.owner, stage.pending().id, "2019")
    stage.sweep()
    assert stage.states(goal) == {1: "ready"}

    resume(stage.owner, stage.root(goal).id)
    assert stage.until_ended(goal).answer == "It was 2019."
    assert Goal.objects.get().outcome == "done"


def test_a_subteams_question_that_a_person_answers_in_its_own_room_is_taken_back_above(stage):
    goal = known_to_nobody(stage)

    post_message(stage.owner, stage.subteam().id, "2012")

    assert stage.until_ended(goal).answer == "It was 2012."
    (put,) = asked()
    assert put.state == "answered"
