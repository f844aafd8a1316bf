"""How much a second worker host adds where the model is what goals wait for: `python -m benchmarks.hosts 2 40 4 3`.

Each host makes so many calls of the model at one time and no more, as a model server of its own would take them; each
call takes LATENCY seconds. So many goals are given at once, to one host, and then to two; a row has the median of its
runs. The second host is another name (`unshare --uts`, as root; else another process) with a writer of its own.
"""

import asyncio
import shutil
import subprocess
import sys
from collections import Counter

from benchmarks import product
from benchmarks.hub import Hub, prepared
from benchmarks.job import faked
from benchmarks.listing import NO_LIMIT
from benchmarks.readings import Reading, median_of
from benchmarks.stage import row

APART = ("unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh")


def main(latency: float, goals: int, calls: int, runs: int) -> None:
    """Print a row for one host and one for two."""
    with faked(latency) as fake:
        model = {"IOA_MODEL": "fake", "IOA_MODEL_BASE_URL": f"{fake.url}/v1", "IOA_MODEL_API_KEY": "x"}
        with product.running(**model, **NO_LIMIT, IOA_MODEL_CONCURRENCY=str(calls)) as running:
            one = Hub(running, fake, prepared(fake)[0], "one host")
            asyncio.run(one.read(1))  # the first goal loads what later ones find
            alone = [asyncio.run(one.read(goals)) for _ in range(runs)]
            before = turns_by_host()
            with product.second_worker(*apart()) as pid:
                two = one.with_second_worker(pid)
                both = [asyncio.run(two.read(goals)) for _ in range(runs)]
            shares = turns_by_host() - before
    reference = show("one host", alone, goals, calls, latency)
    show("two hosts", both, goals, calls, latency, reference, shares)


def apart() -> tuple[str, ...]:
    """What a command is put behind to run on another host; nothing where that is not permitted."""
    may = shutil.which("unshare") and subprocess.run([*APART, "true"], check=False, capture_output=True).returncode == 0
    return APART if may else ()


def turns_by_host() -> Counter[str]:
    """How many turns each worker took."""
    from apps.chat.models import Turn

    return Counter(worker.rpartition(":")[0] for worker in Turn.objects.values_list("worker", flat=True) if worker)


def show(
    name: str,
    readings: list[Reading],
    goals: int,
    calls: int,
    latency: float,
    reference: Reading | None = None,
    shares: Counter[str] | None = None,
) -> Reading:
    """Print a row: goals a second, how many times those of the `reference`, and what each host took."""
    middle = median_of(readings)
    row(
        workers=name,
        goals=goals,
        runs=len(readings),
        calls_at_once=calls,
        latency=latency,
        gps=round(middle.gps, 2),
        **({"times_one": round(middle.gps / reference.gps, 2)} if reference else {}),
        **({"turns": dict(shares)} if shares else {}),
        bad=middle.bad,
    )
    return middle


if __name__ == "__main__":
    told = sys.argv[1:]
    main(float(told[0]), *(int(count) for count in told[1:4]))
