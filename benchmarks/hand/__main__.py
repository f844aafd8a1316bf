"""`python -m benchmarks.hand replay [NAME ...]`, `sit NAME SEAT`, or `score`: see README.md."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import product
from benchmarks.hand.goals import RECORDING, Answer, HandGoal, all_goals, lost_points, read_goal
from benchmarks.hand.run import Run, furnish
from benchmarks.hand.seat import Recorded, Seat, SeatServer, Written, serving
from benchmarks.stage import row

REPLAY_SECONDS, SIT_SECONDS = 120.0, 7200.0
MODEL = "coordinator"
ANSWER = "team.md"  # of the recorded run


def main(command: str, *arguments: str) -> None:
    """Carry out one of the three commands."""
    if command == "score":
        for goal in all_goals():
            tell(goal, "one call", goal.by_one_call)
    elif command == "sit":
        sit(read_goal(arguments[0]), Path(arguments[1]))
    elif command == "replay":
        replay_each(arguments or [goal.name for goal in all_goals() if recording_of(goal)])
    else:
        raise SystemExit(__doc__)


def recording_of(goal: HandGoal) -> list[dict[str, object]]:
    """What was answered in the team's run, call by call; empty: nobody has sat for it."""
    path = goal.folder / RECORDING
    return json.loads(path.read_text()) if path.exists() else []


def play(goal: HandGoal, seat: Seat, seconds: float) -> tuple[Answer, SeatServer]:
    """Have the product do one goal with the answers of a seat."""
    with serving(seat) as server:
        model = {"IOA_MODEL": MODEL, "IOA_MODEL_BASE_URL": server.url, "IOA_MODEL_SECONDS": "1800"}
        with product.running(**model) as running:
            return Run(goal, running.url, furnish(goal, server.url), server).until_ended(seconds), server


def sit(goal: HandGoal, folder: Path) -> None:
    """Have somebody answer, and keep what they said."""
    answer, server = play(goal, Written(folder), SIT_SECONDS)
    (goal.folder / RECORDING).write_text(json.dumps(server.recording(), indent=1, ensure_ascii=False) + "\n")
    (goal.folder / ANSWER).write_text(answer.text.rstrip() + "\n")
    tell(goal, "one call", goal.by_one_call)
    tell(goal, "team", answer, server)


def replay_each(names: Sequence[str]) -> None:
    """Replay goals, each in a process of its own where there are several: Django is set up for one product only."""
    if len(names) == 1:
        replay(read_goal(names[0]))
        return
    for name in names:
        subprocess.run([sys.executable, "-m", "benchmarks.hand", "replay", name], cwd=product.BASE, check=True)


def replay(goal: HandGoal) -> None:
    """Print the scores of both for a goal."""
    tell(goal, "one call", goal.by_one_call)
    answer, server = play(goal, Recorded(recording_of(goal)), REPLAY_SECONDS)
    kept = (goal.folder / ANSWER).read_text().strip()
    tell(goal, "team", answer, server, as_recorded=answer.text.strip() == kept)


def tell(goal: HandGoal, who: str, answer: Answer, server: SeatServer | None = None, **more: object) -> None:
    """Print one row: points had, what was lost, and for a team its calls and tokens."""
    lost = lost_points(goal, answer)
    calls = server.calls if server else []
    spent = {"calls": len(calls), "tokens": sum(call.prompt_tokens + call.completion_tokens for call in calls)}
    had = f"{len(goal.checklist) - len(lost)} of {len(goal.checklist)}"
    only = sum("by" in point or "outcome" in point for point in goal.checklist)
    row(goal=goal.name, who=who, points=had, only_a_team=only, **(spent if server else {}), **more, lost=lost)


if __name__ == "__main__":
    main(*sys.argv[1:])
