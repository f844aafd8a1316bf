"""How the worker's memory grows: `python -m benchmarks.memory [goals] [at one time]`.

Goals of three tasks end one after the other, some at one time, in the product as `manage.py up` runs it. A row for each
250 goals with the worker's resident memory, then the slope after the warm-up, in megabytes per 1,000 goals.
"""

import asyncio
import statistics
import sys
from pathlib import Path

import aiohttp

from benchmarks import product
from benchmarks.burst import PATIENCE, Workspace
from benchmarks.hub import wait_for
from benchmarks.job import faked
from benchmarks.stage import row

STEP = 250
WARM_UP = 750  # goals after which the slope is taken


def worker_of(pid: int) -> int:
    """The worker among the processes of a product."""
    for one in product.family(pid):
        if b"worker" in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0"):
            return one
    raise SystemExit("there is no worker")


def megabytes(pid: int) -> float:
    """The resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def measure(workspace: Workspace, worker: int, goals: int, at_once: int) -> None:
    """Print a row for each step, and the slope."""
    ids, seen = [], []
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        while len(ids) < goals:
            given = [await workspace.give(session) for _ in range(at_once)]
            await wait_for(given)
            ids += given
            if len(ids) % STEP < at_once:
                seen.append((len(ids), megabytes(worker)))
                row(goals=len(ids), worker_mb=round(seen[-1][1], 1))
    late = [one for one in seen if one[0] > WARM_UP]
    slope = statistics.linear_regression([count for count, _ in late], [size for _, size in late]).slope
    row(goals=len(ids), mb_per_1000_goals=round(1000 * slope, 2))


def main(goals: int, at_once: int) -> None:
    """Run the product, and goals in it."""
    with faked(0.0) as fake:
        model = {"IOA_MODEL": "fake", "IOA_MODEL_BASE_URL": f"{fake.url}/v1", "IOA_MODEL_API_KEY": "x"}
        with product.running(**model) as running:
            workspace = Workspace(fake, running.url, "memory")
            asyncio.run(measure(workspace, worker_of(running.pid), goals, at_once))


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]]
    main(*(numbers + [3000, 10][len(numbers) :]))
