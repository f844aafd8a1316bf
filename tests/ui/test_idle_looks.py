"""What an open page costs while nothing happens: a look that reads and renders nothing, and still misses nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.agents.actions import set_availability
from apps.agents.domain.calls import Availability
from apps.chat.domain.display import QUIET_SECONDS
from apps.core import prose
from apps.journal.actions import recording
from apps.teams.actions import tasks
from apps.teams.domain.states import TaskState
from apps.teams.models import Goal, Task
from apps.web.rendering import feeds
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen
from tests import factories


class Clock:
    """The time that feeds see."""

    ahead = timedelta(0)

    def now(self):
        return timezone.now() + self.ahead

    def pass_time(self, seconds):
        self.ahead += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(feeds, "timezone", clock)
    return clock


def seen(goal, screen="room"):
    """A goal's page as somebody has it open who has seen all of it."""
    feed = RoomFeed(goal.workspace_id, goal.pk, goal.teams.get(parent=None).pk, Screen(screen))
    feed.news()
    return feed


@pytest.fixture(params=["room", "map", "board"])
def feed(request, world, clock):
    return seen(world.goal, request.param)


def look(feed):
    """A look of which the clock says that it is due, and nobody that anything is new."""
    return feed.news(called=False)


def test_nothing_is_read_or_rendered_while_nothing_happens(feed, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(feeds, "room", None)
    monkeypatch.setattr(feeds, "regions", None)
    with django_assert_max_num_queries(3):
        assert look(feed) == ""


def test_a_message_is_noticed_though_no_bell_rang(world, clock):
    feed = seen(world.goal)
    world.root.say(world.root.seat, "Here it is.")
    assert "Here it is." in look(feed)
    assert look(feed) == ""


def test_another_state_of_a_task_is_noticed(feed, world):
    ready = world.root.task("Weigh it", world.root.members["scout"], "ready")
    assert "Weigh it" in feed.news()
    with recording(world.goal.pk) as log:
        tasks.move(log, Task.objects.get(pk=ready.pk), TaskState.WORKING)
    assert "Weigh it" in look(feed)


def test_an_agent_that_goes_away_is_noticed(feed, world):
    set_availability(world.agents["scout"].connection_id, Availability.OFFLINE)
    assert "Offline" in look(feed)


def test_what_waits_for_people_in_another_goal_is_noticed(feed, world):
    factories.small_goal(world.workspace, world.owner).root.ask("May I?", "approval", ("Yes", "No"))
    assert "waiting-badge" in look(feed)


def test_a_team_that_falls_silent_is_noticed_by_the_clock_alone(world, clock, monkeypatch):
    monkeypatch.setattr(feeds, "WHOLE_SECONDS", 10_000)
    story = factories.small_goal(world.workspace, world.owner, started_at=timezone.now())
    feed = seen(story.goal)
    clock.pass_time(15)
    assert "Stalled" not in look(feed)
    clock.pass_time(QUIET_SECONDS)
    assert "Stalled" in look(feed)


def test_on_the_timeline_now_moves_on(world, clock):
    Goal.objects.filter(pk=world.goal.pk).update(created_at=timezone.now() - timedelta(minutes=20))
    feed = seen(Goal.objects.get(pk=world.goal.pk), "timeline")
    clock.pass_time(5)
    assert look(feed) == ""
    clock.pass_time(90)
    assert "#tl-path" in look(feed)


def test_what_no_event_tells_of_is_noticed_a_little_later(feed, world, clock):
    factories.document(world.workspace, name="a-late-guide.md")
    assert look(feed) == ""
    clock.pass_time(feeds.WHOLE_SECONDS + 1)
    assert "a-late-guide.md" in look(feed)


def test_words_that_nobody_has_rendered_are_looked_after_at_every_look(world, clock, monkeypatch):
    late = world.root.say(world.root.seat, "**later**", html="", html_version=0)
    feed = seen(world.goal)
    type(late).objects.filter(pk=late.pk).update(html="<p><strong>later</strong></p>", html_version=prose.VERSION)
    assert "<strong>later</strong>" in look(feed)
