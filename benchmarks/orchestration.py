"""The hub beside the bare SDK and its peers on one small job: `python -m benchmarks.orchestration LATENCY 1,10,100 3`.

One goal, three specialists: two tasks at once, the third needs both. Every model call takes LATENCY seconds at the
fake model server. Goals go in by REST; a goal's wall time runs from the request until its end is told, which is once
that has committed. `ideal` is three calls deep: the plan, the two, the one; four where the answer is reviewed, for
which the bare SDK makes the same extra call. `cpu` of the hub is that of all its processes, Postgres and Redis too.
Each row is the median of as many runs as the last number says; the contenders take turns, so that what else the machine
does meets all of them.
"""

import asyncio
import contextlib
import resource
import statistics
import sys
import time
from collections.abc import Iterator, Sequence

import aiohttp

from benchmarks import product
from benchmarks.hub import Hub, prepared
from benchmarks.job import AGENTS, DEPTH, ENDING, GOAL, ROUNDS, TASKS, Fake, faked
from benchmarks.listing import NO_LIMIT
from benchmarks.peers import peers
from benchmarks.readings import Contender, Reading, median_of, show, show_lines

RUNS = 3


class Bare:
    """The lower bound: the openai client and asyncio.gather; nothing is kept."""

    def __init__(self, fake: Fake, *, review: bool) -> None:
        self.name = "bare openai SDK, plan + 3" + (" + review" if review else "")
        self.review, self._fake = review, fake

    async def read(self, count: int) -> Reading:
        """Some rounds of so many goals at once."""
        import openai

        seconds: list[float] = []
        walls, bad, rounds = [], 0, ROUNDS.get(count, 1)
        client = openai.AsyncOpenAI(base_url=f"{self._fake.url}/v1", api_key="x", max_retries=0, timeout=60)
        async with aiohttp.ClientSession() as session, client:
            await self._goal(client)
            await self._fake.reset(session)
            used = own_cpu()
            for _ in range(rounds):
                began = time.perf_counter()
                found = await asyncio.gather(*(self._goal(client) for _ in range(count)))
                walls.append(time.perf_counter() - began)
                seconds += [one for one in found if one is not None]
                bad += sum(one is None for one in found)
            used = own_cpu() - used
            told = await self._fake.stats(session)
        goals = count * rounds
        return Reading(
            wall=statistics.median(seconds),
            cpu=used / goals,
            gps=count / statistics.median(walls),
            bad=bad,
            **told.each(goals),
        )

    async def _goal(self, client: object) -> float | None:
        """Seconds of one goal; None where it ended without the answer."""
        began = time.perf_counter()
        await ask(client, "Plan.", GOAL)
        parts = await asyncio.gather(*(ask(client, AGENTS[one], TASKS[one]) for one in ("researcher", "costing")))
        text = await ask(client, AGENTS["writer"], "\n".join([TASKS["writer"], *parts]))
        if self.review:
            await ask(client, "Review.", f"{GOAL}\n{text}")
        return time.perf_counter() - began if ENDING in text else None


async def ask(client: object, system: str, user: str) -> str:
    """One call of the model."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    answer = await client.chat.completions.create(model="fake", messages=messages)  # type: ignore[attr-defined]
    return answer.choices[0].message.content or ""


def own_cpu() -> float:
    """CPU seconds of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Race:
    """The contenders in turns, and the rows of what they showed."""

    def __init__(self, latency: float, runs: int) -> None:
        self._latency, self._runs = latency, runs
        self._bare: dict[tuple[int, bool], Reading] = {}
        self._told: set[object] = set()  # whose prompts were shown

    def run(self, contenders: Sequence[Contender], count: int) -> None:
        """Print a row for each, those of the bare SDK first, which the others are compared with."""
        readings: dict[str, list[Reading]] = {one.name: [] for one in contenders}
        for _ in range(self._runs):
            for one in contenders:
                if (reading := asyncio.run(one.read(count))) is not None:
                    readings[one.name].append(reading)
        for one in contenders:
            if found := readings[one.name]:
                self._show(one, count, found)

    def _show(self, one: Contender, count: int, readings: Sequence[Reading]) -> None:
        middle = median_of(readings)
        bare = self._bare.setdefault((count, one.review), middle)
        show(one.name, count, (DEPTH + one.review) * self._latency, readings, bare)
        if (said := (type(one), one.review)) not in self._told:
            self._told.add(said)
            show_lines(one.name, middle)


@contextlib.contextmanager
def hubs(fake: Fake) -> Iterator[list[Hub]]:
    """The product in a process of its own, as contenders: without review, with it, and with people who look on."""
    model = {"IOA_MODEL": "fake", "IOA_MODEL_BASE_URL": f"{fake.url}/v1", "IOA_MODEL_API_KEY": "x"}
    with product.running(**model, **NO_LIMIT) as running:
        token, cookies = prepared(fake)
        plain = Hub(running, fake, token, "hub, review: never")
        reviewed = Hub(running, fake, token, "hub, review: always", review=True)
        watched = Hub(running, fake, token, "hub, review: never, sockets", cookies=cookies)
        asyncio.run(plain.read(1))  # the first goal loads what later ones find
        yield [plain, reviewed, watched]


def main(latency: float, counts: Sequence[int], runs: int) -> None:
    """Print the rows of all."""
    race = Race(latency, runs)
    with faked(latency) as fake, faked(latency) as bares, hubs(fake) as contenders, peers(latency) as others:
        bare = [Bare(bares, review=False), Bare(bares, review=True)]  # the hub's is also asked whether it is well
        for count in counts:
            race.run([*bare, *contenders, *others], count)
        with product.second_worker() as pid:
            two = contenders[0].with_second_worker(pid)
            asyncio.run(two.read(1))  # so that this one has loaded too what later goals find
            for count in counts:
                race.run([two], count)


if __name__ == "__main__":
    main(float(sys.argv[1]), [int(count) for count in sys.argv[2].split(",")], int((*sys.argv[3:], RUNS)[0]))
