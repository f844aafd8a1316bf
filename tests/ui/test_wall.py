"""The wall: many goals at once, those that need somebody first."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.attention.actions import mutes
from apps.attention.models import MutedGoal
from apps.chat.domain import display
from apps.chat.domain.display import Display
from apps.chat.models import Message
from apps.chat.queries.peek import LINES
from apps.chat.queries.wall import ORDER, PAGE, wall
from apps.core.sentences import sentence
from apps.journal.models import Event
from apps.teams.models import Approval, Goal
from apps.teams.queries.decisions import last_decisions
from apps.web.rendering.page_feeds import WallFeed
from apps.web.rendering.wall import draw_activity
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
    assert f'data-peek="/goals/{world.goal.pk}/peek/" data-key="1"' in tile
    assert "events in the last hour" in tile


def test_what_the_hub_said_last_is_read_in_the_language_of_its_reader(signed_in, world):
    world.root.say(None, sentence("Stopped by {name}.", name="Olga"))
    assert "Von Olga gestoppt." in shown(signed_in.get("/wall/", headers={"accept-language": "de"}))
    assert "Stopped by Olga." in shown(signed_in.get("/wall/", headers={"accept-language": "en"}))


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
    with django_assert_max_num_queries(13):
        wall(world.workspace.pk, timezone.now())


def test_one_tile_is_pushed_when_one_goal_changes_and_all_when_the_order_does(world, small):
    feed = WallFeed(world.workspace.pk, 1)
    feed.news()
    assert feed.news() == ""

    world.root.say(world.root.members["scribe"], "I begin with the table.")
    pushed = feed.news()
    assert f'hx-target="#w-{world.goal.pk}"' in pushed
    assert pushed.count("<li") == 1
    assert "&lt;" not in pushed
    assert f"w-{small.pk}" not in pushed

    Goal.objects.filter(pk=world.goal.pk).update(outcome="done", ended_at=timezone.now())
    assert 'hx-target="#wall"' in feed.news()


def marks(html):
    return re.findall(r'data-drawn="(\w+)"', html)


def test_the_socket_sends_nothing_that_the_page_shows_already(signed_in, world, small):
    page = signed_in.get("/wall/").content.decode()
    feed = WallFeed(world.workspace.pk, 1)
    assert len(marks(page)) == 1 + 2 * page.count("data-peek=")  # the frame, and of each tile what it says and draws
    assert "hx-partial" not in feed.catch_up(0, marks(page))

    world.root.say(world.root.members["scribe"], "I begin with the table.")
    pushed = feed.catch_up(0, marks(page))
    assert f'hx-target="#w-{world.goal.pk}"' in pushed
    assert f"w-{small.pk}" not in pushed
    assert "I begin with the table." in feed.catch_up(0)  # to a page that shows something else, all of it
    assert f"w-{small.pk}" in feed.catch_up(0, marks(page)[1:])


def test_a_minute_that_passes_moves_the_pictures_alone(world, small, monkeypatch):
    monkeypatch.setattr(display, "QUIET_SECONDS", 3600.0)  # else a slow start has a goal stalled within the minute
    feed = WallFeed(world.workspace.pk, 1)
    feed.news()
    later = timezone.now() + timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    pushed = feed.news()
    assert f'hx-target="#s-{small.pk}"' in pushed
    assert pushed.count("<svg") == pushed.count("hx-target")
    assert 'hx-target="#w-' not in pushed
    assert 'hx-target="#wall"' not in pushed


def test_a_full_wall_is_small(world):
    now = timezone.now()
    for number in range(PAGE):
        goal = factories.small_goal(world.workspace, world.owner, f"Goal {number}").goal
        Event.objects.filter(stream_id=goal.pk).update(at=now - timedelta(minutes=number))
    assert len(WallFeed(world.workspace.pk, 1).catch_up(0)) < PAGE * 4_000


def test_a_filter_shows_the_goals_that_have_every_word(signed_in, world, small):
    html = shown(signed_in.get("/wall/?q=SACKS+count"))
    assert "Count the sacks" in html
    assert f"w-{world.goal.pk}" not in html
    assert "has “sacks revenue” in it" in shown(signed_in.get("/wall/?q=sacks+revenue"))


def test_a_filter_is_kept_on_the_pages_after_the_first(signed_in, world):
    for number in range(PAGE + 1):
        factories.small_goal(world.workspace, world.owner, f"Sack {number}")
    assert "?page=2&amp;q=sack" in signed_in.get("/wall/?q=sack").content.decode()


@pytest.mark.parametrize("text", ["%00", "%ED%A0%80", "%25", "a" * 500])
def test_a_filter_of_any_text_is_answered(signed_in, world, text):
    assert signed_in.get(f"/wall/?q={text}").status_code == 200


def test_a_muted_goal_stands_last_says_so_and_rises_no_more(signed_in, world, small):
    signed_in.post(f"/goals/{world.goal.pk}/mute/", {"muted": "1"})
    html = shown(signed_in.get("/wall/"))
    assert html.index(f"w-{small.pk}") < html.index(f"w-{world.goal.pk}")
    assert "Muted" in html
    assert f"muted={world.goal.pk.hex}" in html  # in the socket's address: who mutes nothing shares one audience

    signed_in.post(f"/goals/{world.goal.pk}/mute/", {"muted": ""})
    html = shown(signed_in.get("/wall/"))
    assert html.index(f"w-{small.pk}") > html.index(f"w-{world.goal.pk}")


def test_what_is_pushed_keeps_a_muted_goal_last(world, small):
    feed = WallFeed(world.workspace.pk, 1, muted={world.goal.pk})
    pushed = feed.catch_up(0)
    assert pushed.index(f"w-{small.pk}") < pushed.index(f"w-{world.goal.pk}")
    assert "Muted" in pushed


def test_a_goal_is_muted_for_oneself_alone(client, world, small):
    colleague = factories.person(world.workspace)
    client.force_login(colleague)
    client.post(f"/goals/{world.goal.pk}/mute/", {"muted": "1"})
    client.force_login(world.owner)
    assert "bell-off" in shown(client.get("/wall/"))
    assert ">Muted<" not in re.sub(r"\s+", "", shown(client.get("/wall/")))


def test_no_more_goals_are_muted_than_the_address_of_a_wall_can_name(signed_in, world, small, monkeypatch):
    monkeypatch.setattr(mutes, "MOST_MUTED", 1)
    assert signed_in.post(f"/goals/{world.goal.pk}/mute/", {"muted": "1"}).status_code == 302
    signed_in.post(f"/goals/{small.pk}/mute/", {"muted": "1"})
    assert MutedGoal.objects.count() == 1
    signed_in.post(f"/goals/{world.goal.pk}/mute/", {"muted": "1"})  # the same once more is no other
    assert MutedGoal.objects.count() == 1


def test_a_tile_draws_each_minute_of_the_last_hour_and_a_failure_in_red(world, small):
    now = timezone.now()
    Event.objects.filter(stream_id=small.pk).update(at=now - timedelta(minutes=10))
    newest = Event.objects.filter(stream_id=small.pk).latest("seq")
    Event.objects.filter(pk=newest.pk).update(
        at=now - timedelta(minutes=5), kind="task.changed", payload={"state": "failed"}
    )
    tile = next(tile for tile in wall(world.workspace.pk, now).tiles if tile.tree.goal.id == small.pk)
    drawn = dict(re.findall(r'<path class="(\w+)" d="([^"]+)"', draw_activity(tile, now)))
    assert drawn.pop("axis")
    assert {look: re.findall(r"M(\d+)", path) for look, path in drawn.items()} == {"ok": ["49"], "no": ["54"]}
    Event.objects.filter(stream_id=small.pk).update(at=now - timedelta(minutes=61))
    tile = next(tile for tile in wall(world.workspace.pk, now).tiles if tile.tree.goal.id == small.pk)
    assert "0 events in the last hour" in draw_activity(tile, now)


def test_a_tile_says_what_was_decided_last(signed_in, world):
    Approval.objects.filter(team__goal=world.goal).update(state="answered", answer="Send it", decided_at=timezone.now())
    asked = Approval.objects.filter(team__goal=world.goal).latest("decided_at")
    assert last_decisions([world.goal.pk]) == {world.goal.pk: (asked.question, "Send it")}
    assert "Decided" in shown(signed_in.get("/wall/"))


def test_the_last_lines_of_all_rooms_are_read_in_place(signed_in, world):
    world.root.say(world.root.members["scribe"], "I <img src=x onerror=alert(1)> **begin**.")
    html = signed_in.get(f"/goals/{world.goal.pk}/peek/").content.decode()
    assert "begin" in html
    assert "<img src=x" not in html
    assert html.count("<li>") == LINES
    newest = Message.objects.filter(conversation__team__goal=world.goal).latest("event_seq")
    assert f"#e{newest.event_seq}" in html


def test_the_last_lines_of_another_workspace_are_nobodys(signed_in, world):
    stranger = factories.workspace("Elsewhere")
    other = factories.small_goal(stranger, factories.person(stranger), "A secret goal").goal
    assert signed_in.get(f"/goals/{other.pk}/peek/").status_code == 404
    assert signed_in.post(f"/goals/{other.pk}/mute/", {"muted": "1"}).status_code == 404


def test_hostile_words_stay_words(signed_in, world):
    world.root.say(world.root.members["scribe"], '<img src=x onerror=alert(1)><i hx-get="/"></i>')
    html = signed_in.get("/wall/").content.decode()
    assert "<img src=x" not in html
    assert '<i hx-get="/"' not in html
