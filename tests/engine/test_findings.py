"""Ways of failing that show when an answer comes are kept, told in the room, and asked to be mended."""

import pytest
from django.db.models.functions import Now

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import post_message
from apps.chat.models import Finding, Message
from apps.teams.models import Attempt
from tests.api.conftest import program_of
from tests.asked import assignment
from tests.engine.conftest import finish, task

SHORT = {"do": "assign", "tasks": [task("work", "worker", brief="Sum up the lease in at most 5 words.")]}
SHORT["answer"] = "work"
LONG = "The lease of the building is dear, and nobody may leave it within three years."
GIVE_UP = {"do": "conclude", "answer": "Nobody did it.", "verdict": "failed"}


def test_a_result_that_disobeys_is_kept_as_a_finding_and_is_no_result(stage):
    worker = stage.agent("worker", {"result": LONG})
    stage.voices([SHORT, GIVE_UP])
    goal = stage.until_ended(stage.launch())

    assert stage.states(goal) == {1: "failed"}
    assert LONG not in goal.answer
    first = Finding.objects.order_by("created_at").first()
    assert (first.kind, first.agent_id, first.task.number, first.prevented) == ("disobeys_task", worker, 1, True)
    assert first.created_at < goal.ended_at
    assert "asked for: at most 5" in first.why
    assert (first.message.kind, LONG in first.message.text) == ("notice", True)
    assert first.message.data == {"about": "finding", "kind": "disobeys_task", "task": 1}


def test_its_agent_is_told_what_is_wrong_and_may_mend_it(stage):
    stage.agent("worker", {"result": LONG})
    stage.voices([SHORT])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), SHORT)
        finish(stage.begin(1).id, CallOutcome(Result(LONG)))
        Attempt.objects.filter(state="ready").update(not_before=Now())
        second = stage.begin(1)
        assert "asked for: at most 5" in assignment(second.id).request.brief_now
        finish(second.id, CallOutcome(Result("Dear, and for three years.")))
    assert stage.until_ended(goal).answer == "Dear, and for three years."
    assert Finding.objects.count() == 1


ASTRAY = (
    "The giraffe eats leaves from the crowns of acacias, and its tongue, which is blue and very long, protects "
    "itself from the sun. A herd wanders through dry savannas, and calves stand within one hour of birth."
)
MOVE = "Plan the move of our office to the new building in June."
NAME = {"do": "assign", "tasks": [task("work", "worker", brief="Name the risks.")], "answer": "work"}


def test_what_may_be_wrong_about_it_is_asked_once_more_and_then_taken(stage):
    stage.agent("worker")
    stage.voices([NAME])
    with stage.bells_lost():
        goal = stage.launch(MOVE)
        stage.speak(stage.claim(), NAME)
        finish(stage.begin(1).id, CallOutcome(Result(ASTRAY)))
        Attempt.objects.filter(state="ready").update(not_before=Now())
        finish(stage.begin(1).id, CallOutcome(Result(f"{ASTRAY} They hum at night.")))
    goal = stage.until_ended(goal)

    assert goal.answer.endswith("They hum at night.")
    assert list(Finding.objects.order_by("created_at").values_list("kind", "certain", "prevented")) == [
        ("derails", False, True),
        ("derails", False, False),
    ]


def test_the_same_words_again_are_no_second_answer(stage):
    stage.agent("worker", {"result": ASTRAY})
    stage.voices([NAME, GIVE_UP])
    goal = stage.until_ended(stage.launch(MOVE))

    assert ASTRAY not in goal.answer
    assert set(Finding.objects.values_list("kind", "certain", "prevented")) == {("derails", False, True)}


RENT = "The rent of the north site is 14.20 euros per square metre, by the owner's offer of the third of May."


@pytest.mark.parametrize(("again", "state"), [("Look the rent up.", "done"), ("Find who owns the site.", "failed")])
def test_a_result_may_come_again_for_the_same_work_and_not_for_other_work(stage, again, state):
    stage.agent("worker", {"result": RENT})
    stage.agent("clerk", {"result": "Nobody has rented it since May."})
    first, second = (task("work", "worker", brief=brief) for brief in ("Look the rent up.", again))
    more = {"do": "assign", "tasks": [second, task("ask", "clerk")], "answer": "work"}
    stage.voices([{"do": "assign", "tasks": [first]}, more, GIVE_UP])
    goal = stage.until_ended(stage.launch("What does the site cost?"))
    assert stage.states(goal)[2] == state


def test_a_person_who_corrects_is_heard_by_whoever_answers_later(stage):
    stage.agent("worker", {"result": "Lunch for 12 people is ordered."})
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}, GIVE_UP])
    with stage.bells_lost():
        goal = stage.launch("Order lunch for 12 people.")
        stage.speak(stage.claim(), stage.script()[0])
        post_message(stage.owner, stage.root(goal).id, "There will be 22 people.")
    assert "12 people" not in stage.until_ended(goal).answer
    assert set(Finding.objects.values_list("kind", flat=True)) == {"loses_history"}


def test_a_question_that_was_answered_twice_is_not_asked_a_third_time(stage):
    stage.agent("worker", {"ask": "Which building do you mean?"})
    answers = [
        {"do": "say", "text": text, "answers": 1} for text in ("The new one.", "That by the station, in Elm Road.")
    ]
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")]}, *answers, GIVE_UP])
    goal = stage.until_ended(stage.launch())

    assert stage.kinds(goal).count("question") == 2
    assert set(Finding.objects.values_list("kind", flat=True)) == {"resets"}


def test_an_honest_goal_has_no_finding_and_no_word_of_one(stage):
    stage.agent("finder", {"result": "It grew by 5% to 1,200."})
    stage.agent("writer", {"result": "A report on growth: 1,200, which is 5% more."})
    plan = [task("find", "finder"), task("write", "writer", after=("find",))]
    stage.voices([{"do": "assign", "tasks": plan, "answer": "write"}])
    stage.until_ended(stage.launch())

    assert not Finding.objects.exists()
    assert not Message.objects.filter(data__about="finding").exists()


def test_who_talks_on_when_all_is_done_loses_the_floor_to_the_lead(stage):
    agent = stage.agent("worker", {"result": "Done."})
    stage.agent("other")
    words = ["Nice work.", "A good day for all of us.", "How about a break?", "I like breaks.", "Tea would be fine."]
    talk = [{"do": "say", "text": text, "next_speaker": "worker"} for text in words]
    plan = {"do": "assign", "tasks": [task("work", "worker")]}
    stage.voices([plan, talk[0], *talk[1:], {"do": "conclude", "accepts": 1}])
    goal = stage.until_ended(stage.launch())

    (found,) = Finding.objects.all()
    assert (found.kind, found.agent_id, goal.answer) == ("talks_on", agent, "Done.")
    assert [text for text in words if text in [message.text for message in stage.messages(goal)]] == words


def test_a_check_that_says_nothing_of_what_it_checked_is_none(stage):
    stage.agent("writer", {"result": "The lease costs 48,200 and the movers 17,940."})
    stage.agent("checker", {"result": "Looks good to me!"})
    plan = [task("write", "writer"), task("check", "checker", after=("write",), brief="Check the costs.")]
    stage.voices([{"do": "assign", "tasks": plan, "answer": "check"}, GIVE_UP])
    stage.until_ended(stage.launch())

    assert set(Finding.objects.values_list("kind", flat=True)) == {"skips_check"}


def test_a_check_that_lets_a_figure_pass_from_nowhere_checks_wrongly(stage):
    stage.agent("finder", {"result": "The lease costs 48,200 and the movers 17,940."})
    stage.agent("writer", {"result": "We pay 48,200 for the lease and 19,740 to the movers."})
    stage.agent("checker", {"result": "I compared the lease of 48,200 and the movers; all of it is right."})
    plan = [
        task("find", "finder"),
        task("write", "writer", after=("find",)),
        task("check", "checker", after=("find", "write"), brief="Check the text against the figures."),
    ]
    stage.voices([{"do": "assign", "tasks": plan, "answer": "check"}, GIVE_UP])
    stage.until_ended(stage.launch())

    (first, second) = Finding.objects.order_by("created_at")
    assert (first.kind, second.kind) == ("checks_wrongly", "checks_wrongly")
    assert "19,740" in first.why


def test_programs_are_given_the_findings_of_a_goal_in_their_order(stage):
    stage.agent("worker", {"result": LONG})
    stage.voices([SHORT, GIVE_UP])
    goal = stage.until_ended(stage.launch())

    program = program_of(stage.user)
    first = program.get(f"/goals/{goal.id}/findings?limit=1").json()
    (one,) = first["items"]
    room = {message.number: message for message in stage.messages(goal)}
    assert (one["kind"], one["agent"], one["prevented"]) == ("disobeys_task", "worker", True)
    assert room[one["number"]].data["kind"] == one["kind"]
    (second,) = program.get(f"/goals/{goal.id}/findings?cursor={first['next']}").json()["items"]
    assert second["id"] != one["id"]
    assert second["task"] == one["task"]
    assert [one["certain"], second["certain"]] == [True, True]
    assert [one["handling"], second["handling"]] == ["asked_again", "task_failed"]
