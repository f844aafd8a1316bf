"""Before the end the lead sees the answer: it accepts, has it written anew, sends results back, or gives more work."""

from dataclasses import replace

import pytest

from apps.accounts.domain.workspace_settings import Review
from apps.chat.domain.machine.effects import EndTeam, Post, ReviseTask
from apps.chat.domain.machine.review import MAX_SENT_BACK
from apps.chat.domain.states import MessageKind
from apps.chat.domain.utterances import Assign, Conclude, Say, SendBack, Verdict
from apps.teams.domain.states import TaskState
from tests.chat.machine.room import CHAIN, DUE, ENDED, LEAD, WAITING, Room, draft

WRONG = SendBack(task=2, wrong="March is missing.")
ONE = Assign(tasks=(draft("a"),), answer="a")


def reviewed(review=Review.AUTO, plan=CHAIN, **how):
    room = Room(**how)
    room.standing = replace(room.standing, review=review)
    room.say(plan)
    for number in range(1, len(plan.tasks) + 1):
        room.start(number)
        room.settle(number, result=f"Result {number}.")
    return room


def end_of(effects):
    return next(effect for effect in effects if isinstance(effect, EndTeam))


def test_the_answer_of_several_tasks_lies_before_the_lead_before_anything_ends():
    room = reviewed()
    assert room.standing.liveness is DUE
    assert room.standing.speaker == LEAD
    assert room.standing.draft_task.number == 2


@pytest.mark.parametrize(
    ("review", "plan", "how"),
    [(Review.AUTO, ONE, {}), (Review.NEVER, CHAIN, {}), (Review.ALWAYS, CHAIN, {"nested": True})],
)
def test_one_task_a_sub_team_or_a_goal_that_wants_none_ends_without(review, plan, how):
    assert reviewed(review, plan, **how).standing.liveness is ENDED


@pytest.mark.parametrize(("awaited", "liveness"), [(True, DUE), (False, ENDED)])
def test_one_task_is_reviewed_where_the_plan_has_the_lead_look_at_it(awaited, liveness):
    room = Room()
    room.say(ONE)
    room.start(1)
    room.standing = replace(
        room.standing, tasks={1: replace(room.standing.tasks[1], awaits_review=awaited)}, review=Review.AUTO
    )
    room.settle(1, result="Result 1.")
    assert room.standing.liveness is liveness


def test_one_task_is_reviewed_where_that_is_always_wanted():
    assert reviewed(Review.ALWAYS, ONE).standing.liveness is DUE


def test_a_draft_that_is_accepted_is_the_answer_of_who_made_it():
    end = end_of(reviewed().say(Conclude(accepts=2)))
    assert (end.verdict, end.answer, end.task) == (Verdict.DONE, "Result 2.", 2)


def test_an_answer_that_the_lead_writes_comes_with_the_files_of_the_draft():
    effects = reviewed().say(Conclude(answer="Both: 1 and 2.", verdict=Verdict.PARTIAL, missing=("March",)))
    end = end_of(effects)
    assert (end.verdict, end.answer, end.task, end.missing) == (Verdict.PARTIAL, "Both: 1 and 2.", 2, ("March",))
    (said,) = [one for one in effects if isinstance(one, Post) and one.kind is MessageKind.CONCLUSION]
    assert said.by_speaker
    assert not said.by_owner


def test_what_is_sent_back_is_done_anew_and_reviewed_again():
    room = reviewed()
    effects = room.say(WRONG)
    assert ReviseTask(task=2, number=3, wrong="March is missing.", is_answer=True) in effects
    assert room.standing.liveness is WAITING
    room.settle(3, result="With March.")
    assert room.standing.draft_task.number == 3
    assert end_of(room.say(Conclude(accepts=3))).answer == "With March."


def test_a_part_that_is_sent_back_leads_to_a_turn_of_the_lead():
    room = reviewed()
    room.say(SendBack(task=1, wrong="March is missing."))
    room.settle(3, result="With March.")
    assert room.standing.liveness is DUE
    assert end_of(room.say(Conclude(answer="All of it."))).answer == "All of it."


def test_nothing_is_sent_back_more_often_than_may_be():
    room = reviewed()
    for number in range(2, 2 + MAX_SENT_BACK):
        room.say(SendBack(task=number, wrong=f"Reason {number}."))
        room.settle(number + 1, result=f"Try {number}.")
    last = 2 + MAX_SENT_BACK
    room.say(SendBack(task=last, wrong="Still not."))
    assert "often enough" in room.standing.memory.repair
    assert end_of(room.say(Conclude(accepts=last))).verdict is Verdict.DONE


@pytest.mark.parametrize("said", [SendBack(task=9, wrong="What?"), Conclude(accepts=9)])
def test_a_task_that_is_not_there_is_asked_for_again(said):
    room = reviewed()
    room.say(said)
    assert "task 9 has no result" in room.standing.memory.repair
    assert room.standing.liveness is DUE


def test_one_more_task_leads_to_another_review():
    room = reviewed()
    room.say(Assign(tasks=(draft("c", "#2"),), answer="c"))
    room.settle(3, result="All of it.")
    assert room.standing.draft_task.number == 3


def test_a_lead_that_does_nothing_about_the_draft_lets_it_pass():
    assert end_of(reviewed().say(Say(text="Looks good to me."))).answer == "Result 2."


def test_where_nobody_can_review_the_draft_is_given_as_far_as_it_goes():
    room = reviewed()
    effects = room.fail("The model is away.", permanent=True)
    end = end_of(effects)
    assert (end.verdict, end.answer, end.task) == (Verdict.PARTIAL, "Result 2.", 2)
    assert any(isinstance(one, Post) and one.text == "The model is away." for one in effects)


def test_it_waits_until_all_that_was_given_has_settled():
    room = Room()
    room.standing = replace(room.standing, review=Review.AUTO)
    room.say(Assign(tasks=(draft("a"), draft("b")), answer="a"))
    room.settle(1, result="Early.")
    assert room.standing.liveness is WAITING
    room.settle(2, TaskState.CANCELLED)
    assert room.standing.draft_task.number == 1


def test_what_a_person_says_meanwhile_is_read_before_the_end():
    room = reviewed()
    room.claim()
    room.person("22 people, not 12.")
    room.say(Conclude(accepts=2))
    assert room.standing.liveness is DUE
