"""Whether the right agent is chosen: `python -m benchmarks.choosing [folder] [goals]`.

Goals that name no agent are given to registries of 10, 100 and 1,000 agents, beside the six that come along. The goals
are drawn from the folder's queries (`goals` of them; single.jsonl and pairs.jsonl, see data/discovery/README.md), and
all of data/choosing/own.yaml, with files. Agents are the folder's and our own, known by their profiles alone: nobody
has learned anything. Registries are filled with cards recorded from real agents and then with made ones, whose words
are drawn by seed from the goals themselves.

Each goal is really run: the product searches, plans by rules, calls agents. Who is right answers; who is not, and did
not come along, says that it can't. `chosen_first`: the first task went to one who is right. `answered`: its words stand
in the answer. `taken_by_builtin`: one that came along and is not right did the first task to its end. The oracle reads
the agents in the product's own prompt of that goal's first turn: it picks one who is right, else the first.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.choosing.exam import Exam, read, registries
from benchmarks.choosing.school import OUTCOMES, School
from benchmarks.discovery import HERE as DISCOVERY
from benchmarks.stage import database, row

SIZES = (10, 100, 1000)
GOALS = 140  # of the folder's; one of seven asks for two agents


def measure(exam: Exam, size: int, told: list[str]) -> None:
    """Run all goals in registries of one size and print the rows."""
    found: dict[str, list[dict[str, bool]]] = {"rules": [], "oracle": []}
    kinds: list[bool] = []
    made = []
    for registry in registries(exam, size):
        school = School(registry)
        made.append(registry.made)
        for asked in registry.asked:
            outcome = school.run(asked)
            kinds.append(asked.own)
            for voice, each in outcome.items():
                found[voice].append(each)
            told.append(json.dumps({"size": size, "goal": asked.goal, "right": sorted(asked.right), **outcome}))
    for voice, each in found.items():
        values = {name: _share(one[name] for one in each) for name in OUTCOMES}
        own = _share(one["chosen_first"] for one, own in zip(each, kinds, strict=True) if own)
        theirs = _share(one["chosen_first"] for one, own in zip(each, kinds, strict=True) if not own)
        row(
            agents=size, made=max(made), voice=voice, **values, first_of_split=theirs, first_of_own=own, goals=len(each)
        )


def _share(held: Iterable[bool]) -> float:
    each = list(held)
    return round(sum(each) / len(each), 3) if each else 0.0


def main(folder: Path, goals: int, sizes: Sequence[int]) -> None:
    """Print two rows for each size; each goal's outcome goes to a file where CHOOSING_LOG names one."""
    os.environ |= {"IOA_CALLS": "inline", "IOA_JOBS": "eager"}
    told: list[str] = []
    with database():
        from datetime import timedelta

        from celery import current_app

        from apps.chat.actions import sweeper

        current_app.autodiscover_tasks(related_name="jobs", force=True)
        sweeper.GRACE = timedelta(0)
        exam = read(folder, goals)
        for size in sizes:
            measure(exam, size, told)
    if log := os.environ.get("CHOOSING_LOG"):
        Path(log).write_text("\n".join(told) + "\n")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else DISCOVERY,
        int(sys.argv[2]) if len(sys.argv) > 2 else GOALS,
        [int(size) for size in sys.argv[3].split(",")] if len(sys.argv) > 3 else SIZES,
    )
