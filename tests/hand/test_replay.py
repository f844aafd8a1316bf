"""What somebody answered in the model's seat still leads a team of the real product to the same answer."""

import json
import os
import subprocess
import sys

import pytest

from benchmarks.hand.__main__ import recording_of
from benchmarks.hand.goals import all_goals
from ioa_web.settings import BASE_DIR

pytestmark = pytest.mark.processes

RECORDED = [goal for goal in all_goals() if recording_of(goal)]


@pytest.mark.parametrize("goal", RECORDED, ids=lambda goal: goal.name)
def test_the_team_answers_as_it_did_with_what_was_answered_call_by_call(goal):
    bare = {name: value for name, value in os.environ.items() if not name.startswith("IOA_")}
    command = [sys.executable, "-m", "benchmarks.hand", "replay", goal.name]
    told = subprocess.run(command, cwd=BASE_DIR, env=bare, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    team = next(row for row in map(json.loads, told.stdout.splitlines()) if row["who"] == "team")
    assert team["as_recorded"]
    assert team["calls"] == len(recording_of(goal))
