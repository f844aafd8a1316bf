"""What a day may cost a workspace and each person in it, and how many of their goals run at one time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from apps.accounts.domain.errors import Crowded, Forbidden, Refused
from apps.agents.domain.calls import Result, Usage
from apps.agents.gateway.event_validation import MOST_MONEY, MOST_TOKENS, check_event
from apps.chat.actions import decide, post_message, sweeper, turns
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.queries import due_work
from apps.journal.actions import clock
from apps.teams.actions import limits
from apps.teams.domain.limits import AGAIN, Payer
from apps.teams.models import Approval, DaySpend, Goal
from apps.teams.queries import limits as queries
from apps.teams.queries.limits import accounts_of
from tests.engine.conftest import task

TALK = [{"do": "say", "text": f"A thought about {what}.", "next_speaker": "coordinator"} for what in ("rain", "maps")]
END = {"do": "conclude", "answer": "That is all."}


@pytest.fixture(autouse=True)
def looked_at_each_time(monkeypatch):
    monkeypatch.setattr(queries, "LOOK_SECONDS", 1e-6)


def spent(stage, payer=Payer.WORKSPACE, actor=None):
    actor = actor or stage.owner
    return next(one for one in accounts_of(actor.workspace_id, actor.user_id, clock()) if one.payer is payer).spent


def test_turns_and_calls_are_booked_for_the_day_of_whoever_gave_the_goal(stage):
    stage.agent("solo", {"result": "done", "usage": {"prompt_tokens": 30, "completion_tokens": 12}})
    stage.voices([{"do": "assign", "tasks": [task("solo", "solo")], "answer": "solo"}])
    stage.launch()
    today = spent(stage, Payer.PERSON)
    assert (today.tokens, today.goals) == (Goal.objects.get().teams.get().spent_tokens, 1)
    assert today.tokens > 0
    assert spent(stage) == today


def test_a_new_round_is_booked_to_whoever_opens_it(stage):
    stage.voices([END])
    goal = stage.launch()
    first = spent(stage, Payer.PERSON).tokens
    post_message(stage.operator, stage.root(goal).id, "And tomorrow?")
    assert stage.until_ended(goal).created_by_id == stage.owner.user_id
    assert spent(stage, Payer.PERSON).tokens == first > 0
    assert spent(stage, Payer.PERSON, stage.operator).tokens == first
    assert spent(stage).tokens == 2 * first


def test_a_round_that_another_opens_runs_on_their_budget(stage):
    stage.voices([END])
    goal = stage.launch()
    limits.lower(stage.owner, {Payer.PERSON: {"tokens": spent(stage).tokens}})
    with pytest.raises(Crowded, match="You have used up"):
        post_message(stage.owner, stage.root(goal).id, "And tomorrow?")
    post_message(stage.operator, stage.root(goal).id, "And tomorrow?")
    assert stage.until_ended(goal).outcome == "done"
    assert spent(stage, Payer.PERSON, stage.operator).tokens == spent(stage, Payer.PERSON).tokens


def test_a_used_up_budget_pauses_the_goal_and_asks(stage):
    limits.lower(stage.owner, {Payer.WORKSPACE: {"tokens": 50}})
    stage.voices([*TALK, END])
    goal = stage.launch()  # a turn takes 100 tokens
    assert stage.room(goal).turns.count() == 1
    assert stage.pending().options == [AGAIN, CONCLUDE, STOP]


def test_a_goal_goes_on_by_itself_when_there_is_budget_again(stage):
    limits.lower(stage.owner, {Payer.WORKSPACE: {"tokens": 50}})
    stage.voices([*TALK, END])
    goal = stage.launch()
    sweeper.sweep()
    assert stage.root(goal).frozen_at is not None
    DaySpend.objects.update(day=clock().date() - timedelta(days=1))
    sweeper.sweep()
    goal.refresh_from_db()
    assert goal.outcome == "running"  # one turn more, and that used it up again
    assert stage.room(goal).turns.count() == 2


def test_an_owner_who_allows_more_lets_it_go_on(stage, django_capture_on_commit_callbacks):
    limits.lower(stage.owner, {Payer.PERSON: {"tokens": 50}})
    stage.voices([*TALK, END])
    goal = stage.launch()
    asked = stage.pending()
    with django_capture_on_commit_callbacks(execute=True):
        limits.lower(stage.owner, {Payer.PERSON: {"tokens": None}})
    decide(stage.operator, asked.id, AGAIN)
    goal.refresh_from_db()
    assert goal.outcome == "done"


def test_trying_again_while_nothing_is_left_asks_again(stage):
    limits.lower(stage.owner, {Payer.WORKSPACE: {"tokens": 50}})
    stage.voices([*TALK, END])
    goal = stage.launch()
    decide(stage.operator, stage.pending().id, AGAIN)
    assert stage.root(goal).frozen_at is not None
    assert Approval.objects.filter(state="pending").count() == 1


@pytest.mark.parametrize(("payer", "whose"), [(Payer.WORKSPACE, "This workspace has"), (Payer.PERSON, "You have")])
def test_more_goals_than_a_day_may_have_are_refused_until_the_next(stage, payer, whose):
    limits.lower(stage.owner, {payer: {"goals": 2}})
    stage.voices([END])
    stage.launch()
    stage.launch()
    with pytest.raises(Crowded, match=f"{whose} used up today's budget") as refused:
        stage.launch()
    assert 0 < refused.value.seconds <= 86_400
    assert Goal.objects.count() == 2


def test_goals_beyond_those_that_may_run_wait_and_begin_when_one_ends(stage):
    limits.lower(stage.owner, {Payer.WORKSPACE: {"running": 1}})
    stage.voices([END])
    with stage.bells_lost():
        first, second = stage.launch(), stage.launch()
        claimed = stage.claim(stage.root(first))
        assert claimed is not None
        assert due_work.to_begin(clock(), 10) == []
        assert turns.claim(stage.room(second).id, "a worker") is None
    stage.speak(claimed, END)
    sweeper.sweep()
    second.refresh_from_db()
    assert second.outcome == "done"


@pytest.mark.parametrize("payer", list(Payer))
def test_no_more_goals_begin_than_may_run_when_many_workers_begin_them_at_once(stage, payer):
    limits.lower(stage.owner, {payer: {"running": 2}})
    stage.voices([END])
    with stage.bells_lost():
        rooms = [stage.room(stage.launch()).id for _ in range(8)]
        together = threading.Barrier(len(rooms))

        def claim(room):
            together.wait()
            try:
                return turns.claim(room, "a worker")
            finally:
                connection.close()

        with ThreadPoolExecutor(len(rooms)) as workers:
            claimed = [one for one in workers.map(claim, rooms) if one]
    assert len(claimed) == 2
    assert Goal.objects.exclude(started_at=None).count() == 2


def test_a_new_round_of_a_goal_that_had_ended_is_one_of_those_that_may_run(stage):
    stage.voices([END])
    first, second = stage.launch(), stage.launch()
    limits.lower(stage.owner, {Payer.WORKSPACE: {"running": 1}})
    with stage.bells_lost():
        for goal in (first, second):
            post_message(stage.operator, stage.root(goal).id, "And tomorrow?")
        claimed = stage.claim(stage.root(first))
        assert turns.claim(stage.room(second).id, "a worker") is None
    stage.speak(claimed, END)
    sweeper.sweep()
    second.refresh_from_db()
    assert second.outcome == "done"


def test_one_persons_goals_do_not_keep_anothers_waiting(stage):
    limits.lower(stage.owner, {Payer.PERSON: {"running": 1}})
    stage.voices([END])
    with stage.bells_lost():
        first, other = stage.launch(), stage.launch()
        Goal.objects.filter(pk=other.pk).update(paid_by=stage.viewer.user_id)
        stage.claim(stage.root(first))
        assert stage.claim(stage.root(other)) is not None


def test_only_an_owner_lowers_budgets_and_never_above_what_the_installation_allows(stage, settings):
    settings.IOA_BUDGETS = settings.IOA_BUDGETS | {"person": {"tokens": 500, "money": 5.0, "goals": 5, "running": 5}}
    with pytest.raises(Forbidden):
        limits.lower(stage.operator, {Payer.PERSON: {"tokens": 10}})
    with pytest.raises(Refused, match="whole number from 1 to 500"):
        limits.lower(stage.owner, {Payer.PERSON: {"tokens": 501}})
    with pytest.raises(Refused, match="no budget of that name"):
        limits.lower(stage.owner, {Payer.PERSON: {"tolkiens": 1}})
    limits.lower(stage.owner, {Payer.PERSON: {"tokens": 500}})


def test_what_an_agent_says_it_used_is_bounded_and_marked_as_its_word(stage):
    said = check_event(Result("done", Usage(10**12, 10**12, 10.0**9)))
    assert said.usage == Usage(MOST_TOKENS, 0, MOST_MONEY)
    stage.agent("solo", {"result": "done", "usage": {"prompt_tokens": 30, "completion_tokens": 12}})
    stage.voices([{"do": "assign", "tasks": [task("solo", "solo")], "answer": "solo"}])
    stage.launch()
    team = Goal.objects.get().teams.get()
    assert 0 < team.spent_claimed < team.spent_tokens
    assert spent(stage).claimed == team.spent_claimed
