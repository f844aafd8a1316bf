"""Replays of goals whose events lack what later releases tell."""

import pytest

from apps.journal.queries import last_seq


@pytest.mark.parametrize("view", ["room", "map", "board", "timeline"])
def test_a_goal_whose_events_say_little_is_shown_all_the_same(signed_in, world, view):
    for seq in range(1, last_seq(world.goal.pk) + 1):
        assert signed_in.get(f"/goals/{world.goal.pk}/at/{seq}/?view={view}").status_code == 200
    assert signed_in.get(f"/goals/{world.goal.pk}/at/1/fork/").status_code == 200
