"""Goals that come in all at once at the product's door: `python -m benchmarks.burst [goals] [neighbours] [crowds]`.

So many requests are sent at one time by one workspace, or by several in turn, and what each got is counted; who is told
to come again does, until all are in. When `neighbours` of these goals are in, another workspace gives a few goals, one
after the other: the row compares their time from the request to the end with those that it gave before, alone
(medians). Agents and the voice answer at once.
"""

import asyncio
import collections
import statistics
import sys
import time
import uuid
from itertools import cycle, islice

import aiohttp

from benchmarks import product
from benchmarks.hub import ends_of, give_goal
from benchmarks.job import AGENTS, GOAL, Fake, faked
from benchmarks.pushes import Pushes
from benchmarks.stage import row

PATIENCE = 900
SOME = 15


class Workspace:
    """A workspace with the three agents, and its owner's token."""

    def __init__(self, fake: Fake, url: str, name: str) -> None:
        from apps.accounts.actions import issue_token
        from apps.accounts.models import Member, User
        from apps.accounts.models import Workspace as Row
        from apps.accounts.queries import actor_for
        from apps.agents.actions import register_agent
        from apps.agents.domain.registration import AgentProfile

        workspace = Row.objects.create(slug=name, name=name)
        user = User.objects.create(username=name)
        Member.objects.create(workspace=workspace, user=user, role="owner")
        for handle, told in AGENTS.items():
            config = {"url": f"{fake.url}/v1", "model": "fake", "system_prompt": told}
            profile = AgentProfile(
                handle=handle,
                name=handle,
                description=told,
                connector="openai",
                connector_config=config,
                concurrency=1000,
            )
            register_agent(workspace.pk, profile)
        self.url = f"{url}/api/v1/goals"
        self.headers = {"Authorization": f"Bearer {issue_token(actor_for(user, workspace.pk), 'bench')}"}
        self.answers: collections.Counter[int] = collections.Counter()

    async def give(self, session: aiohttp.ClientSession) -> uuid.UUID:
        """Give a goal, however often it takes."""
        text = f"{GOAL} Call it {uuid.uuid4()}."  # no two goals are the same
        told = await give_goal(session, self.url, {"text": text}, self.headers, self.answers)
        return uuid.UUID(told["id"])

    async def seconds_of_one(self, session: aiohttp.ClientSession, pushes: Pushes) -> tuple[float, float]:
        """How long a goal takes, from its request to the answer, and until its end is told."""
        began = time.time()
        goal = await self.give(session)
        taken = time.time() - began
        return taken, (await ends_of([goal], pushes))[goal] - began

    async def seconds_of_some(self, session: aiohttp.ClientSession, pushes: Pushes) -> tuple[float, float, float]:
        """The same of a few goals, one after the other: medians, and the longest."""
        taken = [await self.seconds_of_one(session, pushes) for _ in range(SOME)]
        door, end = (statistics.median(each) for each in zip(*taken, strict=True))
        return door, end, max(end for _, end in taken)


async def measure(crowds: list[Workspace], other: Workspace, goals: int, neighbours: int, pushes: Pushes) -> None:
    """Print what the burst got, and what became of the other workspace's goals beside it."""
    from asgiref.sync import sync_to_async

    from apps.teams.models import Goal

    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=timeout) as session:
        await other.seconds_of_one(session, pushes)
        _, alone, _ = await other.seconds_of_some(session, pushes)
        began = time.monotonic()
        given = [asyncio.create_task(crowd.give(session)) for crowd in islice(cycle(crowds), goals)]
        for number, task in enumerate(asyncio.as_completed(given), start=1):
            await task
            if number == neighbours:
                break
        door, beside, longest = await other.seconds_of_some(session, pushes)
        waiting = await sync_to_async(Goal.objects.filter(outcome="running").count)()
        ids = [await task for task in given]
        taken = time.monotonic() - began
        ended = await ends_of(ids, pushes)
        left = await sync_to_async(Goal.objects.exclude(outcome="done").count)()
        row(
            goals=goals,
            crowds=len(crowds),
            answers=dict(sum((crowd.answers for crowd in crowds), start=collections.Counter())),
            in_s=round(taken, 1),
            ended=len(ended),
            not_done=left,
            all_s=round(time.monotonic() - began, 1),
            alone_s=round(alone, 2),
            beside_s=round(beside, 2),
            longest_s=round(longest, 2),
            of_which_door_s=round(door, 2),
            beside_to_alone=round(beside / alone, 2),
            still_running=waiting,
        )


def main(goals: int, neighbours: int, crowds: int) -> None:
    """Run the product, and the burst at it."""
    with faked(0.0) as fake:
        model = {"IOA_MODEL": "fake", "IOA_MODEL_BASE_URL": f"{fake.url}/v1", "IOA_MODEL_API_KEY": "x"}
        with product.running(**model) as running, Pushes().heard() as pushes:
            crowding = [Workspace(fake, running.url, f"crowd-{number}") for number in range(crowds)]
            other = Workspace(fake, running.url, "other")
            asyncio.run(measure(crowding, other, goals, neighbours, pushes))


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]]
    main(*(numbers + [500, 240, 1][len(numbers) :]))
