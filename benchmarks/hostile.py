"""What agents that misbehave cost everybody else: `python -m benchmarks.hostile [runs]`.

The product runs as `manage.py up` runs it. For each way of misbehaving so many goals are given at one time, each to an
agent at a hostile server, by all connectors in turn; the same bursts to agents that behave come after every few. Beside
them one goal a second goes to an agent that has nothing to do with it. A row for each way: how many goals ended in a
sentence that says what was wrong, by how much the slowest call and goal were longer than they may be, and the worker's
memory. The last rows compare what the goals beside them took.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.people import owner_of_a_workspace
from benchmarks.product import BASE, Product, free_port, running
from benchmarks.stage import quantile, row

if TYPE_CHECKING:
    from uuid import UUID

RUNS = 20
DEADLINE = 3  # seconds that one call may take
CONNECTORS = ("http", "openai", "a2a", "mcp", "agui", "agent_protocol")
MORE = {"openai": {"model": "m"}, "a2a": {"version": "1.0"}}
BETWEEN = 5  # ways of misbehaving between two times of agents that behave
FINE_BURSTS = 4  # each such time: as many goals beside them are wanted
FINE = "fine"
BAD_TLS = "bad-tls"
BESIDE_SECONDS = 1.0
PATIENCE = 180.0  # seconds
BROKEN = ("broke down", "Traceback")
ANSWERS = {("http", mode) for mode in ("wrong-type", "wrong-type-inside", "a-list", FINE)}  # any JSON is one
MEGABYTE = 1024  # of kB


def main(runs: int) -> None:
    """Print a row for each way of misbehaving, and what the others felt of it."""
    from tests.hostile.server import MODES

    ways = [*MODES, BAD_TLS]
    with tempfile.TemporaryDirectory(prefix="ioa-bench-") as folder:
        script = Path(folder) / "script.json"
        script.write_text(json.dumps({f"[{name}]": steps(name) for name in [*handles([*ways, FINE]), "beside"]}))
        with (
            serving() as plain,
            serving("--bad-tls") as unproven,
            running(IOA_SCRIPT=str(script), IOA_CHECK_MINUTES="0") as product,
        ):
            launch = stage({way: unproven if way == BAD_TLS else plain for way in [*ways, FINE]})
            Trial(product, launch, runs).run(ways)


def handles(ways: list[str]) -> list[str]:
    """The agents: one for each connector and way."""
    return [handle_of(connector, way) for way in ways for connector in CONNECTORS]


def handle_of(connector: str, way: str) -> str:
    """What the agent at the hostile server is called."""
    return f"{connector}-{way}".replace("_", "-")


def steps(name: str) -> list[dict[str, object]]:
    """What is said in the room of a goal: the agent gets a task, and where that fails the room says so."""
    task = {"key": "only", "title": "Only", "brief": "Do it.", "owner": name, "after": [], "needs": []}
    give_up = {"do": "conclude", "answer": "It did not work.", "verdict": "failed"}
    return [{"do": "assign", "tasks": [task], "answer": "only"}, give_up]


@contextlib.contextmanager
def serving(*options: str) -> Iterator[str]:
    """The hostile server, in a process of its own."""
    command = [sys.executable, "-m", "tests.hostile.server", str(free_port()), *options]
    process = subprocess.Popen(command, cwd=BASE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None  # noqa: S101
        yield process.stdout.readline().split(": ")[0]
    finally:
        process.kill()
        process.wait()


def stage(bases: dict[str, str]) -> Callable[[str], "UUID"]:
    """Register the agents; gives how to launch a goal for one of them."""
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile
    from apps.chat.actions import GoalRequest, launch_goal

    owner = owner_of_a_workspace()

    def register(handle: str, connector: str, config: dict[str, object]) -> None:
        skill = {"id": "work", "name": "work", "description": "work", "tags": ["work"], "repeatable": True}
        profile: dict[str, Any] = {"handle": handle, "name": handle, "skills": [skill], "connector": connector}
        profile |= {"connector_config": config, "timeout_seconds": DEADLINE, "concurrency": 20}
        register_agent(owner.workspace_id, AgentProfile.model_validate(profile))

    register("beside", "scripted", {"steps": [{"wait": 0.2}, {"result": "Done."}]})
    for way, base in bases.items():
        for connector in CONNECTORS:
            register(handle_of(connector, way), connector, {"url": f"{base}/{way}", **MORE.get(connector, {})})
    return lambda handle: launch_goal(owner, GoalRequest(text=f"Ask [{handle}].")).id


class Trial:
    """One run of everything."""

    def __init__(self, product: Product, launch: Callable[[str], "UUID"], runs: int) -> None:
        self._launch, self._runs = launch, runs
        self._worker = worker_of(product.pid)
        self._phase = ""
        self._peak = 0.0
        self._beside: dict[UUID, str] = {}
        self._over = threading.Event()

    def run(self, ways: list[str]) -> None:
        """Everything, with the goals beside it."""
        threads = [threading.Thread(target=work, daemon=True) for work in (self._watch, self._go_beside)]
        for thread in threads:
            thread.start()
        for _ in range(3):  # what a worker loads once is no matter of this
            self._burst(FINE)
        for place, way in enumerate(ways):
            if place % BETWEEN == 0:
                self._behave()
            self._misbehave(way)
        self._behave()
        self._over.set()
        for thread in threads:
            thread.join()
        self._compare()

    def _behave(self) -> None:
        self._phase = "behaving"
        for _ in range(FINE_BURSTS):
            self._burst(FINE)
        self._phase = ""

    def _misbehave(self, way: str) -> None:
        before = self._peak = memory(self._worker)
        self._phase = "hostile"
        goals = self._burst(way)
        self._phase = ""
        row(
            way=way,
            **judged(way, goals),
            rss_mb=round(before),
            peak_mb=round(self._peak - before, 1),
            growth_mb=round(memory(self._worker) - before, 1),
        )

    def _burst(self, way: str) -> "dict[UUID, str]":
        """So many goals at one time, by all connectors in turn; gives each with its connector once all have ended."""
        chosen = [CONNECTORS[number % len(CONNECTORS)] for number in range(self._runs)]
        if way == FINE:
            chosen = ["http"] * self._runs
        goals = {self._launch(handle_of(connector, way)): connector for connector in chosen}
        until_ended(goals)
        return goals

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            self._peak = max(self._peak, memory(self._worker))

    def _go_beside(self) -> None:
        while not self._over.wait(BESIDE_SECONDS):
            self._beside[self._launch("beside")] = self._phase

    def _compare(self) -> None:
        from apps.teams.models import Goal

        until_ended(self._beside)
        took: dict[str, list[float]] = defaultdict(list)
        for goal in Goal.objects.filter(pk__in=self._beside):
            took[self._beside[goal.pk]].append((goal.ended_at - goal.created_at).total_seconds())  # type: ignore[operator]
        for phase in ("behaving", "hostile"):
            seconds = took[phase]
            row(
                beside=phase,
                goals=len(seconds),
                p50_s=round(statistics.median(seconds), 2),
                p95_s=round(quantile(seconds, 0.95), 2),
            )


def until_ended(goals: "dict[UUID, str]") -> None:
    """Wait until all of these have ended."""
    from apps.teams.models import Goal

    give_up = time.monotonic() + PATIENCE
    while Goal.objects.filter(pk__in=goals, ended_at=None).exists():
        if time.monotonic() > give_up:
            raise SystemExit(f"{Goal.objects.filter(pk__in=goals, ended_at=None).count()} goals never ended")
        time.sleep(0.1)


def judged(way: str, goals: "dict[UUID, str]") -> dict[str, object]:
    """How many goals ended as they should, and by how much the slowest call and goal were too long."""
    from apps.teams.domain.retries import backoff
    from apps.teams.models import Goal

    typed, calls, wholes, said = 0, [0.0], [0.0], set()
    for goal in Goal.objects.filter(pk__in=goals).prefetch_related("teams__tasks__attempts"):
        (task,) = (task for team in goal.teams.all() for task in team.tasks.all())
        attempts = list(task.attempts.all())
        failures = [attempt.failure for attempt in attempts]
        answered = (goals[goal.pk], way) in ANSWERS and goal.outcome == "done"
        sentence = all(failures) and not any(mark in failure for mark in BROKEN for failure in failures)
        typed += answered or (sentence and goal.outcome == "failed")
        said |= set(failures)
        calls += [(one.ended_at - one.started_at).total_seconds() - DEADLINE for one in attempts if one.started_at]
        allowed = len(attempts) * DEADLINE + sum(backoff(tries) for tries in range(1, len(attempts)))
        wholes.append((goal.ended_at - goal.created_at - timedelta(seconds=allowed)).total_seconds())
    if os.environ.get("IOA_BENCH_SAID"):
        sys.stderr.write("".join(f"  {way}: {each}\n" for each in sorted(said)))
    return {
        "goals": len(goals),
        "typed": typed,
        "call_over_s": round(max(calls), 2),
        "goal_over_s": round(max(wholes), 2),
    }


def worker_of(pid: int) -> int:
    """The worker among the processes that the product's supervisor keeps."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if b"\0worker\0" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    raise SystemExit("there is no worker")


def memory(pid: int) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / MEGABYTE


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
