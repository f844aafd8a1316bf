"""Replays of goals whose events lack what later releases tell."""

from uuid import uuid4

import pytest

from apps.journal.queries import last_seq
from tests.markup import shown


@pytest.mark.parametrize("view", ["room", "map", "board", "timeline"])
def test_a_goal_whose_events_say_little_is_shown_all_the_same(signed_in, world, view):
    for seq in range(1, last_seq(world.goal.pk) + 1):
        assert signed_in.get(f"/goals/{world.goal.pk}/at/{seq}/?view={view}").status_code == 200
    assert signed_in.get(f"/goals/{world.goal.pk}/at/1/fork/").status_code == 200


@pytest.mark.parametrize("view", ["room", "map", "board", "timeline"])
def test_no_age_ticks_in_the_past(signed_in, world, view):
    last = last_seq(world.goal.pk)
    live, past = f"/goals/{world.goal.pk}/?view={view}", f"/goals/{world.goal.pk}/at/{last}/?view={view}"
    assert "data-since" in signed_in.get(live).content.decode()
    for frame in ({}, {"HX-Request": "true"}):
        shown = signed_in.get(past, headers=frame).content.decode()
        assert "data-since" not in shown
        assert "data-ago" not in shown


def test_a_mark_has_plain_words_and_shows_that_they_go_on(signed_in, world):
    long = "May **all** of it go out? " + "It is long. " * 20
    world.story.tell("approval.asked", world.root, approval=str(uuid4()), question=long, options=[])
    world.story.tell("approval.asked", world.root, approval=str(uuid4()), question="**Short**?", options=[])
    page = shown(signed_in.get(f"/goals/{world.goal.pk}/at/1/"))
    assert "<span >Asked people: May all of it go out? It is long." in page
    assert "</i><span >Asked people: Short?</span>" in page
    marks = [one.split("</span>")[0] for one in page.split("<span >Asked people: May all")[1:]]
    assert [mark.endswith("…") for mark in marks] == [True]
