"""What somebody answered in the model's seat still leads a team of the real product to the same answer."""

import pytest

from benchmarks.hand.__main__ import REPLAY_SECONDS, play, recording_of
from benchmarks.hand.goals import all_goals
from benchmarks.hand.seat import Recorded

pytestmark = pytest.mark.processes

RECORDED = [goal for goal in all_goals() if recording_of(goal)]


@pytest.mark.parametrize("goal", RECORDED, ids=lambda goal: goal.name)
def test_the_team_answers_as_it_did_with_what_was_answered_call_by_call(goal):
    calls = recording_of(goal)

    answer, server = play(goal, Recorded(calls), REPLAY_SECONDS)

    assert answer.text.strip() == (goal.folder / "team.md").read_text().strip()
    assert len(server.calls) == len(calls)
