"""Who may have nothing done any more: what runs in their name ends, also what has begun."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.actions import (
    change_role,
    issue_token,
    remove_member,
    revoke_token,
    switch_off_account,
    switch_off_member,
)
from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import ApiToken, User
from apps.accounts.queries import actor_for_token, tokens_of
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import GoalRequest, launch_goal, post_message, stop
from apps.chat.actions.lost_authority import stop_unauthorised
from apps.chat.actions.notifications import form_subteam
from apps.teams.actions import attempts
from apps.teams.models import Attempt, Task
from tests import factories
from tests.engine.conftest import finish, task

PLAN = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}


@pytest.fixture
def second(stage) -> Actor:
    """Another owner, who stays."""
    user = factories.person(stage.workspace, name="Olga")
    return Actor(user.pk, stage.workspace.pk, Role.OWNER, "Olga")


@pytest.fixture
def at_work(stage):
    """An agent in the middle of a call, for the owner."""
    stage.agent("worker")
    stage.voices([PLAN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        return goal, stage.begin(1)


def lower(actor, user_id):
    change_role(actor, user_id, Role.VIEWER)


def switch_off_everywhere(actor, user_id):
    switch_off_account(User.objects.create(username="runner", is_staff=True), user_id)


@pytest.mark.parametrize(
    ("take_away", "why"),
    [
        (switch_off_everywhere, "no longer belongs to the workspace"),
        (remove_member, "no longer belongs to the workspace"),
        (switch_off_member, "no longer belongs to the workspace"),
        (lower, "may not give goals any more"),
    ],
)
def test_what_an_agent_is_at_ends_with_who_had_asked_for_it(stage, at_work, second, take_away, why):
    goal, attempt = at_work
    take_away(second, stage.owner.user_id)
    attempt.refresh_from_db()
    goal.refresh_from_db()
    sentence = f"Stopped: {stage.user} {why}, in whose name it was asked for."
    assert (attempt.state, attempt.task.state) == ("cancelled", "failed")
    assert attempt.failure == attempt.task.failure == sentence
    assert (goal.outcome, goal.failure, stage.messages(goal)[-1].text) == ("stopped", sentence, sentence)


def test_what_it_gives_after_that_is_not_the_teams_any_more(stage, at_work, second):
    goal, attempt = at_work
    remove_member(second, stage.owner.user_id)
    finish(attempt.id, CallOutcome(Result("Too late.")))
    attempt.refresh_from_db()
    goal.refresh_from_db()
    assert (attempt.state, goal.answer) == ("late", "")


def launched(stage, actor, text):
    """A goal of somebody, whose agent is in the middle of a call."""
    goal = launch_goal(actor, GoalRequest(text=text))
    stage.speak(stage.claim(stage.root(goal)), PLAN)
    attempt = Attempt.objects.get(state="ready")
    assert attempts.claim_attempt(attempt.id, "a slow worker")
    return goal


def test_with_a_token_ends_what_it_had_asked_for_and_nothing_else(stage):
    stage.agent("worker", concurrency=2)
    program = actor_for_token(issue_token(stage.owner, "nightly"))
    with stage.bells_lost():
        of_token, of_person = launched(stage, program, "Nightly"), launched(stage, stage.owner, "By hand")
    revoke_token(stage.owner, tokens_of(stage.owner)[0].id)
    of_token.refresh_from_db()
    of_person.refresh_from_db()
    assert (of_token.outcome, of_person.outcome) == ("stopped", "running")
    assert f"the token “nightly” of {stage.user} was revoked" in of_token.failure
    states = dict(Attempt.objects.values_list("task__team__goal", "state"))
    assert states == {of_token.id: "cancelled", of_person.id: "running"}


def test_a_token_that_has_run_out_is_found_without_a_bell(stage):
    stage.agent("worker")
    program = actor_for_token(issue_token(stage.owner, "nightly"))
    with stage.bells_lost():
        goal = launched(stage, program, "Nightly")
    stop_unauthorised()
    assert Attempt.objects.get().state == "running"
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    stop_unauthorised()
    goal.refresh_from_db()
    assert (Attempt.objects.get().state, goal.outcome) == ("cancelled", "stopped")


def test_a_lost_bell_changes_nothing_about_it(stage, at_work, second):
    _, attempt = at_work
    with stage.bells_lost():
        remove_member(second, stage.owner.user_id)
    attempt.refresh_from_db()
    assert attempt.state == "running"
    stop_unauthorised()
    attempt.refresh_from_db()
    assert attempt.state == "cancelled"


def test_what_another_person_asked_for_in_the_same_room_goes_on(stage, second):
    """The first one's task is done for nobody; the second one's word stands, and theirs is done."""
    stage.agent("worker")
    stage.agent("other", {"result": "For Olga."})
    later = {"do": "assign", "tasks": [task("more", "other")], "answer": "more"}
    stage.voices([PLAN, later, {"do": "wait_for", "tasks": [2]}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        post_message(second, stage.root(goal).id, "And more of it, for me")
        remove_member(second, stage.owner.user_id)
    stop_unauthorised()
    attempt.refresh_from_db()
    goal.refresh_from_db()
    assert (attempt.state, attempt.task.state, goal.outcome) == ("cancelled", "failed", "running")
    assert attempt.failure == attempt.task.failure
    assert "in whose name it was asked for" in attempt.failure
    goal = stage.until_ended(goal)
    assert goal.answer == "For Olga."


def test_so_does_a_goal_that_they_open_anew(stage, at_work, second):
    goal, _ = at_work
    remove_member(second, stage.owner.user_id)
    post_message(second, stage.root(goal).id, "Go on in my name")
    goal = stage.until_ended(goal)
    assert (goal.outcome, goal.answer) == ("done", "worker did it.")


def test_a_team_of_its_own_is_stopped_with_the_task_that_it_was_formed_for(stage, second):
    needs = ("finding old figures", "counting growth rates")
    stage.agent("finder", skill=needs[0])
    stage.agent("counter", skill=needs[1])
    inner = {"do": "assign", "tasks": [task("a", "finder")], "answer": "a"}
    outer = {"do": "assign", "tasks": [task("both", needs=needs)], "answer": "both"}
    stage.voices({"Do both.": [inner], "*": [outer]})
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), outer)
        form_subteam(Task.objects.get().id)
        stage.speak(stage.claim(stage.subteam()), inner)
        attempt = Attempt.objects.get(state="ready")
        assert attempts.claim_attempt(attempt.id, "a slow worker")
        post_message(second, stage.root(goal).id, "I am here, too")
        remove_member(second, stage.owner.user_id)
    stop_unauthorised()
    attempt.refresh_from_db()
    goal.refresh_from_db()
    assert (attempt.state, goal.outcome) == ("cancelled", "running")
    assert stage.subteam().ended_at is not None
    assert dict(Task.objects.values_list("title", "state")) == {"Both": "cancelled", "A": "failed"}
    stop(second, stage.root(goal).id)


def test_nobody_is_stopped_where_nobody_has_lost_anything(stage, at_work, second):
    with stage.bells_lost():
        change_role(second, stage.owner.user_id, Role.OPERATOR)
    stop_unauthorised(stage.workspace.pk)
    stop_unauthorised()
    assert (Attempt.objects.get().state, Task.objects.get().state) == ("running", "working")
