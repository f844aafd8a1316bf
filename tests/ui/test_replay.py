"""Replays of goals whose events lack what later releases tell."""

import pytest

from apps.journal.queries import last_seq


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
