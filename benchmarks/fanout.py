"""How long a message takes from its commit to everybody who looks: `python -m benchmarks.fanout 1,100,1000`.

The product runs as `manage.py up` runs it; all sockets look at one room, through Daphne. The floor, in the same run, is
a bare application that sends the same text to its sockets. One client holds all sockets, on the same machine, so what
it takes to read a frame is in the times.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import aiohttp

from benchmarks import bare, product
from benchmarks.discovery import milliseconds
from benchmarks.people import PAGES_EACH, Crowd, crowd
from benchmarks.stage import row

MESSAGES = 20
PAUSE = 0.6  # seconds between two messages
PATIENCE = 60  # seconds
AT_ONCE = 5  # sockets that are opened

Tell = Callable[[aiohttp.ClientSession, str], Awaitable[float]]  # says a text; gives the time of its commit


class Listener:
    """A socket that notes when it first saw each text."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.greeted = asyncio.Event()
        self.seen: dict[str, float] = {}
        self.wanted = ""

    async def listen(self, session: aiohttp.ClientSession, url: str, cookie: str) -> None:
        """Read until cancelled."""
        headers = {"Origin": url.partition("/ws/")[0].replace("ws", "http", 1), "Cookie": cookie}
        async with session.ws_connect(url, headers=headers, max_msg_size=0) as socket:
            self.open.set()
            async for message in socket:
                self.greeted.set()
                if self.wanted and self.wanted in message.data:
                    self.seen.setdefault(self.wanted, time.time())


async def measure(
    peer: str, url: str, cookies: Sequence[str], sockets: int, tell: Tell, running: product.Product | None = None
) -> None:
    """Open the sockets, say the messages, print the row. Of the product, `running`, each is told first what it lacks.

    `join_cpu_s`, `tell_cpu_ms`: CPU of the web process until all had come, and for each message to all.
    """
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        listeners = [Listener() for _ in range(sockets)]
        began, used = time.monotonic(), web_cpu(running)
        tasks = await opened(session, listeners, url, cookies)
        if running:
            await asyncio.wait_for(asyncio.gather(*(listener.greeted.wait() for listener in listeners)), PATIENCE)
        joined, came = time.monotonic() - began, web_cpu(running)
        await asyncio.sleep(1)
        seconds: list[float] = []
        for number in range(MESSAGES):
            text = f"Message {number} of {sockets} sockets"
            for listener in listeners:
                listener.wanted = text
            committed = await tell(session, text)
            await asyncio.sleep(PAUSE)
            await everybody(listeners, text)
            seconds += [listener.seen[text] - committed for listener in listeners if text in listener.seen]
        told = web_cpu(running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    row(
        peer=peer,
        sockets=sockets,
        join_s=round(joined, 1),
        **({"join_cpu_s": round(came - used, 2)} if running else {}),
        **({"tell_cpu_ms": round(1000 * (told - came) / MESSAGES)} if running else {}),
        p50_ms=milliseconds(seconds, 0.5),
        p99_ms=milliseconds(seconds, 0.99),
        missed=MESSAGES * sockets - len(seconds),
    )


def web_cpu(running: product.Product | None) -> float:
    """CPU seconds of the product's web process so far; 0 without a product."""
    return running.cpu_by_kind()["web"] if running else 0.0


async def opened(
    session: aiohttp.ClientSession, listeners: Sequence[Listener], url: str, cookies: Sequence[str]
) -> list[asyncio.Task[None]]:
    """Open a socket for each listener, some at a time: a server lets only so many wait at its door."""
    tasks = []
    for place, listener in enumerate(listeners):
        tasks.append(asyncio.create_task(listener.listen(session, url, cookies[place // PAGES_EACH])))
        if place % AT_ONCE == 0:
            await asyncio.wait_for(listener.open.wait(), PATIENCE)
    await asyncio.wait_for(asyncio.gather(*(listener.open.wait() for listener in listeners)), PATIENCE)
    return tasks


async def everybody(listeners: Sequence[Listener], text: str) -> None:
    """Wait until all have seen a text, or have no more patience."""
    until = time.monotonic() + PATIENCE
    while any(text not in listener.seen for listener in listeners) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def floor(url: str) -> Tell:
    """Say it by a POST to the bare application."""

    async def tell(session: aiohttp.ClientSession, text: str) -> float:
        began = time.time()
        async with session.post(url, data=text + " " * 1500):
            return began

    return tell


def hub(crowd: Crowd, team_id: UUID) -> Tell:
    """Say it as the owner, by the product's own action; the commit is when the action returns."""
    from asgiref.sync import sync_to_async

    from apps.accounts.queries import actor_for_token
    from apps.chat.actions import post_message

    actor = actor_for_token(crowd.token)

    def say(text: str) -> float:
        from django.db import transaction

        committed: list[float] = []
        with transaction.atomic():
            transaction.on_commit(lambda: committed.append(time.time()))
            post_message(actor, team_id, text, "note")
        return committed[0]

    async def tell(session: aiohttp.ClientSession, text: str) -> float:
        return await sync_to_async(say)(text)

    return tell


def room(crowd: Crowd) -> tuple[UUID, UUID]:
    """A goal that was paused at once, so that nothing but notes happens in its room; gives it and its team."""
    from apps.accounts.queries import actor_for_token
    from apps.chat.actions import GoalRequest, launch_goal, pause
    from apps.teams.models import Team

    actor = actor_for_token(crowd.token)
    if actor is None:
        raise SystemExit("the token does not work")
    goal = launch_goal(actor, GoalRequest(text="Talk among people"))
    team = Team.objects.get(goal_id=goal.id, parent=None)
    if team.ended_at is None:
        pause(actor, team.pk)
    return goal.id, team.pk


def main(counts: Sequence[int]) -> None:
    """Print the rows of both."""
    with bare.running() as address:
        for count in counts:
            url = address.replace("http", "ws") + "/ws"
            asyncio.run(measure("bare application", url, [""] * count, count, floor(address)))
    with product.running(IOA_SCRIPT="") as running:
        people = crowd(max(counts))
        goal_id, team_id = room(people)
        url = f"{running.url.replace('http', 'ws')}/ws/goals/{goal_id}/?team={team_id}"
        for count in counts:
            asyncio.run(measure("hub", url, people.cookies, count, hub(people, team_id), running))


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1].split(",")])
