"""The wall: many goals at once, those that need somebody first."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.domain.display import Display
from apps.chat.queries.wall import ORDER, PAGE, wall
from apps.journal.models import Event
from apps.teams.models import Goal
from apps.web.rendering.page_feeds import WallFeed
from tests import factories
from tests.markup import shown


@pytest.fixture
def small(world):
    """A running goal beside the one that waits for a person."""
    return factories.small_goal(world.workspace, world.owner, "Count the sacks").goal


def titles(world, **more):
    return [tile.tree.goal.title for tile in wall(world.workspace.pk, timezone.now(), **more).tiles]


def test_every_state_has_its_place_in_the_order():
    assert set(ORDER) == set(Display)


def test_the_goal_that_needs_a_person_comes_before_the_one_that_works(world, small):
    found = titles(world)
    assert found[0] == world.goal.title
    assert "Count the sacks" in found[1:]


def test_a_goal_that_ended_long_ago_is_not_shown_and_one_that_just_ended_is(world, small):
    Goal.objects.filter(pk=small.pk).update(outcome="done", ended_at=timezone.now())
    assert "Count the sacks" in titles(world)
    Goal.objects.filter(pk=small.pk).update(ended_at=timezone.now() - timedelta(hours=2))
    assert "Count the sacks" not in titles(world)


def test_a_goal_that_fell_silent_comes_before_those_that_go_on(world, small):
    quiet = factories.small_goal(world.workspace, world.owner, "Weigh the sacks").goal
    Event.objects.filter(stream_id=quiet.pk).update(at=timezone.now() - timedelta(minutes=20))
    for number in range(PAGE):
        factories.small_goal(world.workspace, world.owner, f"Goal {number}")
    assert "Weigh the sacks" in titles(world)
    assert len(titles(world)) == PAGE
    assert not set(titles(world)) & set(titles(world, page=2))


def test_a_tile_says_the_state_who_works_what_was_said_last_and_what_it_cost(signed_in, world):
    world.root.say(world.root.members["scribe"], "I **begin** with the table.")
    html = shown(signed_in.get("/wall/"))
    tile = re.search(rf'<li[^>]*id="w-{world.goal.pk}".*?</li>', html, re.DOTALL).group()
    assert "Needs you" in tile
    assert "I begin with the table." in tile
    assert 'title="Agent"' in tile
    assert "$0.74" in tile
    assert f'href="/goals/{world.goal.pk}/" data-key="1"' in tile


def test_nobody_sees_the_goals_of_another_workspace(signed_in, world):
    stranger = factories.workspace("Elsewhere")
    factories.small_goal(stranger, factories.person(stranger), "A secret goal")
    assert "A secret goal" not in shown(signed_in.get("/wall/"))


def test_an_empty_wall_leads_to_a_new_goal(client, db):
    here = factories.workspace("Empty")
    client.force_login(factories.person(here))
    assert "No goal runs now." in shown(client.get("/wall/"))
    assert "To the first" in shown(client.get("/wall/?page=7"))


def test_the_wall_takes_no_more_statements_for_more_goals(world, django_assert_max_num_queries):
    for number in range(8):
        factories.small_goal(world.workspace, world.owner, f"Goal {number}")
    with django_assert_max_num_queries(12):
        wall(world.workspace.pk, timezone.now())


def test_one_tile_is_pushed_when_one_goal_changes_and_all_when_the_order_does(world, small):
    feed = WallFeed(world.workspace.pk, 1)
    feed.news()
    assert feed.news() == ""

    world.root.say(world.root.members["scribe"], "I begin with the table.")
    pushed = feed.news()
    assert f'hx-target="#w-{world.goal.pk}"' in pushed
    assert f"w-{small.pk}" not in pushed

    Goal.objects.filter(pk=world.goal.pk).update(outcome="done", ended_at=timezone.now())
    assert 'hx-target="#wall"' in feed.news()


def test_hostile_words_stay_words(signed_in, world):
    world.root.say(world.root.members["scribe"], '<img src=x onerror=alert(1)><i hx-get="/"></i>')
    html = signed_in.get("/wall/").content.decode()
    assert "<img src=x" not in html
    assert '<i hx-get="/"' not in html
