"""Agents' calls that wait in one worker process: `python -m benchmarks.held 1000,4000`.

The process is as a worker is: Django, the embedding and the built-in agents' libraries loaded. It calls a model server
that answers late, by the product's own way (gateway, connector, guarded client), and holds all calls at one time. Then,
while they wait, single calls are started one after the other. `hop` is from handing a call over to its first line on
the process's loop, `quick` from there to its end in a thread, at a server that answers at once, in milliseconds.
"""

import contextlib
import os
import resource
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.job import Fake, faked
from benchmarks.stage import quantile, row

if TYPE_CHECKING:
    from apps.agents.domain.address import AgentAddress
    from apps.agents.gateway.calls import Calls

HOLD = 60.0  # seconds until the late server answers; all calls must be under way before
QUICK = 300  # single calls while the others wait
MEGABYTE = 2**20


@contextlib.contextmanager
def worker() -> Iterator[None]:
    """Have this process be as a worker is, without jobs: nothing here touches the database."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="ioa-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
            "IOA_DATA_DIR": folder,
            "IOA_SECRET_KEYS": secrets.token_urlsafe(64),
            "IOA_LOG_LEVEL": "ERROR",
            "IOA_DATABASE_POOL": "0",
        }
        import django

        django.setup()
        from apps.agents.gateway.warm_up import get_ready

        get_ready()
        yield


def address_at(fake: Fake) -> "AgentAddress":
    """An agent behind chat completions at the fake server."""
    from apps.agents.domain.address import AgentAddress

    config = {"url": f"{fake.url}/v1", "model": "fake", "system_prompt": "[agent:worker] Work."}
    return AgentAddress("worker", "openai", config, 300.0)


class Held:
    """Calls of one process, and when each was handed over, began and ended."""

    def __init__(self, calls: "Calls") -> None:
        self.calls = calls
        self.begun: list[float] = []
        self.ended: list[float] = []
        self._changed = threading.Condition()

    def start(self, name: str, address: "AgentAddress") -> float:
        """Hand a call over; gives when."""
        from apps.agents.domain.calls import RunRequest
        from apps.agents.gateway.run import run_agent

        request = RunRequest(key=name, goal="A goal.", brief="Do the work.")

        async def call() -> object:
            self.begun.append(time.perf_counter())
            return await run_agent(address, request, lambda _: None)

        if not self.calls.try_slot():
            raise SystemExit("no slot is free")
        at = time.perf_counter()
        self.calls.start(name, call, self._end)
        return at

    def _end(self, _: object) -> None:
        with self._changed:
            self.ended.append(time.perf_counter())
            self._changed.notify_all()

    def wait_for(self, count: int, seconds: float) -> bool:
        """Wait until so many calls have ended."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self.ended) >= count, seconds)


def memory() -> float:
    """Resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def measure(count: int) -> None:
    """Hold `count` calls and print a row."""
    from apps.agents.gateway.calls import Calls

    with faked(HOLD) as late, faked(0.0) as prompt:
        before, waiting, quick = memory(), Held(Calls(count)), Held(Calls(1))
        began, address = time.perf_counter(), address_at(late)
        for number in range(count):
            waiting.start(f"held:{number}", address)
        started = time.perf_counter() - began
        time.sleep(max(HOLD / 4, 2 * started))
        hops, ends = single(quick, address_at(prompt))
        held, used = len(waiting.calls.in_flight()), memory()
        everybody = waiting.wait_for(count, HOLD * 2)
        row(
            calls=count,
            held=held,
            answered=len(waiting.ended) if not everybody else count,
            rss_mb=round(used),
            rss_before_mb=round(before),
            kb_a_call=round((used - before) * 1024 / count, 1),
            start_ms=round(started / count * 1000, 2),
            hop_p50_ms=round(quantile(hops, 0.5) * 1000, 2),
            hop_p99_ms=round(quantile(hops, 0.99) * 1000, 2),
            quick_p99_ms=round(quantile(ends, 0.99) * 1000, 2),
        )


def single(quick: Held, address: "AgentAddress") -> tuple[list[float], list[float]]:
    """Seconds from the hand-over of single calls to their beginning, and from there to their end."""
    hops, ends = [], []
    for number in range(QUICK):
        at = quick.start(f"quick:{number}", address)
        quick.wait_for(number + 1, 30)
        while not quick.calls.try_slot():  # its slot is given back a moment after its end
            time.sleep(0.001)
        quick.calls.release_slot()
        hops.append(quick.begun[-1] - at)
        ends.append(quick.ended[-1] - quick.begun[-1])
    return hops, ends


if __name__ == "__main__":
    with worker():
        for number in sys.argv[1].split(","):
            measure(int(number))
