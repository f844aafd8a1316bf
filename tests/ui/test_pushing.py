"""What the sockets of a room are sent while it is being read and written at the same time."""

import pytest

from apps.chat.queries import rooms
from apps.web.rendering import feeds
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen
from tests.factories import Room


@pytest.fixture
def feed(world):
    """The room of the goal's own team, in the picture until now."""
    feed = RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen())
    assert feed.news() == ""
    return feed


@pytest.fixture
def while_read(monkeypatch):
    """Have something written once the teams were read and before the messages are."""
    read, written = rooms.tree, []

    def arrange(write):
        def reading(*args):
            found = read(*args)
            if not written:
                written.append(write())
            return found

        monkeypatch.setattr(rooms, "tree", reading)

    return arrange


def form_a_team(world):
    task = world.root.task("Proofread", world.root.seat, "working")
    team = Room(world.story, world.root, "Proofread", "Read it twice.", task).team
    world.root.say(world.root.seat, "A second reader.", "delegation", data={"team": str(team.pk)})


def test_a_team_that_is_formed_while_the_room_is_read_comes_with_its_card(feed, world, while_read):
    while_read(lambda: form_a_team(world))
    batches = feed.news() + feed.news()
    assert batches.count("A second reader.") == 1
    assert "Formed team Proofread" in batches


def test_who_comes_meanwhile_gets_that_card_too(feed, world, while_read):
    while_read(lambda: form_a_team(world))
    read = rooms.last_seq(world.goal.pk)
    batches = feed.catch_up(read) + feed.news()
    assert batches.count("A second reader.") == 1
    assert "Formed team Proofread" in batches


def test_the_page_is_read_again_where_more_was_said_than_is_sent_at_once(feed, world, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_MISSED", 2)
    for number in range(3):
        world.root.say(world.root.seat, f"Line {number}.")
    batch = feed.news()
    assert "data-reset" in batch
    assert "Line 0." not in batch
    world.root.say(world.root.seat, "Line 3.")
    assert "Line 3." in feed.news()
