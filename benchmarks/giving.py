"""How many goals one web process takes a second: `python -m benchmarks.giving`.

`POST /api/v1/goals` over kept connections, below the bound of goals that wait to be begun, then above it, where every
answer has to be 429. Nobody is there to work on them, so a worker ends each at its first turn, on the same machine. The
floor, in the same run, is a bare application behind the same Daphne that keeps nothing.
"""

import asyncio

from benchmarks import bare, product
from benchmarks.listing import NO_LIMIT, measure
from benchmarks.people import crowd

GOAL = {"text": "Count the windows of the houses in our street, and say how many there are."}


def main() -> None:
    """Print the rows of all three."""
    with bare.running() as address:
        asyncio.run(measure("bare application", address, "", GOAL))
    for name, bound in (("hub, below the bound", "1000000"), ("hub, above the bound", "0")):
        bounds = {"IOA_WAITING_GOALS": bound, "IOA_WAITING_GOALS_IN_ALL": bound}
        with product.running(**NO_LIMIT, **bounds) as running:
            token = crowd(1).token
            asyncio.run(measure(name, f"{running.url}/api/v1/goals", token, GOAL, running))


if __name__ == "__main__":
    main()
