"""The job that all contenders do: one goal, three specialists, two tasks at once and one that needs both."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from benchmarks import product

GOAL = "Write a one-page launch brief for a light e-bike: market facts, unit cost, and the brief itself."
AGENTS = {
    "researcher": "You are the market researcher. [agent:researcher] Collect market facts.",
    "costing": "You are the cost engineer. [agent:costing] Estimate unit cost.",
    "writer": "You are the writer. [agent:writer] Write the brief from the facts and the cost.",
}
TASKS = {
    "researcher": "Collect market facts for a light e-bike.",
    "costing": "Estimate the unit cost of a light e-bike.",
    "writer": "Write the one-page launch brief from the facts and the cost estimate.",
}
DEPTH = 3  # model calls one after the other, without a review
ROUNDS = {1: 15, 10: 3}  # of other numbers one
ENDING = "DONE:writer"


@dataclass(frozen=True)
class Counts:
    """What a fake model server was asked."""

    calls: int
    prompt_tokens: int
    lines: Mapping[str, Mapping[str, int]]

    def each(self, goals: int) -> dict[str, Any]:
        """The same for one of so many goals."""
        lines = {kind: {part: told / goals for part, told in line.items()} for kind, line in self.lines.items()}
        return {"calls": self.calls / goals, "ptok": self.prompt_tokens / goals, "lines": lines}


@dataclass(frozen=True)
class Fake:
    """The fake model server."""

    url: str
    latency: float

    async def reset(self, session: aiohttp.ClientSession) -> None:
        """Have it count anew."""
        async with session.post(self.url + "/reset") as response:
            response.raise_for_status()

    async def stats(self, session: aiohttp.ClientSession) -> Counts:
        """Its counts."""
        async with session.get(self.url + "/stats") as response:
            return Counts(**await response.json())


@contextlib.contextmanager
def faked(latency: float) -> Iterator[Fake]:
    """A fake model server in a process of its own."""
    port = product.free_port()
    command = [sys.executable, "-m", "benchmarks.fake_model", str(port), str(latency)]
    process = subprocess.Popen(command, cwd=product.BASE)
    try:
        time.sleep(1)
        yield Fake(f"http://127.0.0.1:{port}", latency)
    finally:
        process.terminate()
        process.wait()
