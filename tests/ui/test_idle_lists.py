"""What an open home page or wall costs while nothing happens: one look at marks, which still misses nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.domain.display import QUIET_SECONDS
from apps.chat.queries.wall import LATELY, PAGE
from apps.journal.actions import recording
from apps.journal.models import Event
from apps.teams.actions import tasks
from apps.teams.domain.states import TaskState
from apps.teams.models import Goal, Task
from apps.web.rendering import page_feeds
from apps.web.rendering.page_feeds import HomeFeed, WallFeed
from tests import factories


class Clock:
    """The time that feeds see: it stands still, however slow the machine is, until it is moved on."""

    def __init__(self):
        self.began, self.ahead = timezone.now(), timedelta(0)

    def now(self):
        return self.began + self.ahead


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(page_feeds, "timezone", clock)
    return clock


@pytest.fixture
def small(world):
    """A running goal beside the one that waits for a person."""
    return factories.small_goal(world.workspace, world.owner, "Count the sacks", started_at=timezone.now())


@pytest.fixture(params=["home", "wall"])
def feed(request, world, small, clock):
    here = world.workspace.pk
    feed = HomeFeed(here, "", 1) if request.param == "home" else WallFeed(here, 1)
    feed.news()
    return feed


def look(feed):
    """A look of which the clock says that it is due, and nobody that anything is new."""
    return feed.news(called=False)


def test_no_goal_is_read_while_nothing_happens(feed, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(page_feeds, "wall", None)
    monkeypatch.setattr(page_feeds, "goal_page", None)
    with django_assert_num_queries(2):
        assert look(feed) == ""


def test_what_happens_in_a_goal_is_noticed_though_no_bell_rang(feed, small):
    ready = small.root.task("Weigh them", small.root.seat, "ready")
    with recording(small.goal.pk) as log:
        tasks.move(log, Task.objects.get(pk=ready.pk), TaskState.WORKING)
    assert "Weigh them" in look(feed)
    assert look(feed) == ""


def test_a_question_to_people_is_noticed(feed, small):
    small.root.ask("May I open the sacks?", "approval", ("Yes", "No"))
    assert "May I open the sacks?" in look(feed)


def test_a_new_goal_is_noticed(feed, world):
    factories.small_goal(world.workspace, world.owner, "Count the barrels")
    assert "Count the barrels" in look(feed)


def test_what_another_workspace_does_is_none_of_it(feed, monkeypatch):
    stranger = factories.workspace("Other")
    factories.small_goal(stranger, factories.person(stranger, "owner", "Otto"), "Count the ships")
    monkeypatch.setattr(page_feeds, "wall", None)
    monkeypatch.setattr(page_feeds, "goal_page", None)
    assert look(feed) == ""


def test_a_goal_that_falls_silent_is_noticed_by_the_clock_alone(feed, clock, monkeypatch):
    monkeypatch.setattr(page_feeds, "WHOLE_SECONDS", 10_000)
    feed.news()
    clock.ahead = timedelta(seconds=QUIET_SECONDS + 20)
    assert "Stalled" in look(feed)


def test_a_goal_of_another_page_that_falls_silent_comes_onto_the_wall(world, clock):
    quiet = factories.small_goal(world.workspace, world.owner, "Weigh the sacks").goal
    for number in range(PAGE):
        factories.small_goal(world.workspace, world.owner, f"Goal {number}")
    feed = WallFeed(world.workspace.pk, 1)
    feed.news()
    assert "Weigh the sacks" not in feed.catch_up(0)
    Event.objects.filter(stream_id=quiet.pk).update(at=timezone.now() - timedelta(minutes=20))
    assert "Weigh the sacks" in look(feed)


def test_a_goal_that_ended_goes_from_the_wall_in_time(world, small, clock):
    Goal.objects.filter(pk=small.goal.pk).update(outcome="done", ended_at=timezone.now())
    feed = WallFeed(world.workspace.pk, 1)
    feed.news()
    clock.ahead = LATELY + timedelta(seconds=1)
    assert "wall" in look(feed)
    assert "Count the sacks" not in feed.catch_up(0)


def test_what_no_event_tells_of_is_noticed_a_little_later(feed, small, clock):
    Goal.objects.filter(pk=small.goal.pk).update(title="Count the bags")
    assert look(feed) == ""
    clock.ahead = timedelta(seconds=page_feeds.WHOLE_SECONDS + 1)
    assert "Count the bags" in look(feed)
