"""The timeline: lanes of teams or agents, bars of tries, what waited, and the same as a table."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.queries.tree import tree
from apps.teams.models import Attempt, Goal
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.messages import links_of
from apps.web.rendering.screens import Screen
from apps.web.rendering.timeline import LEAST_WIDTH, MOST_LANES, timeline
from tests.markup import shown


def line_of(world, **narrowed):
    screen = Screen("timeline", **narrowed)
    found = tree(world.goal.pk, timezone.now())
    return timeline(found, screen, links_of(world.goal.pk, found.root.id, screen), timezone.now())


@pytest.fixture
def tried_twice(world):
    """A task that was tried twice in the last ten minutes: two minutes each, with three between them."""
    begun = timezone.now() - timedelta(minutes=10)
    Goal.objects.filter(pk=world.goal.pk).update(created_at=begun)
    task = world.root.task("Weigh it", world.root.members["scribe"], "failed")
    first = task.attempts.get()
    Attempt.objects.filter(pk=first.pk).update(
        started_at=begun + timedelta(minutes=1), ended_at=begun + timedelta(minutes=3), state="failed"
    )
    first.pk, first.number, first.state = None, 2, "failed"
    first.started_at, first.ended_at = begun + timedelta(minutes=6), begun + timedelta(minutes=8)
    first.save(force_insert=True)
    task.state_at = begun + timedelta(minutes=8)
    task.save()
    return task


def test_each_try_is_a_bar_and_what_lies_between_them_is_hatched(world, tried_twice):
    bars = [bar for bar in line_of(world).bars if bar.words.startswith("Weigh it")]
    worked, waited = ([bar for bar in bars if bar.kind == kind] for kind in ("work", "wait"))
    assert [bar.look for bar in worked] == ["failed", "failed"]
    assert [round(bar.x) for bar in worked] == [10, 57]
    assert [round(bar.width) for bar in worked] == [19, 19]
    assert [round(bar.width) for bar in waited] == [29]


def test_the_table_says_how_long_a_task_waited_and_was_worked_on(signed_in, world, tried_twice):
    html = shown(signed_in.get(f"/goals/{world.goal.pk}/?view=timeline"))
    row = next(row for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL) if f"/tasks/{tried_twice.pk}/" in row)
    cells = [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)]
    assert cells[3:6] == ["3:00", "4:00", "2"]


def test_every_bar_is_inside_of_the_picture_and_wide_enough_to_be_seen(world):
    line = line_of(world)
    assert line.bars
    for bar in line.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= 100.01
        assert bar.width >= LEAST_WIDTH
        assert 0 <= bar.y < line.height


def test_a_lane_is_a_team_or_an_agent(world):
    teams = {lane.name for lane in line_of(world).lanes}
    assert "Report" in teams
    agents = {lane.name for lane in line_of(world, lanes="agent").lanes}
    assert {"Contour", "Scribe"} <= agents | {"Scribe"}
    assert "Report" not in agents


def test_the_timeline_is_narrowed_to_a_team_and_to_an_agent(world):
    assert "Revenue report" not in {lane.name for lane in line_of(world, only=world.write.team.pk).lanes}
    only = line_of(world, agent="contour")
    assert {row.card.row.task.owner.handle for row in only.rows} == {"contour"}


def test_beyond_so_many_lanes_the_rest_is_counted(world):
    for number in range(MOST_LANES):
        task = world.root.task(f"Part {number}", world.root.seat, "working")
        below = type(world.root)(world.story, world.root, f"Team {number}", "One of many.", task)
        below.task("Weigh it", below.seat, "planned")
    line = line_of(world)
    assert len(line.lanes) == MOST_LANES
    assert line.more > 0


def test_a_goal_without_tasks_says_so(signed_in, world):
    page = signed_in.get(f"/goals/{world.goal.pk}/?view=timeline&agent=nobody")
    assert "No task has been given yet." in shown(page)


def test_a_change_is_pushed_and_the_passing_of_a_moment_is_not(world):
    Goal.objects.filter(pk=world.goal.pk).update(created_at=timezone.now() - timedelta(days=3))
    feed = RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen("timeline"))
    feed.news()
    assert "#timeline" not in feed.news()
    world.root.task("Weigh it", world.root.members["scribe"], "working")
    assert "#timeline" in feed.news()


def test_no_bar_bears_a_style(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?view=timeline&zoom=4&lanes=agent").content.decode()
    assert "zoom-4" in html
    assert not re.search(r"\s(style|on\w+)=", html)
