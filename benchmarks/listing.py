"""How many lists of 20 goals one web process gives a second: `python -m benchmarks.listing`.

`GET /api/v1/goals?limit=20` of a workspace with 100 goals, over kept connections; the floor, in the same run, is a bare
application behind the same Daphne that answers a text of that size without looking anything up.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

import aiohttp

from benchmarks import bare, product
from benchmarks.discovery import milliseconds
from benchmarks.people import Crowd, crowd
from benchmarks.stage import row

CONNECTIONS = 8
SECONDS = 10.0
GOALS = 100
NO_LIMIT = {f"IOA_RATE_{whose}": "0" for whose in ("TOKEN", "USER", "WORKSPACE", "ADDRESS", "REFUSED")}


async def measure(
    peer: str, url: str, token: str, body: Mapping[str, object] | None = None, running: product.Product | None = None
) -> None:
    """Ask for SECONDS over all connections, or send the body so often, and print the row.

    `cpu_ms`: of the web process and of Postgres for each answer, where the product `running` is asked.
    """
    seconds: list[float] = []
    statuses: Counter[int] = Counter()
    method = "GET" if body is None else "POST"
    until = time.perf_counter() + SECONDS

    async def ask(session: aiohttp.ClientSession) -> None:
        while (began := time.perf_counter()) < until:
            async with session.request(method, url, json=body) as answer:
                await answer.read()
                statuses[answer.status] += 1
            seconds.append(time.perf_counter() - began)

    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as session:
        async with session.request(method, url, json=body):
            pass  # the first one connects and imports
        used = running.cpu_by_kind() if running else {}
        await asyncio.gather(*(ask(session) for _ in range(CONNECTIONS)))
    row(
        peer=peer,
        rps=round(len(seconds) / SECONDS),
        p50_ms=milliseconds(seconds, 0.5),
        p99_ms=milliseconds(seconds, 0.99),
        statuses=dict(statuses),
        **({"cpu_ms": each(used, running.cpu_by_kind(), len(seconds))} if running else {}),
    )


def each(before: Mapping[str, float], after: Mapping[str, float], count: int) -> dict[str, float]:
    """What one answer cost in CPU milliseconds of those who give it."""
    return {kind: round(1000 * (after[kind] - before[kind]) / count, 2) for kind in ("web", "postgres")}


def fill(people: Crowd) -> None:
    """Give goals that end at once, since nobody is there to work on them."""
    from apps.accounts.queries import actor_for_token
    from apps.chat.actions import GoalRequest, launch_goal
    from apps.teams.models import Goal

    actor = actor_for_token(people.token)
    if actor is None:
        raise SystemExit("the token does not work")
    for number in range(GOALS):
        launch_goal(actor, GoalRequest(text=f"Count the windows of house {number}"))
    give_up = time.monotonic() + 120
    while Goal.objects.filter(outcome="running").exists() and time.monotonic() < give_up:
        time.sleep(0.5)


def main() -> None:
    """Print the rows of both."""
    with bare.running() as address:
        asyncio.run(measure("bare application", address, ""))
    with product.running(**NO_LIMIT) as running:
        people = crowd(1)
        fill(people)
        asyncio.run(measure("hub", f"{running.url}/api/v1/goals?limit=20", people.token, running=running))


if __name__ == "__main__":
    main()
