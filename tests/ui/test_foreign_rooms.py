"""The rooms of other hubs on the pages of a goal, each with a page of its own; in its replay and its record too."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.agents.domain.foreign_rooms import ForeignWork, read_room
from apps.chat.queries.foreign_rooms import all_foreign
from apps.chat.queries.tree import tree
from apps.journal.queries import events_after, last_seq
from apps.teams.actions.elsewhere import note_elsewhere
from apps.teams.models import Attempt, Task, WorkElsewhere
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen
from tests.markup import one_line

HUB = "http://south.example:8000/a2a/@surveyor"
THEIR_GOAL = "01a208fd-89e1-7939-9af9-020a8d20d51a"
ROOM = {
    "name": "Survey the harbour",
    "state": "discussing",
    "members": ["Surveyor", "Diver"],
    "tasks": [
        {"title": "Count the boats", "state": "working", "owner": "Surveyor", "begun_at": "2026-11-09T14:05:10Z"},
        {"title": "Measure the piers", "state": "planned", "owner": "Diver"},
    ],
    "messages": 4,
    "speaker": "Diver",
    "words": "The water is clear.",
    "rooms": [{"name": "Piers", "state": "working", "hub": "west.example", "members": ["Mason"]}],
}
EVIL = '<script>alert("x")</script>'


@pytest.fixture
def away(world):
    """A task of the goal's own team that another hub works on."""
    task = world.root.task("Survey the harbour for us", world.root.members["scribe"], "working")
    attempt = Attempt.objects.get(task=task)

    def tell(room=ROOM, state="working", since=None, goal=THEIR_GOAL):
        note_elsewhere(attempt.pk, HUB, ForeignWork(state, goal, read_room(room), since))
        return task

    return tell


def page(client, world, query):
    return client.get(f"/goals/{world.goal.pk}/?{query}").content.decode()


def own_page(task, place="1"):
    return f"team={task.team_id}&view=foreign&task={task.pk}&place={place}"


@pytest.mark.parametrize("view", ["room", "map", "board", "timeline"])
def test_each_screen_shows_the_room_and_the_hub_it_is_at(signed_in, world, away, view):
    away()
    text = page(signed_in, world, f"view={view}")
    assert "south.example:8000" in text
    assert "west.example" in text
    assert "view=foreign" in text


def test_its_page_shows_members_tasks_last_words_and_the_rooms_below(signed_in, world, away):
    text = one_line(page(signed_in, world, own_page(away())))
    for words in ("Survey the harbour", "south.example:8000", "Surveyor", "Diver", "The water is clear.", "Piers"):
        assert words in text
    assert "Count the boats" in text
    assert "Discussing" in text


def test_it_links_to_the_goal_there_by_the_address_that_this_hub_calls(signed_in, world, away):
    task = away(ROOM | {"url": "https://evil.example/"})
    text = page(signed_in, world, own_page(task))
    assert f'href="http://south.example:8000/goals/{THEIR_GOAL}/"' in text
    assert "evil.example" not in text


def test_a_room_below_has_a_page_and_says_where_it_is(signed_in, world, away):
    text = one_line(page(signed_in, world, own_page(away(), "1.1")))
    assert "Piers" in text
    assert "west.example" in text
    assert "Mason" in text


@pytest.mark.parametrize("place", ["1.9", "7", "../..", "1.1.1.1.1.1.1.1.1"])
def test_a_room_that_is_not_there_is_said_to_be_none(signed_in, world, away, place):
    answer = signed_in.get(f"/goals/{world.goal.pk}/?{own_page(away(), place)}")
    assert answer.status_code == 200


def test_where_the_hub_shows_its_states_alone_that_is_shown_and_why(signed_in, world, away):
    task = away(None, "input-required")
    text = one_line(page(signed_in, world, own_page(task)))
    assert "Needs you" in text
    assert "may not read" in text


def test_a_hub_that_is_away_is_shown_since_when(signed_in, world, away):
    task = away(since=timezone.now() - timedelta(minutes=7))
    text = one_line(page(signed_in, world, own_page(task)))
    assert "can't be reached" in text
    assert "7:0" in text
    assert "Stalled" in text
    assert "The water is clear." in text


def test_what_the_hub_says_is_text_on_each_page(signed_in, world, away):
    hostile = {
        "name": EVIL,
        "members": [EVIL],
        "tasks": [{"title": EVIL, "owner": EVIL, "state": "working", "begun_at": "2026-11-09T14:05:10Z"}],
        "speaker": EVIL,
        "words": EVIL,
        "messages": 1,
        "rooms": [{"name": EVIL, "hub": EVIL}],
    }
    task = away(hostile)
    for view in ("view=room", "view=map", "view=board", "view=timeline", own_page(task), own_page(task, "1.1")):
        assert EVIL not in page(signed_in, world, view)


def test_a_hub_of_two_hundred_teams_is_drawn_and_the_rest_counted(signed_in, world, away):
    task = away({"name": "All", "rooms": [{"name": f"Team {number}"} for number in range(200)]})
    assert page(signed_in, world, "view=map").count('class="node foreign"') <= 24
    assert "more rooms are not shown" in one_line(page(signed_in, world, own_page(task)))


def test_a_room_whose_task_has_ended_here_does_not_work_on(world, away):
    Task.objects.filter(pk=away().pk).update(state="cancelled")
    states = {node.state for node in all_foreign(tree(world.goal.pk, timezone.now()))}
    assert states == {"stopped"}


def test_what_is_told_again_takes_the_place_of_what_was_and_both_are_events(world, away):
    before = last_seq(world.goal.pk)
    task = away()
    away(ROOM | {"state": "done"}, "completed")
    assert WorkElsewhere.objects.get(pk=task.pk).room["state"] == "done"
    seen = [event for event in events_after(world.goal.pk, before) if event.kind == "hub.seen"]
    assert [event.payload["room"]["state"] for event in seen] == ["discussing", "done"]


def test_what_comes_of_a_call_that_is_over_is_not_kept(world, away):
    task = away()
    Attempt.objects.filter(task=task).update(state="done", lease_until=None)
    away(ROOM | {"name": "Later"})
    assert WorkElsewhere.objects.get(pk=task.pk).room["name"] == "Survey the harbour"


def test_it_is_pushed_when_it_changes(world, away):
    task = away()
    feed = RoomFeed(world.workspace.pk, world.goal.pk, task.team_id, Screen("foreign", task=task.pk, place="1"))
    feed.news()
    away(ROOM | {"words": "The water is murky."})
    assert "The water is murky." in feed.news()


def test_replay_shows_it_as_it_was_seen_then(signed_in, world, away):
    task = away()
    then = last_seq(world.goal.pk)
    away(ROOM | {"words": "The water is murky."}, "completed")
    past = f"/goals/{world.goal.pk}/at/{then}/?{own_page(task)}"
    answer = signed_in.get(past)
    assert answer.status_code == 200
    Task.objects.filter(pk=task.pk).update(state="done")
    assert "The water is clear." not in page(signed_in, world, own_page(task))


def test_the_record_of_the_goal_says_what_was_seen(signed_in, world, away):
    task = away()
    record = json.loads(signed_in.get(f"/goals/{world.goal.pk}/export.json").content)
    tasks = [one for team in record["teams"] for one in team["tasks"] if one["title"] == task.title]
    assert tasks[0]["elsewhere"]["hub"] == "south.example:8000"
    assert tasks[0]["elsewhere"]["room"]["words"] == "The water is clear."
