"""The hub beside the bare SDK and its peers on one small job: `python -m benchmarks.orchestration LATENCY 1,10,100`.

One goal, three specialists: two tasks at once, the third needs both. Every model call takes LATENCY seconds at the
fake model server. Goals go in by REST; a goal's wall time runs from the request to the commit of its end. `ideal` is
three calls deep: the plan, the two, the one; four where the answer is reviewed. `cpu` of the hub is that of all its
processes, Postgres and Redis too.
"""

import asyncio
import contextlib
import resource
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

import aiohttp

from benchmarks import peers, product
from benchmarks.stage import row

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
REVIEWS = {"never": 0, "always": 1}  # of a goal: the calls that it adds, one after the others
ROUNDS = {1: 5, 10: 3}  # of other numbers one
LONGEST = 120  # seconds that a round may take
LOOK = 0.02  # seconds between two looks for goals that ended
ENDING = "DONE:writer"

Round = Callable[[int], Awaitable[tuple[list[float], int]]]  # goals at once -> seconds of each good one, bad ones


@dataclass(frozen=True)
class Fake:
    """The fake model server."""

    url: str
    latency: float

    async def counted(self, session: aiohttp.ClientSession, path: str) -> dict[str, int]:
        """Reset or read its counts."""
        method = "POST" if path == "/reset" else "GET"
        async with session.request(method, self.url + path) as response:
            counts: dict[str, int] = await response.json()
            return counts


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


async def measure(peer: str, fake: Fake, once: Round, cpu: Callable[[], float], counts: list[int], depth: int) -> None:
    """Warm up with one goal, then print a row for each number of goals at once."""
    await once(1)
    async with aiohttp.ClientSession() as session:
        for count in counts:
            await fake.counted(session, "/reset")
            rounds, used, walls = [], cpu(), []
            for _ in range(ROUNDS.get(count, 1)):
                began = time.perf_counter()
                rounds.append(await once(count))
                walls.append(max(rounds[-1][0], default=time.perf_counter() - began))
            used, goals = cpu() - used, count * len(rounds)
            seconds = [one for each, _ in rounds for one in each]
            told = await fake.counted(session, "/stats")
            ideal, wall = depth * fake.latency, statistics.median(seconds) if seconds else 0.0
            row(
                peer=peer,
                conc=count,
                wall=round(wall, 3),
                ideal=round(ideal, 2),
                ratio=round(wall / ideal, 2),
                calls=round(told["calls"] / goals, 2),
                ptok=round(told["prompt_tokens"] / goals),
                cpu=round(used / goals, 4),
                gps=round(count / statistics.median(walls), 1),
                bad=sum(bad for _, bad in rounds),
            )


# --- the bare SDK ---------------------------------------------------------------------------------------------------


def bare(fake: Fake) -> Round:
    """The lower bound: the openai client and asyncio.gather; nothing is kept."""
    import openai

    client = openai.AsyncOpenAI(base_url=f"{fake.url}/v1", api_key="x", max_retries=0, timeout=60)

    async def ask(system: str, user: str) -> str:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        answer = await client.chat.completions.create(model="fake", messages=messages)  # type: ignore[arg-type]
        return answer.choices[0].message.content or ""

    async def goal() -> float | None:
        began = time.perf_counter()
        await ask("Plan.", GOAL)
        parts = await asyncio.gather(*(ask(AGENTS[one], TASKS[one]) for one in ("researcher", "costing")))
        text = await ask(AGENTS["writer"], "\n".join([TASKS["writer"], *parts]))
        return time.perf_counter() - began if ENDING in text else None

    async def once(count: int) -> tuple[list[float], int]:
        found = await asyncio.gather(*(goal() for _ in range(count)))
        seconds = [one for one in found if one is not None]
        return seconds, count - len(seconds)

    return once


def own_cpu() -> float:
    """CPU seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


# --- the hub --------------------------------------------------------------------------------------------------------


def hub(url: str, token: str, review: str) -> Round:
    """The product: goals by REST, ends as they were committed."""
    headers = {"Authorization": f"Bearer {token}"}

    async def submit(session: aiohttp.ClientSession) -> tuple[uuid.UUID, float]:
        began = time.time()
        async with session.post(f"{url}/api/v1/goals", json={"text": GOAL, "review": review}) as response:
            response.raise_for_status()
            return uuid.UUID((await response.json())["id"]), began

    async def once(count: int) -> tuple[list[float], int]:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(headers=headers, connector=connector) as session:
            began = dict(await asyncio.gather(*(submit(session) for _ in range(count))))
        ended = await ends_of(list(began))
        seconds = [ended[goal] - at for goal, at in began.items() if goal in ended]
        return seconds, count - len(seconds)

    return once


async def ends_of(goals: list[uuid.UUID]) -> dict[uuid.UUID, float]:
    """Wait until all goals ended and were learned from; give the times of those that ended well."""
    from asgiref.sync import sync_to_async

    from apps.teams.models import Goal

    until = time.monotonic() + LONGEST
    rows = Goal.objects.filter(id__in=goals, learned_at__isnull=False)
    while await sync_to_async(rows.count)() < len(goals) and time.monotonic() < until:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(LOOK)
    done = await sync_to_async(list)(rows.filter(answer__contains=ENDING).values_list("id", "ended_at"))
    return {goal: ended.timestamp() for goal, ended in done}


def prepared(fake: Fake) -> str:
    """Make a workspace with the three agents and give its owner's token."""
    from apps.accounts.actions import issue_token
    from apps.accounts.models import Member, User, Workspace
    from apps.accounts.queries import actor_for
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile

    workspace = Workspace.objects.create(slug="bench", name="Bench")
    user = User.objects.create(username="bench")
    Member.objects.create(workspace=workspace, user=user, role="owner")
    for name, told in AGENTS.items():
        config = {"url": f"{fake.url}/v1", "model": "fake", "system_prompt": told}
        profile = AgentProfile(
            handle=name, name=name, description=told, connector="openai", connector_config=config, concurrency=1000
        )
        register_agent(workspace.pk, profile)
    return issue_token(actor_for(user, workspace.pk), "bench")


def main(latency: float, counts: list[int]) -> None:
    """Print the rows of all."""
    with faked(latency) as fake:
        asyncio.run(measure("bare openai SDK, plan + 3", fake, bare(fake), own_cpu, counts, DEPTH))
        model = {"IOA_MODEL": "fake", "IOA_MODEL_BASE_URL": f"{fake.url}/v1", "IOA_MODEL_API_KEY": "x"}
        with product.running(**model) as running:
            token = prepared(fake)
            for review, more in REVIEWS.items():
                once = hub(running.url, token, review)
                asyncio.run(measure(f"hub, review: {review}", fake, once, running.cpu, counts, DEPTH + more))
    for told in peers.rows(latency, counts):
        print(told, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), [int(count) for count in sys.argv[2].split(",")])
