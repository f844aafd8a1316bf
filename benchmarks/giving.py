"""How many goals one web process takes a second: `python -m benchmarks.giving`.

`POST /api/v1/goals` over kept connections, below the bound of goals that wait to be begun, then above it, where every
answer has to be 429. Nobody is there to work on them, so a worker ends each at its first turn, on the same machine. The
floor, in the same run, is a bare application behind the same Daphne that keeps nothing.
"""

import asyncio
import subprocess
import sys

from benchmarks import bare, product
from benchmarks.listing import NO_LIMIT, measure
from benchmarks.people import crowd

GOAL = {"text": "Count the windows of the houses in our street, and say how many there are."}


BOUNDS = {"hub, below the bound": "1000000", "hub, above the bound": "0"}


def main(name: str) -> None:
    """Print the row of one; without a name of all, each in a process of its own, for each has another database."""
    if not name:
        with bare.running() as address:
            asyncio.run(measure("bare application", address, "", GOAL))
        for one in BOUNDS:
            subprocess.run([sys.executable, "-m", "benchmarks.giving", one], check=True)
        return
    bounds = {"IOA_WAITING_GOALS": BOUNDS[name], "IOA_WAITING_GOALS_IN_ALL": BOUNDS[name]}
    with product.running(**NO_LIMIT, **bounds) as running:
        asyncio.run(measure(name, f"{running.url}/api/v1/goals", crowd(1).token, GOAL, running))


if __name__ == "__main__":
    main(next(iter(sys.argv[1:]), ""))
