"""All events of a workspace's goals as CloudEvents: from now or from a moment on, and from where one left off."""

import asyncio
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import AsyncClient
from django.utils import timezone

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.api import long_polls
from apps.api.rest import stream, workspace_stream
from apps.core.chains import ChainIds
from apps.journal.actions import recording
from apps.journal.queries import events_after
from apps.teams.queries.goal_streams import goal_news
from tests import factories
from tests.api.conftest import Program, program_of

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.05)


def at_the_beginning(**back):
    return f"?since={(timezone.now() - timedelta(**back)).isoformat().replace('+00:00', 'Z')}"


def heard(user, query="", *, headers=None, meanwhile=None, until=lambda text: "still here" in text):
    """What a client hears until it has heard enough."""
    token = {"Authorization": f"Bearer {issue_token(actor_for(user), uuid4().hex)}"}

    async def listen():
        answer = await AsyncClient().get(f"/api/v1/workspace/stream{query}", headers=token | (headers or {}))
        text = ""
        async with asyncio.timeout(30):
            async for part in answer.streaming_content:
                text += part.decode()
                if meanwhile is not None and "still here" in text:
                    await asyncio.to_thread(elsewhere, meanwhile)
                if until(text):
                    break
        return text

    return asyncio.run(listen())


def elsewhere(work):
    work()
    connection.close()


def told(text):
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\n") if line.startswith("data: ")]


def places(text):
    return [int(line.removeprefix("id: ")) for line in text.split("\n") if line.startswith("id: ")]


def named(events):
    return [(event["source"], event["id"]) for event in events]


def spend(goal):
    with recording(goal.pk) as log:
        log.add("spend.changed", ChainIds(goal=goal.pk))


def test_it_tells_of_every_goal_each_in_order_and_without_a_gap(world, settings):
    other = factories.small_goal(world.workspace, world.owner, "Another goal").goal
    events = told(heard(world.viewer, at_the_beginning(hours=1)))
    for goal in (world.goal, other):
        source = f"{settings.IOA_PUBLIC_URL}/goals/{goal.pk}"
        numbers = [int(event["id"]) for event in events if event["source"] == source]
        assert numbers == list(range(1, len(events_after(goal.pk, 0)) + 1))
    assert {event["specversion"] for event in events} == {"1.0"}
    assert {event["data"]["goal"] for event in events} >= {str(world.goal.pk), str(other.pk)}


def test_without_a_place_it_begins_now(world):
    text = heard(world.viewer, meanwhile=lambda: spend(world.goal), until=lambda text: "data: " in text)
    assert {event["type"] for event in told(text)} == {"ioa.spend.changed"}


def test_one_statement_finds_the_goals_with_news_however_many_there_are(world, django_assert_num_queries):
    others = [factories.small_goal(world.workspace, world.owner, f"Goal {number}").goal for number in range(3)]
    with django_assert_num_queries(1):
        everything = goal_news(world.workspace.pk, timezone.now() - timedelta(hours=1))
    assert {each.goal_id for each in everything} >= {world.goal.pk, *(goal.pk for goal in others)}
    assert all(each.after == 0 < each.newest for each in everything)
    now = timezone.now()
    spend(others[1])
    (news,) = goal_news(world.workspace.pk, now)
    assert (news.goal_id, news.newest - news.after) == (others[1].pk, 1)


def test_what_another_workspace_does_is_not_told(world):
    stranger = factories.workspace()
    factories.small_goal(stranger, factories.person(stranger), "A secret goal")
    assert "secret goal" not in heard(world.viewer, at_the_beginning(hours=1))


def test_only_the_kinds_that_are_asked_for_come(world):
    text = heard(world.viewer, f"{at_the_beginning(hours=1)}&kind=team.formed&kind=goal.created")
    assert {event["type"] for event in told(text)} == {"ioa.team.formed", "ioa.goal.created"}


@pytest.mark.parametrize("by", ["after", "Last-Event-ID"])
def test_who_goes_on_where_it_left_off_misses_nothing(world, by):
    first = heard(world.viewer, at_the_beginning(hours=1))
    place = places(first)[-1]
    spend(world.goal)
    query, headers = (f"?after={place}", {}) if by == "after" else ("", {"Last-Event-ID": str(place)})
    second = told(heard(world.viewer, query, headers=headers))
    assert "ioa.spend.changed" in {event["type"] for event in second}
    everything = {(each, event.seq) for each in [world.goal.pk] for event in events_after(world.goal.pk, 0, 9999)}
    seen = set(named(told(first))) | set(named(second))
    assert {(source.rpartition("/")[2], int(number)) for source, number in seen} >= {
        (str(goal), seq) for goal, seq in everything
    }


def test_who_is_cut_off_in_the_middle_is_sent_all_of_that_again(world, monkeypatch):
    monkeypatch.setattr(workspace_stream, "PAGE", 5)
    begun = at_the_beginning(hours=1)
    cut = heard(world.viewer, begun, until=lambda text: text.count("data: ") >= 7)
    again = told(heard(world.viewer, f"?after={places(cut)[-1]}"))
    assert set(named(told(cut))) <= set(named(again))


def test_what_was_told_does_not_come_again_for_ever(world, monkeypatch):
    monkeypatch.setattr(workspace_stream, "SLOWEST", timedelta(0))
    first = heard(world.viewer, at_the_beginning(hours=1))
    assert told(heard(world.viewer, f"?after={places(first)[-1]}")) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?since=2026-11-09T14:05:00", "since"),
        ("?since=2020-01-01T00:00:00Z", "since"),
        ("?since=yesterday", "since"),
        ("?after=1", "after"),
        ("?after=-1", "after"),
        ("?after=99999999999999999999", "after"),
        ("?after=9223372036854775807", "after"),
        ("?kind=goal.exploded", "kind"),
        ("?" + "&".join(["kind=goal.ended"] * 61), "kind"),
    ],
)
def test_what_is_no_place_and_no_kind_is_refused_beside_its_name(world, query, field):
    answer = program_of(world.viewer).get(f"/workspace/stream{query}")
    assert answer.status_code == 422
    assert field in json.dumps(answer.json())


def test_a_time_whose_plus_was_not_escaped_is_answered_with_how_it_is_written(world):
    viewer = program_of(world.viewer)
    refused = viewer.get("/workspace/stream?since=2026-11-09T14:05:00+00:00").json()
    assert "a + is written as %2B" in refused["errors"][0]["detail"]
    in_german = viewer.get("/workspace/stream?since=bald", headers={"Accept-Language": "de"}).json()
    assert in_german["errors"][0]["detail"].startswith("Schreib die Zeit")


def test_it_counts_as_one_of_the_ten_streams_of_a_person(world):
    stream.open_streams[world.viewer.pk] = stream.MOST_STREAMS
    try:
        assert program_of(world.viewer).get("/workspace/stream").status_code == 429
    finally:
        del stream.open_streams[world.viewer.pk]


def test_it_takes_the_scope_read(world):
    token = issue_token(actor_for(world.owner), "narrow", {Scope.RUN})
    assert Program(token).get("/workspace/stream").status_code == 403
