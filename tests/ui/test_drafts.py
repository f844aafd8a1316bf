"""What is being written, as a room shows it: marked unfinished, as words and nothing else, and gone with its call."""

import pytest
from django.utils import timezone

from apps.chat.events import draft_of_attempt, drafts_of
from apps.journal.gateway import show_draft
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt
from apps.web.rendering import feeds
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen
from tests.markup import shown

HOSTILE = '<i hx-get="/x" hx-trigger="load">x</i>'


@pytest.fixture
def attempt(world):
    """The work of an agent that is at it, and has written nothing yet."""
    attempt = Attempt.objects.filter(state=AttemptState.RUNNING, task__team=world.root.team).latest("id")
    show_draft(draft_of_attempt(attempt.pk), "", drafts_of(attempt.task.team_id))
    return attempt


@pytest.fixture
def writes(attempt):
    """Have the agent write."""
    return lambda text: show_draft(draft_of_attempt(attempt.pk), text, drafts_of(attempt.task.team_id))


@pytest.fixture
def feed(world, attempt):
    feed = RoomFeed(world.workspace.pk, world.goal.pk, attempt.task.team_id, Screen("room"))
    feed.news()
    return feed


def page_of(client, world, attempt):
    return shown(client.get(f"/goals/{world.goal.pk}/?team={attempt.task.team_id}"))


def test_a_room_shows_what_is_being_written_marked_as_unfinished(signed_in, world, attempt, writes):
    writes("Ten busy")
    page = page_of(signed_in, world, attempt)
    assert "Ten busy" in page
    assert "Writing, not finished" in page


def test_it_is_pushed_as_it_grows_and_nothing_else_with_it(feed, writes, monkeypatch):
    monkeypatch.setattr(feeds, "room", None)
    monkeypatch.setattr(feeds, "regions", None)
    writes("Ten busy")
    pushed = feed.drafts()
    assert "Ten busy" in pushed
    assert (pushed.count("<hx-partial"), 'hx-target="#typing"' in pushed) == (1, True)
    assert feed.drafts() == ""
    writes("Ten busy bees.")
    assert "Ten busy bees." in feed.drafts()


def test_what_is_written_asks_no_question_of_the_database(feed, writes, django_assert_num_queries):
    writes("Ten busy")
    with django_assert_num_queries(0):
        assert feed.drafts()


def test_it_is_gone_when_its_call_has_ended(signed_in, world, attempt, writes, feed):
    writes("Ten busy")
    assert "Ten busy" in feed.news()
    Attempt.objects.filter(pk=attempt.pk).update(state=AttemptState.DONE, ended_at=timezone.now(), lease_until=None)
    assert "Ten busy" not in page_of(signed_in, world, attempt)
    assert 'hx-target="#typing"' in feed.news()
    assert feed.drafts() == ""


def test_what_an_agent_writes_is_shown_as_text_alone(signed_in, world, attempt, writes):
    writes(HOSTILE)
    page = page_of(signed_in, world, attempt)
    assert HOSTILE not in page
    assert "&lt;i hx-get=" in page


def test_other_screens_and_rooms_are_told_nothing(world, attempt, writes):
    writes("Ten busy")
    for team, screen in ((attempt.task.team_id, "map"), (world.find.team.pk, "room")):
        other = RoomFeed(world.workspace.pk, world.goal.pk, team, Screen(screen))
        other.news()
        assert "Ten busy" not in other.drafts()
        assert "Ten busy" not in other.catch_up(0)
