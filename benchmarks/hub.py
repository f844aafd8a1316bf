"""The product as a contender: goals by REST, ends as they were committed, and sockets that look on."""

import asyncio
import contextlib
import statistics
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

import aiohttp

from benchmarks import product
from benchmarks.job import AGENTS, ENDING, GOAL, ROUNDS, Fake
from benchmarks.pushes import Pushes
from benchmarks.readings import Reading

LONGEST = 120  # seconds that a round may take, and one more for each goal
LOOK = 0.5  # seconds before each look for goals that ended: it takes the processor from the hub, whose end is told
LOOKING_ON = 100  # goals whose room somebody looks at, at most: one socket each


@dataclass(frozen=True)
class Hub:
    """The running product. `more`: processes that belong to it and are not below its own; `cookies` of who looks on."""

    running: product.Product
    fake: Fake
    token: str
    name: str
    review: bool = False
    cookies: tuple[str, ...] = ()
    more: tuple[int, ...] = ()

    def with_second_worker(self, pid: int) -> "Hub":
        """The same with another worker process."""
        return replace(self, name=f"{self.name}, two workers", more=(pid,))

    async def read(self, count: int) -> Reading:
        """Some rounds of so many goals at once."""
        seconds: list[float] = []
        walls, bad, rounds = [], 0, ROUNDS.get(count, 1)
        async with aiohttp.ClientSession() as session, self._client(count) as client:
            await self.fake.reset(session)
            before = self.running.cpu_by_kind(*self.more)
            for _ in range(rounds):
                began = time.perf_counter()
                good = await self._round(client, count)
                seconds += good
                walls.append(max(good, default=time.perf_counter() - began))
                bad += count - len(good)
            after, told = self.running.cpu_by_kind(*self.more), await self.fake.stats(session)
        goals = count * rounds
        used = {kind: (after[kind] - before[kind]) / goals for kind in after}
        return Reading(
            wall=statistics.median(seconds) if seconds else 0.0,
            gps=count / statistics.median(walls),
            cpu=sum(used.values()),
            cpu_by=used,
            bad=bad,
            **told.each(goals),
        )

    def _client(self, count: int) -> aiohttp.ClientSession:
        """Who gives goals. Its connections are kept from round to round, as those of the bare SDK's client are."""
        return aiohttp.ClientSession(
            headers={"Authorization": f"Bearer {self.token}"},
            connector=aiohttp.TCPConnector(limit=0),
            timeout=aiohttp.ClientTimeout(total=LONGEST + count),
        )

    async def _round(self, client: aiohttp.ClientSession, count: int) -> list[float]:
        """Seconds of each goal that ended well."""
        with Pushes().heard() as pushes:
            given = await asyncio.gather(*(self._submit(client) for _ in range(count)))
            async with self._looked_at([(goal, team) for goal, team, _ in given]):
                ended = await ends_of([goal for goal, _, _ in given], pushes)
        return [ended[goal] - at for goal, _, at in given if goal in ended]

    async def _submit(self, session: aiohttp.ClientSession) -> tuple[uuid.UUID, uuid.UUID, float]:
        began = time.time()  # its clock runs while it waits to be let in
        review = "always" if self.review else "never"
        told = await give_goal(
            session, f"{self.running.url}/api/v1/goals", {"text": GOAL, "review": review}, {}, Counter()
        )
        return uuid.UUID(told["id"]), uuid.UUID(told["team"]), began

    @contextlib.asynccontextmanager
    async def _looked_at(self, rooms: Sequence[tuple[uuid.UUID, uuid.UUID]]) -> AsyncIterator[None]:
        """Somebody's socket in each room, as many as there are people for."""
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            pairs = zip(rooms, self.cookies, strict=False)
            sockets = [asyncio.create_task(self._look_on(session, *room, cookie)) for room, cookie in pairs]
            yield
            for socket in sockets:
                socket.cancel()
            await asyncio.gather(*sockets, return_exceptions=True)

    async def _look_on(self, session: aiohttp.ClientSession, goal: uuid.UUID, team: uuid.UUID, cookie: str) -> None:
        url = f"{self.running.url.replace('http', 'ws', 1)}/ws/goals/{goal}/?team={team}"
        headers = {"Origin": self.running.url, "Cookie": cookie}
        async with session.ws_connect(url, headers=headers, max_msg_size=0) as socket:
            async for _ in socket:
                pass


async def give_goal(
    session: aiohttp.ClientSession, url: str, goal: Mapping[str, str], headers: Mapping[str, str], seen: Counter[int]
) -> dict[str, str]:
    """Give a goal, however often it takes: who is told to come again does. `seen` counts the answers by status."""
    while True:
        async with session.post(url, json=goal, headers=headers) as response:
            seen[response.status] += 1
            if response.status != HTTPStatus.TOO_MANY_REQUESTS:
                response.raise_for_status()
                told: dict[str, str] = await response.json()
                return told
            await asyncio.sleep(int(response.headers["Retry-After"]))


async def wait_for(goals: Sequence[uuid.UUID]) -> None:
    """Wait until all goals ended and were learned from."""
    from asgiref.sync import sync_to_async

    from apps.teams.models import Goal

    until = time.monotonic() + LONGEST + len(goals)
    ended = Goal.objects.filter(learned_at__isnull=False)
    await asyncio.sleep(LOOK)
    for goal in goals:  # one at a time: to count all of them each time would be work of its own
        one = ended.filter(id=goal)
        while not await sync_to_async(one.exists)() and time.monotonic() < until:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(LOOK)


async def ends_of(goals: Sequence[uuid.UUID], pushes: Pushes) -> dict[uuid.UUID, float]:
    """Wait for goals, and give of those that ended well when that was told, which is when it had committed."""
    from asgiref.sync import sync_to_async

    from apps.journal.models import Event
    from apps.teams.models import Goal

    await wait_for(goals)
    well = Goal.objects.filter(id__in=goals, answer__contains=ENDING).values("id")
    ends = Event.objects.filter(stream__in=well, kind="goal.ended").values_list("stream", "seq")
    return {goal: pushes.told_at(goal, seq) for goal, seq in await sync_to_async(list)(ends)}


def prepared(fake: Fake) -> tuple[str, tuple[str, ...]]:
    """Make a workspace with the three agents; its owner's token, and cookies of people who may look on."""
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile
    from benchmarks.people import PAGES_EACH, crowd

    people = crowd(LOOKING_ON)
    for name, told in AGENTS.items():
        config = {"url": f"{fake.url}/v1", "model": "fake", "system_prompt": told}
        profile = AgentProfile(
            handle=name, name=name, description=told, connector="openai", connector_config=config, concurrency=1000
        )
        register_agent(people.workspace_id, profile)
    return people.token, tuple(cookie for cookie in people.cookies for _ in range(PAGES_EACH))
