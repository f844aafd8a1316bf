"""The page of a plan: rows that are saved one by one, moved and left out, and its Start."""

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.queries import actor_for
from apps.teams.actions.plans import edit_step
from apps.teams.domain.plans import StepChange
from apps.teams.models import Approval, Goal, Task
from tests import factories
from tests.markup import shown


@pytest.fixture
def held(world):
    return factories.held_plan(world)


def saved(client, task, **fields):
    sent = {"version": "1", "title": task.title, "brief": task.brief, "check": "", **fields}
    return client.post(reverse("step", args=[task.pk]), sent, headers={"HX-Request": "true"})


def test_the_plan_has_a_row_for_each_step_and_waits_for_start(signed_in, world, held):
    html = signed_in.get(reverse("plan", args=[world.root.team.pk])).content.decode()
    assert 'value="Check the figures"' in html
    assert "Waits for Start" in html
    room = signed_in.get(reverse("room", args=[world.goal.pk])).content.decode()
    assert f'href="{reverse("plan", args=[world.root.team.pk])}"' in room


def test_a_plan_that_ended_before_it_was_started_promises_no_other(signed_in, world, held):
    Task.objects.filter(team=world.root.team).update(state="cancelled")
    Goal.objects.filter(pk=world.goal.pk).update(outcome="stopped", ended_at=timezone.now())
    html = signed_in.get(reverse("plan", args=[world.root.team.pk])).content.decode()
    assert "No step of it is left." in html
    assert "There is no step yet" not in html


def test_a_row_is_saved_by_itself_and_says_so(signed_in, held):
    fields = {"title": "Write two pages", "after": str(held[0].number), "has_after": "1", "needs_ok": "on"}
    html = saved(signed_in, held[1], **fields).content.decode()
    assert "Saved" in html
    assert 'name="version" value="2"' in html
    task = Task.objects.get(pk=held[1].pk)
    assert (task.title, task.planned_check["kind"]) == ("Write two pages", "person")
    assert list(task.depends_on.all()) == [held[0]]


def test_of_two_who_change_a_row_the_second_is_shown_the_newer_one_and_who_it_was(signed_in, world, held):
    edit_step(actor_for(world.operator), held[0].pk, 1, StepChange(title="Check all figures"))
    answer = saved(signed_in, held[0], title="Check no figures")
    html = answer.content.decode()
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == f"#step-{held[0].pk}"
    assert 'value="Check all figures"' in html
    assert f"{world.operator} changed this step meanwhile" in html
    assert Task.objects.get(pk=held[0].pk).title == "Check all figures"


def test_what_is_wrong_with_a_row_is_said_below_it(signed_in, held):
    answer = saved(signed_in, held[0], title="")
    assert answer.status_code == 422
    assert "Give the step a name." in answer.content.decode()


@pytest.mark.parametrize("version", ["", "none", "99999999999"])
def test_a_row_that_names_no_version_is_refused(signed_in, held, version):
    assert signed_in.post(reverse("step", args=[held[0].pk]), {"version": version}).status_code == 302
    assert Task.objects.get(pk=held[0].pk).title == "Check the figures"


def test_a_row_goes_down_and_is_left_out(signed_in, held):
    first, second = held
    scripted = {"headers": {"HX-Request": "true"}}
    html = signed_in.post(reverse("step-move", args=[first.pk]), {"up": "0"}, **scripted).content.decode()
    assert html.index(f'id="step-{second.pk}') < html.index(f'id="step-{first.pk}')
    html = signed_in.post(reverse("step-drop", args=[first.pk]), **scripted).content.decode()
    assert f"step-{first.pk}" not in html


def test_start_begins_what_comes_after_nothing(signed_in, world, held):
    signed_in.post(reverse("plan-start", args=[world.root.team.pk]))
    assert [Task.objects.get(pk=one.pk).state for one in held] == ["ready", "planned"]
    html = signed_in.get(reverse("plan", args=[world.root.team.pk])).content.decode()
    assert "Waits for Start" not in html
    assert 'name="version"' in html  # the later step can still be changed


def test_another_plan_is_asked_for_in_words(signed_in, world, held):
    signed_in.post(reverse("plan-again", args=[world.root.team.pk]), {"note": "Without meat."})
    assert {Task.objects.get(pk=one.pk).state for one in held} == {"cancelled"}
    assert Approval.objects.get(kind="plan").answer == "Without meat."


def test_who_may_only_look_reads_the_plan_without_its_fields(as_viewer, world, held):
    answer = as_viewer.get(reverse("plan", args=[world.root.team.pk]))
    assert "Check the figures" in shown(answer)
    assert 'name="brief"' not in answer.content.decode()
    assert 'name="note"' not in answer.content.decode()


def test_the_plan_comes_first_where_the_goal_or_the_workspace_says_so(signed_in, world):
    signed_in.post(reverse("launch"), {"text": "Plot it.", "plan": "first"})
    signed_in.post(reverse("launch"), {"text": "Plot that."})
    signed_in.post(reverse("settings-plan"), {"shown": "on"})
    signed_in.post(reverse("launch"), {"text": "Plot both."})
    signed_in.post(reverse("launch"), {"text": "Plot none.", "plan": "at once"})
    given = Goal.objects.filter(text__startswith="Plot ").exclude(pk=world.goal.pk)
    asked = dict(given.values_list("text", "shows_plan"))
    assert asked["Plot it."] is asked["Plot both."] is True
    assert asked["Plot that."] is asked["Plot none."] is False


def test_above_start_stands_what_it_will_take_and_it_is_worked_out_again_after_a_change(signed_in, world, held):
    html = signed_in.get(reverse("plan", args=[world.root.team.pk])).content.decode()
    assert html.index('id="rehearsal"') < html.index("plan/start/")
    assert saved(signed_in, held[0], needs_ok="on").headers["HX-Trigger"] == "plan-changed"
    again = shown(signed_in.get(reverse("plan-rehearsal", args=[world.root.team.pk])))
    assert "1 answer" in again


def test_each_row_says_what_may_come_of_it_and_a_change_says_it_anew(signed_in, world, held):
    Task.objects.filter(pk=held[0].pk).update(seats=[{"handle": "scout"}])
    html = signed_in.get(reverse("plan", args=[world.root.team.pk])).content.decode()
    rows = {task: html.split(f'id="step-{task.pk}"')[1].split("</li>")[0] for task in held}
    assert "Effect not known" in rows[held[0]]
    assert "Only reads" in rows[held[1]]
    assert "Only reads" in saved(signed_in, held[1], title="Write two pages").content.decode()


def test_a_team_that_would_do_a_step_is_named_in_the_language_of_the_page(signed_in, world, held):
    Task.objects.filter(pk=held[0].pk).update(seats=[{"handle": "scout"}])
    address, german = reverse("plan", args=[world.root.team.pk]), {"Accept-Language": "de"}
    html = signed_in.get(address, headers=german).content.decode()
    assert 'value="Ein Team unter der Leitung von Scribe"' in html
    rehearsed = signed_in.get(reverse("plan-rehearsal", args=[world.root.team.pk]), headers=german)
    assert "ein Team unter der Leitung von Scribe" in shown(rehearsed)
