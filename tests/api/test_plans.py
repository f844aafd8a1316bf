"""A plan over REST: read, changed row by row, started."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.teams.models import Attempt, Task
from tests import factories


@pytest.fixture
def held(world):
    return factories.held_plan(world)


def steps(answer):
    return [(step["title"], step["after"]) for step in answer.json()["steps"] if step["is_editable"]]


def test_a_plan_is_read_changed_and_started(operator, world, held):
    first, second = held
    plan = operator.get(f"/teams/{world.root.team.pk}/plan")
    assert plan.json()["waits"]
    assert ("Write the report", [first.number]) in steps(plan)

    changed = operator.send("PATCH", f"/tasks/{second.pk}/step", {"version": 1, "title": "Write it", "after": []})
    assert changed.status_code == 200
    assert (changed.json()["version"], changed.json()["after"]) == (2, [])
    moved = operator.post(f"/tasks/{second.pk}/step/move", {"up": True})
    order = [title for title, _ in steps(moved)]
    assert order.index("Write it") < order.index("Check the figures")
    assert not operator.post(f"/teams/{world.root.team.pk}/plan/start", {}).json()["waits"]
    assert set(Task.objects.filter(pk__in=[first.pk, second.pk]).values_list("state", flat=True)) == {"ready"}
    assert operator.post(f"/teams/{world.root.team.pk}/plan/start", {}).status_code == 409


def test_who_changes_an_older_row_is_given_the_newer_one(operator, held):
    address = f"/tasks/{held[0].pk}/step"
    assert operator.send("PATCH", address, {"version": 1, "title": "Check twice"}).status_code == 200
    late = operator.send("PATCH", address, {"version": 1, "title": "Check once"})
    assert late.status_code == 409
    assert "changed this step meanwhile" in late.json()["detail"]
    assert (late.json()["step"]["title"], late.json()["step"]["version"]) == ("Check twice", 2)


def test_a_step_is_left_out_and_another_plan_is_asked_for(operator, world, held):
    assert operator.send("DELETE", f"/tasks/{held[0].pk}/step").status_code == 200
    assert operator.post(f"/teams/{world.root.team.pk}/plan/again", {"note": ""}).status_code == 422
    again = operator.post(f"/teams/{world.root.team.pk}/plan/again", {"note": "Shorter."})
    assert again.status_code == 200
    assert steps(again) == []


def test_what_it_will_take_is_told_from_what_its_agents_took(operator, world, held):
    scribe = held[0].owner.agent
    done = world.root.task("Write a letter", held[0].owner, "done")
    began = timezone.now() - timedelta(hours=1)
    Attempt.objects.update(excused=True)
    for number, seconds in ((11, 30), (12, 40), (13, 90)):
        Attempt.objects.create(
            task=done,
            number=number,
            agent=scribe,
            state="done",
            not_before=began,
            started_at=began,
            ended_at=began + timedelta(seconds=seconds),
            money=0.5,
        )
    Task.objects.exclude(pk__in=[one.pk for one in held]).filter(state="planned").update(state="cancelled")
    operator.send("PATCH", f"/tasks/{held[1].pk}/step", {"version": 1, "needs_ok": True})
    found = operator.get(f"/teams/{world.root.team.pk}/plan/rehearsal").json()
    assert found["seconds"]["likely"] == 80.0
    assert found["seconds"]["high"] == 180.0
    assert found["answers"] == 1
    assert found["money"]["likely"] == 1.0
