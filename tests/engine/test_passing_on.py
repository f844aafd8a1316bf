"""A question stays one row however often it is passed on, to the same or to fewer, and has one answer."""

import threading

import pytest
from django.db import connection

from apps.accounts.actions import remove_member
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.models import Origin
from apps.chat.actions import answer_question, cancel_task, decide, forward_question, post_message, stop
from apps.chat.models import Conversation
from apps.journal.actions import clock
from apps.teams.models import Attempt, Question, QuestionHop, Task
from tests.engine.conftest import task
from tests.engine.test_questions import NEEDS, asking, given, known_to_nobody

NOBODY_KNOWS = {"do": "say", "text": "I don't know."}
ASKED = {"do": "ask_person", "question": "Which year?"}


@pytest.fixture
def asked(stage):
    """A goal whose agent's question nobody in the room could answer: people are asked."""
    asking(stage)
    stage.voices(given(NOBODY_KNOWS, {"do": "say", "text": "1999", "answers": 1}))
    goal = stage.launch()
    return goal, Question.objects.get()


def test_a_question_that_goes_up_is_the_same_row_with_a_hop_for_each_time(stage):
    goal = known_to_nobody(stage, {"do": "say", "text": "Good, go on.", "answers": 1})
    question = Question.objects.get()
    above, put = QuestionHop.objects.order_by("at", "id")
    assert (above.room, above.to_people, put.room, put.to_people) == (stage.root(goal), False, stage.root(goal), True)
    assert question.task.team == stage.subteam()
    assert set(Task.objects.filter(state="asking").values_list("asks", flat=True)) == {question.id}

    answer_question(stage.owner, question.id, "2012")

    assert stage.until_ended(goal).answer == "It was 2012."
    question.refresh_from_db()
    assert (question.state, question.answer, question.answered_by.user_id) == ("answered", "2012", stage.owner.user_id)
    assert question.told.number == 2


def test_a_subteam_takes_back_what_it_had_passed_up(stage):
    goal = known_to_nobody(stage)
    post_message(stage.owner, stage.subteam().id, "2012")
    assert stage.until_ended(goal).answer == "It was 2012."
    assert (Question.objects.get().state, Question.objects.get().answer) == ("answered", "2012")


def test_the_answer_of_a_person_keeps_who_gave_it_and_where_that_chain_begins(stage, asked):
    _, question = asked
    decide(stage.operator, question.hop_id, "2014")
    question.refresh_from_db()
    origin = Origin.objects.get(id=question.origin_id)
    assert (origin.kind, origin.user_id) == ("person", stage.operator.user_id)
    assert question.answered_by.user_id == stage.operator.user_id
    assert question.told == Attempt.objects.get(number=2)


def test_the_answer_of_an_agent_keeps_its_member_and_its_goals_chain(stage):
    asking(stage)
    stage.voices(given({"do": "say", "text": "2014", "answers": 1}))
    goal = stage.until_ended(stage.launch())
    question = Question.objects.get()
    assert (question.answered_by.kind, question.origin_id) == ("coordinator", goal.origin_id)
    assert question.hop is None


def test_who_a_question_was_not_put_to_is_refused_with_a_sentence(stage, asked):
    goal, question = asked
    forward_question(stage.owner, question.id, stage.operator.user_id)
    with pytest.raises(Forbidden, match=r"was put to operator\d+ alone"):
        decide(stage.owner, stage.pending().id, "2014")
    with pytest.raises(Forbidden, match="alone"):
        forward_question(stage.owner, question.id, None)
    post_message(stage.owner, stage.root(goal).id, "2014")
    assert Question.objects.get().state == "open", "a word in the room does not answer for another"
    decide(stage.operator, stage.pending().id, "2020")
    assert stage.until_ended(goal).answer == "It was 2020."


def test_what_was_put_to_somebody_who_has_left_others_may_answer(stage, asked):
    goal, question = asked
    forward_question(stage.owner, question.id, stage.operator.user_id)
    remove_member(stage.owner, stage.operator.user_id)
    answer_question(stage.owner, question.id, "2020")
    assert stage.until_ended(goal).answer == "It was 2020."


def test_agents_no_longer_answer_what_only_a_person_can(stage):
    asking(stage)
    stage.voices(given(ASKED | {"task": 1}))
    goal = stage.launch()
    assert Question.objects.get().answerable_by == "people"
    with stage.bells_lost():
        Conversation.objects.filter(team=stage.root(goal)).update(turn_state="due", turn=9, turn_due_at=clock())
        stage.speak(stage.claim(), {"do": "say", "text": "1999", "answers": 1})
    assert (Question.objects.get().state, stage.messages(goal)[-1].text) == ("open", "1999")


def test_a_question_is_never_passed_on_to_more_people(stage, asked):
    _, question = asked
    forward_question(stage.owner, question.id, stage.operator.user_id)
    before = QuestionHop.objects.count()
    with pytest.raises(Refused, match="only be passed on to the same people or to fewer"):
        forward_question(stage.operator, question.id, None)
    with pytest.raises(Refused, match="same people or to fewer"):
        forward_question(stage.operator, question.id, stage.owner.user_id)
    assert QuestionHop.objects.count() == before
    forward_question(stage.operator, question.id, stage.operator.user_id)
    assert QuestionHop.objects.count() == before, "the same once more is nothing new"


def test_only_who_may_answer_is_passed_a_question(stage, asked):
    _, question = asked
    for nobody in (stage.viewer.user_id, stage.stranger.user_id):
        with pytest.raises(Refused) as refused:
            forward_question(stage.owner, question.id, nobody)
        assert list(refused.value.fields) == ["person"]
    with pytest.raises(Forbidden):
        forward_question(stage.viewer, question.id, None)
    with pytest.raises(NotFound):
        forward_question(stage.stranger, question.id, None)


def test_the_coordinators_question_is_put_to_people_only_and_closes_with_the_goal(stage):
    stage.voices([ASKED])
    goal = stage.launch()
    question = Question.objects.get()
    assert (question.task, question.answerable_by, question.member.kind) == (None, "people", "coordinator")
    stop(stage.owner, stage.root(goal).id)
    question.refresh_from_db()
    assert question.state == "lapsed"
    with pytest.raises(Conflict, match="went on without it"):
        answer_question(stage.owner, question.id, "2014")


def test_a_question_closes_with_its_task(stage, asked):
    _, question = asked
    cancel_task(stage.owner, question.task_id)
    question.refresh_from_db()
    assert question.state == "lapsed"
    with pytest.raises(Conflict, match="went on without it"):
        answer_question(stage.owner, question.id, "2014")


def test_of_twenty_who_answer_at_one_moment_one_wins(stage, asked):
    goal, question = asked
    gate, won, lost = threading.Barrier(20), [], []

    def give(number: int) -> None:
        gate.wait()
        try:
            answer_question(stage.owner, question.id, f"answer {number}")
            won.append(number)
        except Conflict as conflict:
            lost.append(str(conflict))
        finally:
            connection.close()

    with stage.bells_lost():
        threads = [threading.Thread(target=give, args=[number]) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    question.refresh_from_db()
    assert (len(won), len(lost)) == (1, 19)
    assert question.answer == f"answer {won[0]}"
    assert all("already answered by" in reason for reason in lost)
    assert Attempt.objects.count() == 2
    assert [message.text for message in stage.messages(goal) if message.kind == "answer"] == [question.answer]


def test_a_subteams_own_question_is_answered_above(stage):
    stage.agent("one", skill=NEEDS[0])
    stage.agent("two", skill=NEEDS[1])
    stage.voices(
        {
            "Do both.": [ASKED, {"do": "conclude", "answer": "For 2014."}],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"},
                {"do": "say", "text": "2014", "answers": 1},
            ],
        }
    )
    assert stage.until_ended(stage.launch()).answer == "For 2014."
    question = Question.objects.get()
    assert (question.state, question.answer, question.told, question.attempt) == ("answered", "2014", None, None)


LOW, MIDDLE = ("mending nets", "weighing anchors"), ("reading charts", "tying knots")


def three_levels(stage, *top):
    """A goal whose team has a team that has a team, whose agent asks what nobody below knows; then the top says `top`.

    No room has a word left that answers by itself: what is said in it is said to the question that came up.
    """
    asking(stage, "asker", "Which year?", skill=LOW[0])
    for handle, skill in {"low": LOW[1], "chart": MIDDLE[0], "knot": MIDDLE[1]}.items():
        stage.agent(handle, skill=skill)
    stage.voices(
        {
            "Do nets.": [
                {"do": "assign", "tasks": [task("work", "asker")], "answer": "work"},
                {"do": "say", "text": "None of us knows."},
            ],
            "Do charts.": [
                {"do": "assign", "tasks": [task("nets", needs=LOW)], "answer": "nets"},
                {"do": "say", "text": "Nor do we."},
            ],
            "*": [{"do": "assign", "tasks": [task("charts", needs=MIDDLE)], "answer": "charts"}, *top],
        }
    )
    return stage.launch()


def test_a_question_keeps_its_identity_over_three_levels_and_is_answered_once_where_it_was_asked(stage):
    goal = three_levels(stage, ASKED | {"task": 1})
    (question,) = Question.objects.all()
    assert (question.task.team.depth, question.room.depth, question.state) == (2, 0, "open")
    hops = QuestionHop.objects.order_by("at", "id").values_list("room__depth", "to_people", "answerable_by")
    assert list(hops) == [(1, False, "anybody"), (0, False, "anybody"), (0, True, "people")]
    assert set(Task.objects.filter(state="asking").values_list("team__depth", "asks")) == {
        (depth, question.id) for depth in range(3)
    }

    answer_question(stage.operator, question.id, "2012")
    with pytest.raises(Conflict, match="already answered by Bob: 2012"):
        answer_question(stage.owner, question.id, "2013")

    assert stage.until_ended(goal).answer == "It was 2012."
    question.refresh_from_db()
    assert (question.answer, question.told.number, question.told.task) == ("2012", 2, question.task)
    assert Attempt.objects.filter(task=question.task).count() == 2, "the agent was told once"


def test_no_room_below_answers_what_the_top_keeps_for_people(stage):
    goal = three_levels(stage, ASKED | {"task": 1})
    for room in Conversation.objects.filter(team__goal=goal).select_related("team"):
        with stage.bells_lost():
            Conversation.objects.filter(id=room.id).update(turn_state="due", turn=9, turn_due_at=clock())
            stage.speak(stage.claim(room.team), {"do": "say", "text": "1999", "answers": 1})
        (question,) = Question.objects.all()
        assert (question.state, question.answerable_by, question.answer) == ("open", "people", ""), room.team
    answer_question(stage.owner, question.id, "2012")
    assert stage.until_ended(goal).answer == "It was 2012."


def test_an_agent_answers_at_the_second_level_and_nobody_above_is_asked_any_more(stage):
    goal = three_levels(stage, {"do": "say", "text": "I look it up.", "next_speaker": "coordinator"})
    middle = Task.objects.get(team__depth=1).team
    with stage.bells_lost():
        Conversation.objects.filter(team=middle).update(turn_state="due", turn=9, turn_due_at=clock())
        stage.speak(stage.claim(middle), {"do": "say", "text": "2001", "answers": 1})
    assert stage.until_ended(goal).answer == "It was 2001."
    (question,) = Question.objects.all()
    assert (question.state, question.answered_by.kind) == ("answered", "agent")
