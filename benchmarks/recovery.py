"""How long a goal stands still when its worker is killed: `python -m benchmarks.recovery [kills]`.

The product's own worker and beat run under the product's own keeper, which starts the worker again. A goal is given,
its worker gets kill -9 in the middle of a turn or of an agent's call, and the clock runs until another worker has
taken up the same turn or call. Leases are real. A row for each, in seconds.
"""

import json
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.stage import database, row
from ioa_web.services_file import Services
from ioa_web.supervisor.data_dir import Installation, product
from ioa_web.supervisor.keeper import Child, Keeper
from ioa_web.supervisor.logs import QuietLog

KILLS = 10
LONG = 2.0  # seconds that a turn and a call take, so that there is a middle
PATIENCE = 120  # seconds
PLAN = {"key": "only", "title": "Only", "brief": "Do it.", "owner": "solo", "after": [], "needs": []}
SKILL = {"id": "solo", "name": "work", "description": "work", "tags": ["work"], "repeatable": True}


def main(kills: int) -> None:
    """Print a row for turns and one for calls."""
    with database():
        folder = Path(os.environ["IOA_DATA_DIR"])
        script = folder / "script.json"
        turn = {"wait": LONG, "do": "assign", "tasks": [PLAN], "answer": "only"}
        script.write_text(json.dumps({"*": [turn]}))
        os.environ["IOA_SCRIPT"] = str(script)
        launch = stage()
        for what, taken in (("turn", turns), ("call", calls)):
            seconds = [interrupted(folder, launch, taken) for _ in range(kills)]
            row(
                killed_during=what,
                kills=kills,
                min_s=round(min(seconds), 1),
                median_s=round(statistics.median(seconds), 1),
                max_s=round(max(seconds), 1),
            )


def stage() -> Callable[[], None]:
    """A workspace with one agent; gives how to launch a goal in it."""
    from apps.accounts.actions import first_start
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile
    from apps.chat.actions import GoalRequest, launch_goal

    if (demo := first_start()) is None:
        raise SystemExit("this database was used before: give it an empty one")
    steps = [{"wait": LONG}, {"result": "Done."}]
    profile = {"handle": "solo", "name": "Solo", "skills": [SKILL], "connector": "scripted"}
    register_agent(demo.workspace_id, AgentProfile.model_validate(profile | {"connector_config": {"steps": steps}}))
    return lambda: launch_goal(demo.owner, GoalRequest(text="Do the work"))


@contextmanager
def workers(folder: Path) -> Iterator[tuple[Keeper, Child]]:
    """The product's worker and beat, kept running: by a new keeper, which pauses little before the first restart."""
    place = Installation(Path(__file__).parents[1], folder, "127.0.0.1", 0, "http://127.0.0.1", ["127.0.0.1"], None)
    place.logs.mkdir(exist_ok=True)
    programs = product(place, Services(os.environ["DATABASE_URL"], os.environ["REDIS_URL"]))
    keeper = Keeper()
    children = [
        keeper.add(lambda name=name: programs[name], QuietLog(name, place.logs, silent)) for name in ("worker", "beat")
    ]
    try:
        yield keeper, children[0]
    finally:
        keeper.stop(children, 10)


def silent(line: str) -> None:
    """Print nothing but rows."""


def turns() -> int:
    """How often a worker took up a turn."""
    from apps.chat.models import Turn

    return Turn.objects.count()


def calls() -> int:
    """How often a worker took up a call."""
    from apps.teams.models import Attempt

    return Attempt.objects.exclude(started_at=None).count()


def interrupted(folder: Path, launch: Callable[[], None], taken: Callable[[], int]) -> float:
    """Seconds from the worker's death in a turn or call, as `taken` counts them, until that is taken up again."""
    with workers(folder) as (keeper, worker):
        before = taken()
        launch()
        until(keeper, lambda: taken() > before)
        os.killpg(worker.process.pid, signal.SIGKILL)
        began = time.monotonic()
        until(keeper, lambda: taken() > before + 1)
        seconds = time.monotonic() - began
        until(keeper, ended)
    return seconds


def ended() -> bool:
    """Whether every goal has its answer."""
    from apps.teams.models import Goal

    return not Goal.objects.exclude(outcome="done").exists()


def until(keeper: Keeper, held: Callable[[], bool]) -> None:
    """Keep the processes running until `held()`."""
    give_up = time.monotonic() + PATIENCE
    while not held():
        if time.monotonic() > give_up:
            raise TimeoutError("it did not come about")
        keeper.tick()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS)
