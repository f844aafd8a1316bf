"""The timeline: lanes of teams or agents, bars of tries, what waited, and the same as a table."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.queries.tree import tree
from apps.teams.models import Approval, Attempt, Goal, Task
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.messages import links_of
from apps.web.rendering.parts import ListParts
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


def bars_of(line):
    return [bar for lane in line.lanes for bar in lane.bars]


def test_each_try_is_a_bar_and_what_lies_between_them_is_hatched(world, tried_twice):
    bars = [bar for bar in bars_of(line_of(world)) if bar.words.startswith("Weigh it")]
    worked, waited = ([bar for bar in bars if bar.kind == kind] for kind in ("work", "wait"))
    assert [bar.look for bar in worked] == ["failed", "failed"]
    assert [round(bar.x) for bar in worked] == [9, 55]
    assert [round(bar.width) for bar in worked] == [18, 18]
    assert [round(bar.width) for bar in waited] == [27]


def test_what_took_moments_is_told_in_tenths(world, tried_twice):
    begun = timezone.now() - timedelta(seconds=3)
    Goal.objects.filter(pk=world.goal.pk).update(
        created_at=begun, outcome="done", ended_at=begun + timedelta(seconds=3)
    )
    for number, (start, end) in enumerate([(0.5, 0.9), (2, 2.6)], start=1):
        spent = {"started_at": begun + timedelta(seconds=start), "ended_at": begun + timedelta(seconds=end)}
        tried_twice.attempts.filter(number=number).update(**spent)
    line = line_of(world)
    assert [mark.words for mark in line.marks] == ["0 s", "0.5 s", "1 s", "1.5 s", "2 s", "2.5 s"]
    said = [bar.words for bar in bars_of(line) if bar.words.startswith("Weigh it") and bar.kind == "work"]
    assert [words.split(", ")[-1] for words in said] == ["0.4 s", "0.6 s"]


def test_what_a_person_does_in_an_agents_place_is_no_waiting(signed_in, world, tried_twice):
    begun = Goal.objects.get(pk=world.goal.pk).created_at
    tried_twice.attempts.filter(number=2).update(state="cancelled")
    seat = world.root.members["scribe"].team.members.filter(kind="person").first()
    Task.objects.filter(pk=tried_twice.pk).update(owner=seat, state="working", state_at=begun + timedelta(minutes=8))
    [bar] = [bar for bar in bars_of(line_of(world)) if bar.words.endswith(f"by {world.owner}, since 8:00")]
    assert (bar.kind, bar.look, round(bar.x)) == ("work", "working", 73)
    Task.objects.filter(pk=tried_twice.pk).update(state="done", state_at=begun + timedelta(minutes=9, seconds=30))
    [bar] = [bar for bar in bars_of(line_of(world)) if bar.words.endswith(f"by {world.owner}, 1:30")]
    assert (bar.kind, bar.look, round(bar.x)) == ("work", "done", 73)
    waited = [bar for bar in bars_of(line_of(world)) if bar.words.startswith("Weigh it") and bar.kind == "wait"]
    assert [round(bar.width) for bar in waited] == [27]


def test_what_failed_until_a_person_wrote_its_result_waited(world, tried_twice):
    begun = Goal.objects.get(pk=world.goal.pk).created_at
    seat = world.root.members["scribe"].team.members.filter(kind="person").first()
    Task.objects.filter(pk=tried_twice.pk).update(owner=seat, state="done", state_at=begun + timedelta(minutes=9))
    bars = [bar for bar in bars_of(line_of(world)) if bar.words.startswith("Weigh it")]
    assert [bar.kind for bar in bars] == ["wait", "wait", "work", "work"]


def test_a_question_to_people_is_hatched_as_long_as_it_waits(world, tried_twice):
    begun = Goal.objects.get(pk=world.goal.pk).created_at
    world.root.ask("May I open the sacks?", "approval", ("Yes", "No"))
    Approval.objects.filter(question="May I open the sacks?").update(
        asked_at=begun + timedelta(minutes=2), decided_at=begun + timedelta(minutes=5), state="answered"
    )
    [bar] = [bar for bar in bars_of(line_of(world)) if bar.words.startswith("May I open the sacks?")]
    assert (bar.kind, bar.look, round(bar.x), round(bar.width)) == ("asked", "needs_you", 18, 27)
    assert bar.words.endswith("waited for a person 3:00")
    Approval.objects.filter(question="May I open the sacks?").update(decided_at=None, state="pending")
    [bar] = [bar for bar in bars_of(line_of(world)) if bar.words.startswith("May I open the sacks?")]
    assert bar.words.endswith("waits for a person since 2:00")
    assert not [bar for bar in bars_of(line_of(world, lanes="agent")) if bar.kind == "asked"]


def test_the_table_says_how_long_a_task_waited_and_was_worked_on(signed_in, world, tried_twice):
    html = shown(signed_in.get(f"/goals/{world.goal.pk}/?view=timeline"))
    row = next(row for row in re.findall(r"<tr .*?</tr>", html, re.DOTALL) if f"/tasks/{tried_twice.pk}/" in row)
    cells = [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)]
    assert cells[3:6] == ["3:00", "4:00", "2"]


def test_every_bar_is_inside_of_the_picture_and_wide_enough_to_be_seen(world):
    line = line_of(world)
    assert bars_of(line)
    for lane in line.lanes:
        for bar in lane.bars:
            assert 0 <= bar.x <= bar.x + bar.width <= 100.01
            assert bar.width >= LEAST_WIDTH
            assert 0 <= bar.y < lane.height


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


@pytest.fixture
def watched(world):
    """The timeline of a goal that is three days old, so that no moment moves anything, and what was pushed of it."""
    Goal.objects.filter(pk=world.goal.pk).update(created_at=timezone.now() - timedelta(days=3))
    feed = RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen("timeline"))
    feed.news()
    return feed


def targets_of(markup):
    """Where the parts of a push go, by their tag: hx-partial or hx-upsert."""
    pairs = re.findall(r'<(hx-\w+)\s+hx-target="#(tl-[^"]*|timeline)"', markup)
    return {tag: {target for kind, target in pairs if kind == tag} for tag in ("hx-partial", "hx-upsert")}


def test_the_passing_of_a_moment_is_not_pushed(watched):
    assert targets_of(watched.news()) == {"hx-partial": set(), "hx-upsert": set()}


def test_a_task_that_comes_is_pushed_as_its_lane_and_its_row_alone(world, watched):
    task = world.root.task("Weigh it", world.root.members["scribe"], "working")
    markup = watched.news()
    assert targets_of(markup)["hx-upsert"] == {"tl-rows"}
    assert f"tl-{world.root.team.pk}" in targets_of(markup)["hx-partial"]
    assert "timeline" not in targets_of(markup)["hx-partial"]
    came = markup.partition("<hx-upsert")[2]
    assert re.findall('id="tl-r-([^"]*)"', came) == [str(task.pk)]
    assert targets_of(watched.news())["hx-upsert"] == set()


def test_a_team_that_comes_is_put_where_the_tree_has_it(world, watched):
    task = world.root.task("Count the doors", world.root.seat, "working")
    below = type(world.root)(world.story, world.root, "Doors", "Count the doors.", task)
    below.task("Go round", below.seat, "planned")
    markup = watched.news()
    assert targets_of(markup)["hx-upsert"] == {"tl-lanes", "tl-rows"}
    places = re.findall(r'class="tl-lane" id="tl-([^"]*)" data-place="([^"]*)"', markup)
    assert (str(below.team.pk), f"1.{world.root.team.children.count()}") in places


def test_a_lane_that_is_drawn_no_more_goes(world, watched):
    lane = f"tl-{world.write.team.pk}"
    world.write.team.tasks.all().delete()
    markup = watched.news()
    gone = re.findall(r'hx-target="#([^"]*)"\s+hx-swap="delete"', markup)
    assert lane in gone
    assert all(name == lane or name.startswith("tl-r-") for name in gone)


def test_a_timeline_that_was_empty_is_pushed_whole(world, watched):
    busy = set(Task.objects.filter(team__goal=world.goal).values_list("owner__agent__handle", flat=True))
    idle = next(handle for handle in world.agents if handle not in busy)
    empty = RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen("timeline", agent=idle))
    empty.news()
    world.write.join(idle)
    world.write.task("Weigh it", world.write.members[idle], "working")
    assert "timeline" in targets_of(empty.news())["hx-partial"]


def test_lanes_that_change_their_order_are_pushed_whole():
    lanes = ListParts("tl-lanes")
    lanes.changed({"a": "1", "b": "2"})
    assert lanes.changed({"b": "2", "a": "1"}) is None


@given(st.lists(st.dictionaries(st.sampled_from("abcde"), st.sampled_from("12"))))
def test_who_takes_in_what_is_pushed_has_the_list_as_it_is(lists):
    rows, page = ListParts("list"), {}
    for look in lists:
        now = {name: f"{name}{look[name]}" for name in sorted(look)}
        changes = rows.changed(now)
        page |= changes.parts | {html[0]: html for html in changes.came.get("list", ())}
        page = {name: html for name, html in page.items() if name not in changes.gone}
        assert page == now


def test_no_bar_bears_a_style(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?view=timeline&zoom=4&lanes=agent").content.decode()
    assert "zoom-4" in html
    assert not re.search(r"\s(style|on\w+)=", html)


def test_who_narrows_a_widened_timeline_keeps_its_width(signed_in, world):
    def kept(query):
        html = signed_in.get(f"/goals/{world.goal.pk}/?view=timeline{query}").content.decode()
        form = html[html.index("data-narrowing") :]
        return 'name="zoom" value="4"' in form[: form.index("</form>")]

    assert kept("&zoom=4")
    assert not kept("")
