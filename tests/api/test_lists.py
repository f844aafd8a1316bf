"""Lists over REST: page after page gives each row once, in its order, and filters keep what they name."""

import json
from datetime import UTC, datetime, timedelta
from datetime import timezone as zone
from uuid import uuid4

import pytest
from django.utils import timezone
from ninja.responses import NinjaJSONEncoder

from apps.accounts.actions import issue_token
from apps.accounts.queries import actor_for
from apps.agents.actions import add_document
from apps.teams.domain.states import GoalOutcome
from ioa_web.answers import QuickEncoder
from tests import factories


def walked(program, path):
    """Every item of a list, read two at a time."""
    items, cursor = [], ""
    while cursor is not None:
        page = program.get(f"{path}{'&' if '?' in path else '?'}limit=2&cursor={cursor}").json()
        assert len(page["items"]) <= 2
        items, cursor = items + page["items"], page["next"]
    return items


def test_people_are_listed_in_the_order_they_joined(owner, office):
    for _ in range(3):
        factories.person(office.workspace, "viewer")
    shown = [one["username"] for one in walked(owner, "/members")]
    assert len(shown) == 6
    assert shown[:3] == [office.owner.username, office.operator.username, office.viewer.username]
    one = owner.get(f"/members/{office.viewer.pk}").json()
    assert (one["username"], one["role"]) == (office.viewer.username, "viewer")


def test_ones_own_tokens_are_listed_newest_first(owner, office):
    for name in ("first", "second", "third"):
        issue_token(actor_for(office.owner), name)
    assert [one["name"] for one in walked(owner, "/tokens")] == ["third", "second", "first", "tests"]


def test_the_library_is_listed_in_the_order_it_came(viewer, office):
    for name in ("a.txt", "b.txt", "c.txt"):
        add_document(office.workspace.pk, None, name, b"words")
    assert [one["name"] for one in walked(viewer, "/documents")] == ["a.txt", "b.txt", "c.txt"]


@pytest.mark.parametrize("kind", ["files", "teams", "tasks"])
def test_what_a_goal_has_is_listed_page_by_page(viewer, world, kind):
    whole = viewer.get(f"/goals/{world.goal.pk}/{kind}?limit=100").json()
    assert whole["next"] is None
    assert len(whole["items"]) >= 2
    shown = [one["id"] for one in walked(viewer, f"/goals/{world.goal.pk}/{kind}")]
    assert shown == [one["id"] for one in whole["items"]]


def test_a_parent_team_stands_before_its_subteams(viewer, world):
    seen = {None}
    for team in walked(viewer, f"/goals/{world.goal.pk}/teams"):
        assert team["parent"] in seen
        seen.add(team["id"])


def test_tasks_are_filtered_by_state(viewer, world):
    states = [one["state"] for one in walked(viewer, f"/goals/{world.goal.pk}/tasks")]
    for state in set(states):
        found = walked(viewer, f"/goals/{world.goal.pk}/tasks?state={state}")
        assert [one["state"] for one in found] == [state] * states.count(state)
    assert viewer.get(f"/goals/{world.goal.pk}/tasks?state=sleeping").status_code == 422


def test_decisions_are_filtered_by_goal(viewer, world):
    story = factories.small_goal(world.workspace, world.owner)
    story.root.ask("Go on?", "approval", ("Approve", "Deny"))
    (here,) = viewer.get(f"/approvals?goal={story.goal.pk}").json()["items"]
    assert here["question"] == "Go on?"
    assert len(viewer.get("/approvals").json()["items"]) > 1


def test_what_did_not_change_is_not_sent_again(viewer, world):
    for path in ("/members", f"/goals/{world.goal.pk}/files", "/documents", "/agents/scout"):
        first = viewer.get(path)
        again = viewer.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_goals_are_listed_page_by_page_whatever_the_filter(viewer, world):
    for ended in (GoalOutcome.DONE, GoalOutcome.DONE, GoalOutcome.FAILED, GoalOutcome.DONE):
        factories.small_goal(world.workspace, world.owner, outcome=ended, ended_at=timezone.now())
    whole = viewer.get("/goals?limit=100").json()["items"]
    assert [one["created_at"] for one in whole] == sorted((one["created_at"] for one in whole), reverse=True)
    assert [one["id"] for one in walked(viewer, "/goals")] == [one["id"] for one in whole]
    for status in {one["status"] for one in whole}:
        named = [one["id"] for one in whole if one["status"] == status]
        assert [one["id"] for one in walked(viewer, f"/goals?status={status}")] == named


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 23, 14, 5, 6, 123_456, tzinfo=UTC),
        datetime(2026, 11, 23, 14, 5, 6, 7, tzinfo=UTC),
        datetime(2026, 11, 23, 14, 5, 6, tzinfo=UTC),
        datetime(2026, 11, 23, 14, 5, 6, 123_456, tzinfo=zone(timedelta(hours=2))),
        datetime(2026, 11, 23, 14, 5, 6, 123_456),  # noqa: DTZ001 - the encoder is asked for any
    ],
)
def test_moments_and_ids_are_written_as_ninja_writes_them(moment):
    said = {"at": moment, "id": uuid4(), "day": moment.date(), "took": timedelta(seconds=3)}
    assert json.dumps(said, cls=QuickEncoder) == json.dumps(said, cls=NinjaJSONEncoder)


@pytest.mark.parametrize("query", ["status=done&status=failed", "limit=1&limit=2", "status=done&status=done"])
def test_what_is_asked_twice_of_one_value_is_refused_by_its_name(viewer, query):
    answer = viewer.get(f"/goals?{query}")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, query.partition("=")[0])


@pytest.mark.parametrize("path", ["/goals?stauts=failed", "/agents?availabilty=online", "/tokens?self=1", "/me?x"])
def test_a_misspelt_name_in_a_query_is_refused_by_its_name(operator, path):
    refused = operator.get(path)
    assert refused.status_code == 422
    assert [one["field"] for one in refused.json()["errors"]] == [path.partition("?")[2].partition("=")[0]]


def test_who_may_not_ask_is_told_that_first(nobody, office):
    assert nobody.get("/goals?stauts=failed").status_code == 401
