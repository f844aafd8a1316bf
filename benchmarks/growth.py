"""What a goal costs as goals are added: `python -m benchmarks.growth [rounds]`, each of a hundred goals at once.

A row for each round, beside what the bare SDK makes of the same job just before it. The first rows of a table are where
Postgres knows least of it, and what goes through all that there ever was shows after some hundred goals already.
"""

import asyncio
import sys

from benchmarks.job import faked
from benchmarks.orchestration import Bare, hubs
from benchmarks.readings import multiples
from benchmarks.stage import row

LATENCY = 0.1  # seconds that a call of the model takes
AT_ONCE = 100


def main(rounds: int) -> None:
    """Print the rows."""
    with faked(LATENCY) as fake, faked(LATENCY) as bares, hubs(fake) as (hub, *_):
        for before in range(rounds):
            bare = asyncio.run(Bare(bares, review=False).read(AT_ONCE))
            reading = asyncio.run(hub.read(AT_ONCE))
            row(
                goals_before=before * AT_ONCE,
                gps=round(reading.gps, 1),
                bare_gps=round(bare.gps, 1),
                cpu_ms=round(1000 * reading.cpu, 1),
                cpu_ms_by={kind: round(1000 * used, 1) for kind, used in reading.cpu_by.items()},
                to_bare=multiples(reading, bare),
                bad=reading.bad,
            )


if __name__ == "__main__":
    main(int((*sys.argv[1:], 10)[0]))
