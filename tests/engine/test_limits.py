"""Limits: a step that would pass one is not taken; the team pauses and a person says how to go on."""

import pytest
from django.db.models import F
from django.db.models.functions import Now

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result, Usage
from apps.chat.actions import change_limits, decide, notifications, post_message, resume, stop, turns
from apps.chat.actions import pause as pause_team
from apps.chat.domain.briefing import VoiceError
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.models import Turn
from apps.teams.actions import attempts
from apps.teams.domain.limits import MORE
from apps.teams.models import Approval, Attempt, Goal, Task, Team
from tests.engine.conftest import finish, task
from tests.people import waiting

NEEDS = ("finding old figures", "counting growth rates")
WORDS = [
    f"A thought about {topic}." for topic in ("apples", "the harbour", "seven old maps", "rain", "trade", "a violin")
]
TALK = [{"do": "say", "text": words, "next_speaker": "coordinator"} for words in WORDS]


def talk_until_limit(stage, **limits) -> Goal:
    """A goal that talks (100 tokens a turn) until a limit stops it."""
    stage.voices(TALK)
    goal = stage.launch(limits=limits)
    assert stage.pending().kind == "limit"
    return goal


def working(stage, **limits) -> tuple[Goal, Attempt]:
    """A goal whose one attempt is with its agent."""
    stage.agent("worker", {"result": "Done."})
    stage.voices(
        [{"do": "assign", "tasks": [task("work", "worker"), task("more", "worker", after=("work",))], "answer": "more"}]
    )
    with stage.bells_lost():
        goal = stage.launch(limits=limits)
        stage.speak(stage.claim(), stage.script()[0])
        return goal, stage.begin(1)


@pytest.mark.parametrize(("limits", "turns"), [({"turns": 2}, 2), ({"tokens": 150}, 2), ({"tokens": 1}, 1)])
def test_a_used_up_limit_pauses_the_team_and_asks(stage, limits, turns):
    goal = talk_until_limit(stage, **limits)

    assert stage.room(goal).turns.count() == turns
    assert stage.root(goal).frozen_at is not None
    assert stage.pending().options == [MORE, CONCLUDE, STOP]
    assert stage.kinds(goal)[-1] == "notice"
    stage.sweep()
    assert Approval.objects.count() == 1


def test_half_as_much_again_goes_on_until_that_is_used_up_too(stage):
    goal = talk_until_limit(stage, turns=2)

    decide(stage.operator, stage.pending().id, MORE)

    assert Goal.objects.get().limits["turns"] == 3
    assert stage.room(goal).turns.count() == 3
    assert stage.pending().kind == "limit"
    assert "limits.changed" in stage.events(goal)


def test_more_lets_the_team_go_on_where_one_turn_took_more_than_half_as_much_again(stage):
    goal = talk_until_limit(stage, tokens=30)

    decide(stage.operator, stage.pending().id, MORE)

    assert Goal.objects.get().limits["tokens"] == 150
    assert stage.room(goal).turns.count() == 2


def test_more_is_never_more_than_a_goal_may_have_at_all(stage):
    goal = talk_until_limit(stage, turns=2, tokens=1_000_000_000, minutes=43_200)

    decide(stage.operator, stage.pending().id, MORE)

    limits = Goal.objects.get().limits
    assert (limits["tokens"], limits["minutes"]) == (1_000_000_000, 43_200)
    assert stage.room(goal).turns.count() == 3


def test_a_person_concludes_with_what_there_is(stage):
    stage.agent("worker", {"result": "Half of it."})
    plan = {"do": "assign", "tasks": [task("work", "worker")]}
    stage.voices([plan, *TALK])
    goal = stage.launch(limits={"turns": 1})

    decide(stage.owner, stage.pending().id, CONCLUDE)

    goal = Goal.objects.get()
    assert goal.outcome == "partial"
    assert "Half of it." in goal.answer


def test_with_nothing_done_there_is_nothing_to_conclude_with(stage):
    talk_until_limit(stage, turns=2)

    decide(stage.owner, stage.pending().id, CONCLUDE)

    assert Goal.objects.get().outcome == "failed"
    assert Goal.objects.get().failure


def test_a_person_stops_at_the_limit(stage):
    talk_until_limit(stage, turns=2)

    decide(stage.operator, stage.pending().id, STOP)

    assert (Goal.objects.get().outcome, Goal.objects.get().failure) == ("stopped", "Stopped by Bob.")


def test_the_answer_at_a_limit_is_one_of_those_offered(stage):
    talk_until_limit(stage, turns=2)
    with pytest.raises(Refused, match="Choose one of"):
        decide(stage.owner, stage.pending().id, "Do as you like")


def test_other_limits_thaw_what_a_limit_froze(stage):
    goal = talk_until_limit(stage, turns=2)
    first = stage.pending()

    change_limits(stage.operator, goal.id, {"turns": 4})

    first.refresh_from_db()
    assert first.state == "lapsed"
    assert stage.room(goal).turns.count() == 4
    with pytest.raises(Conflict):
        decide(stage.owner, first.id, MORE)


def test_other_limits_do_not_thaw_what_a_person_paused(stage):
    stage.voices(TALK)
    with stage.bells_lost():
        goal = stage.launch(limits={"turns": 2})
        pause_team(stage.owner, stage.root(goal).id)

    change_limits(stage.owner, goal.id, {"turns": 4})

    assert stage.root(goal).frozen_at is not None
    assert stage.root(goal).deadline_at is None


def test_other_limits_leave_a_question_of_the_floor_open(stage):
    stage.voices([{"do": "ask_person", "question": "Which year?"}])
    goal = stage.launch()

    change_limits(stage.owner, goal.id, {"turns": 4})

    assert stage.pending().question == "Which year?"


def test_a_question_of_the_floor_outlives_a_limit(stage):
    stage.voices([{"do": "ask_person", "question": "Which year?"}, {"do": "conclude", "answer": "For 2014."}])
    goal = stage.launch()
    Team.objects.update(created_at=F("created_at") - stage.hour, deadline_at=Now() - stage.hour)
    stage.sweep()
    assert len(waiting()) == 2

    decide(stage.owner, Approval.objects.get(kind="limit").id, MORE)
    assert stage.pending().question == "Which year?"
    decide(stage.owner, stage.pending().id, "2014")

    assert stage.until_ended(goal).answer == "For 2014."


def test_the_limits_of_an_ended_goal_set_no_clock_running(stage):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    goal = stage.until_ended(stage.launch())

    change_limits(stage.owner, goal.id, {"minutes": 5})

    assert stage.root(goal).deadline_at is None
    assert Goal.objects.get().limits["minutes"] == 5


def test_minutes_run_out_when_nothing_happens(stage):
    goal, attempt = working(stage, minutes=30)
    Team.objects.update(created_at=F("created_at") - stage.hour, deadline_at=Now() - stage.hour / 2)

    stage.sweep()

    assert "time" in stage.pending().question
    assert stage.root(goal).frozen_at is not None
    finish(attempt.id, CallOutcome(Result("Done.")))
    assert stage.states(goal) == {1: "done", 2: "ready"}


def test_time_at_a_limit_does_not_count(stage):
    goal, attempt = working(stage, minutes=30)
    Team.objects.update(created_at=F("created_at") - stage.hour, deadline_at=Now() - stage.hour / 2)
    stage.sweep()
    change_limits(stage.owner, goal.id, {"minutes": 90})
    finish(attempt.id, CallOutcome(Result("Done.")))

    assert stage.until_ended(goal).answer == "Done."


def test_a_plan_made_in_the_last_turn_is_still_carried_out(stage):
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])

    assert stage.until_ended(stage.launch(limits={"turns": 1})).answer == "Done."


def test_money_that_an_agent_cost_is_booked_and_stops_the_next_step(stage):
    goal, attempt = working(stage, money=0.5)

    finish(attempt.id, CallOutcome(Result("Done.", Usage(prompt_tokens=10, completion_tokens=5, money=0.75))))
    stage.sweep()

    root = stage.root(goal)
    assert (root.spent_money, root.spent_tokens) == (0.75, 115 - 100)
    assert "money" in stage.pending().question
    assert stage.states(goal) == {1: "done", 2: "ready"}


def test_what_is_reserved_is_settled_on_what_was_used(stage):
    stage.agent("worker", {"result": "Done."})
    plan = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}
    stage.voices([plan])
    stage.until_ended(stage.launch())

    with stage.bells_lost():
        goal = stage.launch("Once more")
        claimed = stage.claim(stage.root(goal))
    assert stage.root(goal).spent_tokens == 100  # what the last turn took
    turns.fail(claimed, VoiceError("No.", permanent=True, usage=Usage(prompt_tokens=7)))

    assert stage.root(goal).spent_tokens == 7
    assert Turn.objects.get(conversation=stage.room(goal)).reserved_tokens == 0


def test_what_a_cancelled_call_had_reserved_is_free_again(stage):
    goal, attempt = working(stage)
    finish(attempt.id, CallOutcome(Result("Done.", Usage(prompt_tokens=40))))
    goal = stage.until_ended(goal)
    before = stage.root(goal).spent_tokens
    with stage.bells_lost():
        goal = stage.launch("Once more")
        stage.speak(stage.claim(stage.root(goal)), stage.script()[0])
        second = Attempt.objects.get(task__team__goal=goal)
        assert attempts.claim_attempt(second.id, "worker")
    second.refresh_from_db()
    assert second.reserved_tokens > 0
    spent = stage.root(goal).spent_tokens

    stop(stage.owner, stage.root(goal).id)

    assert stage.root(goal).spent_tokens == spent - second.reserved_tokens
    assert before > 0


def test_a_subteams_spending_counts_for_all_above_it(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.agent("counter", {"result": "counted"}, skill=NEEDS[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}
    stage.voices({"Do both.": [nested], "*": [plan]})

    goal = stage.until_ended(stage.launch(limits={"turns": 10, "tokens": 1000}))

    root, below = stage.root(goal), stage.subteam()
    assert (below.spent_turns, below.spent_tokens) == (1, 100)
    assert (root.spent_turns, root.spent_tokens, root.spent_teams) == (2, 200, 2)
    assert (below.grant["turns"], below.grant["tokens"], below.grant["depth"]) == (9, 900, 2)


def test_a_subteam_at_the_goals_limit_pauses_the_whole_goal_and_goes_on_with_more(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.agent("counter", {"result": "counted"}, skill=NEEDS[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}
    stage.voices({"Do both.": [TALK[0], TALK[1], nested], "*": [plan]})
    goal = stage.launch(limits={"turns": 2})

    assert Team.objects.filter(frozen_at=None).count() == 0
    assert stage.pending().team == stage.root(goal)

    decide(stage.owner, stage.pending().id, MORE)
    stage.sweep()
    decide(stage.owner, stage.pending().id, MORE)

    assert stage.until_ended(goal).answer == "counted"
    assert not Approval.objects.exclude(team=stage.root(goal)).exists()


def test_a_subteam_that_used_up_its_grant_goes_on_while_the_goal_has_more(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.agent("counter", {"result": "counted"}, skill=NEEDS[1])
    nested = {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
    plan = {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}
    stage.voices({"Do both.": [TALK[0], TALK[1], nested], "*": [plan]})
    with stage.bells_lost():
        goal = stage.launch(limits={"turns": 3})
        stage.speak(stage.claim(), plan)
        notifications.form_subteam(Task.objects.get().id)
        change_limits(stage.owner, goal.id, {"turns": 5})

    assert stage.until_ended(goal).answer == "counted"
    assert not Approval.objects.exists()
    assert stage.subteam().grant["turns"] == 4


def test_at_depth_nought_no_subteam_is_formed(stage):
    stage.agent("finder", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices([{"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}])

    goal = stage.until_ended(stage.launch(limits={"depth": 0}))

    assert (goal.outcome, sorted(goal.missing_skills)) == ("failed", sorted(NEEDS))
    assert Team.objects.count() == 1


def test_at_depth_nought_a_team_that_was_asked_for_is_one_agents_task(stage):
    stage.agent("finder", {"result": "found"}, skill=NEEDS[0])
    stage.voices(
        [
            {"do": "form_subteam", "title": "Find", "purpose": "Find it.", "needs": [NEEDS[0]]},
            {"do": "conclude", "answer": "Found."},
        ]
    )

    goal = stage.until_ended(stage.launch(limits={"depth": 0}))

    assert goal.answer == "Found."
    assert Team.objects.count() == 1
    assert Task.objects.get().result == "found"


def test_no_more_teams_than_the_limit(stage):
    stage.agent("finder", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices([{"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"}])

    goal = stage.until_ended(stage.launch(limits={"teams": 1}))

    assert goal.outcome == "failed"
    assert Team.objects.count() == 1


def test_a_team_that_fits_no_more_when_its_turn_comes_fails_its_task(stage):
    stage.agent("finder", skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices(
        [
            {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both"},
            {"do": "conclude", "answer": "Without."},
        ]
    )
    with stage.bells_lost():
        goal = stage.launch(limits={"teams": 2})
        stage.speak(stage.claim(), stage.script()[0])
        Team.objects.update(spent_teams=2)
        notifications.form_subteam(Task.objects.get().id)

    assert Task.objects.get().failure == "The limit on the number of teams is reached."
    assert stage.until_ended(goal).answer == "Without."


SENSELESS = (
    {"turns": -1},
    {"turns": 0},
    {"turns": "many"},
    {"turns": 1e9},
    {"tokens": -5},
    {"money": -0.1},
    {"money": float("nan")},
    {"minutes": 0},
    {"depth": -1},
    {"teams": 0},
    {"luck": 3},
)


@pytest.mark.parametrize("limits", SENSELESS)
def test_limits_that_make_no_sense_are_refused(stage, limits):
    with stage.bells_lost():
        goal = stage.launch()
    with pytest.raises(Refused) as refused:
        change_limits(stage.owner, goal.id, limits)
    assert list(refused.value.fields) == ["limits"]
    assert next(iter(limits)) in refused.value.fields["limits"]


def test_only_those_who_may_give_goals_change_limits(stage):
    with stage.bells_lost():
        goal = stage.launch()
    with pytest.raises(Forbidden):
        change_limits(stage.viewer, goal.id, {"turns": 5})
    with pytest.raises(NotFound):
        change_limits(stage.stranger, goal.id, {"turns": 5})


def test_a_resume_at_a_limit_asks_again(stage):
    goal = talk_until_limit(stage, turns=2)

    resume(stage.owner, stage.root(goal).id)

    assert stage.pending().kind == "limit"
    assert Approval.objects.count() == 2
    assert stage.room(goal).turns.count() == 2


def test_a_pause_at_a_limit_takes_its_place(stage):
    goal = talk_until_limit(stage, turns=2)
    pause_team(stage.owner, stage.root(goal).id)
    assert not Approval.objects.filter(state="pending").exists()

    change_limits(stage.owner, goal.id, {"turns": 3})
    assert stage.room(goal).turns.count() == 2
    resume(stage.owner, stage.root(goal).id)
    assert stage.room(goal).turns.count() == 3


def test_a_word_at_a_limit_is_heard_when_there_is_more(stage):
    goal = talk_until_limit(stage, turns=2)
    message = post_message(stage.owner, stage.root(goal).id, "Be brief.")
    assert stage.pending().kind == "limit"

    decide(stage.owner, stage.pending().id, MORE)

    message.refresh_from_db()
    assert message.read_in_turn == 3
