"""Facts that are spread over a team, with and without a disclosure round: `python -m benchmarks.disclosure 40`.

Each task asks which of three places is best. Some facts speak for a place that is not the best and are known to all
four members; what speaks for the best one, and against the other, each member knows a part of. Who has all facts is
right, who has the shared ones alone is wrong: a hidden profile, as in Stasser and Titus.

Members and coordinator are functions behind a server of chat completions; they know what the request that they get
says, and nothing else. A member that is asked for every fact gives every fact of its own; asked for anything else, it
gives its opinion and the one fact that speaks most for it. The coordinator counts the facts that stand in its prompt.
All goals go through the product as it runs: REST, engine, database, agents that speak over their own connector.

A row says how many of all facts stood in the room before the conclusion, and how many answers were right: with a
disclosure round first, with a round as long in which everybody speaks once, and with a task for each member instead.
"""

import asyncio
import json
import random
import re
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import aiohttp
from aiohttp import web

from benchmarks import product
from benchmarks.fake_model import Json, completion, streamed
from benchmarks.stage import row

SEED, LONGEST, LOOK = 7, 300, 0.1
KINDS = ("harbour", "orchard", "library", "quarry", "clinic", "depot", "school", "mill")
NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Iris", "Juniper", "Kelp", "Larch")
TOPICS = ("rent", "road", "soil", "water", "power", "noise", "permit", "crew", "roof", "frost", "tax", "view")
WORTH = ("steady", "doubtful", "cheap", "costly", "new", "worn", "near", "far")
MEMBERS = ("ann", "bob", "cat", "dan")
HOLDS = "You hold these facts and no others:"
FACT = re.compile(r"The (?:\w+) of (\w+) is (?:\w+), which speaks (for|against) it\.")
ASKS_FOR_ALL = re.compile(r"\b(?:every|all)\b[^.]{0,40}\bfacts?\b|\bfacts?\b[^.]{0,20}\ball of them\b", re.IGNORECASE)
VARIANTS = {"disclosure": "disclosure", "round": "round", "tasks": ""}


@dataclass(frozen=True)
class Puzzle:
    """One task: the question, what each member holds, and the place that all facts together speak for."""

    number: int
    question: str
    facts: dict[str, tuple[str, ...]]
    right: str

    @property
    def everything(self) -> frozenset[str]:
        """All facts, whoever holds them."""
        return frozenset(fact for held in self.facts.values() for fact in held)

    def handle(self, member: str) -> str:
        """What a member of this task is registered as."""
        return f"{member}-{self.number:02}"


def puzzles(count: int) -> list[Puzzle]:
    """The same ones each time."""
    return [_puzzle(number, random.Random(SEED * 1000 + number)) for number in range(1, count + 1)]


def _puzzle(number: int, chance: random.Random) -> Puzzle:
    right, wrong, third = chance.sample(NAMES, 3)
    about_wrong, about_right = _facts(wrong, chance), _facts(right, chance)
    shared = [*about_wrong("for", chance.randint(2, 3)), *about_right("against", 1)]
    hidden = [*about_right("for", 6), *about_wrong("against", 4), *_facts(third, chance)("against", 2)]
    held: dict[str, list[str]] = {member: list(shared) for member in MEMBERS}
    for place, fact in enumerate(hidden):
        held[MEMBERS[place % len(MEMBERS)]].append(fact)
    places = ", ".join(sorted((right, wrong, third)))
    question = f"Which place is best for the {chance.choice(KINDS)}: {places}? Answer with its name."
    return Puzzle(number, question, {member: tuple(facts) for member, facts in held.items()}, right)


def _facts(place: str, chance: random.Random) -> Callable[[str, int], list[str]]:
    """What makes facts about a place, each about a topic of its own."""
    topics = iter(chance.sample(TOPICS, len(TOPICS)))

    def make(way: str, count: int) -> list[str]:
        chosen = islice(topics, count)
        return [f"The {topic} of {place} is {chance.choice(WORTH)}, which speaks {way} it." for topic in chosen]

    return make


def best(facts: frozenset[str]) -> str:
    """The place that most of these facts speak for, the first by name where several are equal."""
    counts: dict[str, int] = {}
    for place, way in (found.groups() for fact in facts if (found := FACT.fullmatch(fact))):
        counts[place] = counts.get(place, 0) + (1 if way == "for" else -1)
    return min(counts, key=lambda place: (-counts[place], place), default="")


def facts_in(text: str) -> frozenset[str]:
    """The facts that stand in a text."""
    return frozenset(found.group(0) for found in FACT.finditer(text))


def member_says(system: str, asked: str) -> str:
    """A member that knows what it holds, answers what it is asked."""
    held = facts_in(system)
    if ASKS_FOR_ALL.search(asked):
        return "\n".join(f"- {fact}" for fact in sorted(held))
    choice = best(held)
    reasons = sorted(fact for fact in held if f"of {choice} " in fact and fact.endswith("speaks for it."))
    return f"I would take {choice}. {reasons[0] if reasons else ''}"


def lead_says(user: str) -> Json:
    """A coordinator that knows its prompt alone: it has the members talk, or work, and counts what they gave."""
    data = json.loads(user)
    handles = [agent["handle"] for agent in data["agents"]]
    wanted = next((rule for rule in data.get("rules_of_this_goal", []) if "protocol " in rule), "")
    if wanted:
        name = wanted.rpartition("protocol ")[2].strip(".")
        return {"do": "discuss", "text": data["goal"], "protocol": name, "members": handles, "numbers": [1]}
    found = facts_in(user)
    if found or data.get("tasks"):
        return {"do": "conclude", "text": f"{best(found)}.", "verdict": "done"}
    tasks = [
        {"key": handle, "title": f"Choice of {handle}", "brief": "Which place is best, and why?", "owner": handle}
        for handle in handles
    ]
    return {"do": "assign", "text": "Each chooses.", "tasks": [{**one, "needs": [], "after": []} for one in tasks]}


async def _complete(request: web.Request) -> web.StreamResponse:
    body = await request.json()
    told = {message["role"]: str(message.get("content") or "") for message in body["messages"]}
    system, user = told.get("system", ""), told.get("user", "")
    said = member_says(system, user) if HOLDS in system else json.dumps(lead_says(user))
    usage: Json = {"prompt_tokens": (len(system) + len(user)) // 4, "completion_tokens": len(said) // 4}
    if body.get("stream"):
        return await streamed(request, said, usage)
    return web.json_response(completion("message", said, "stop", usage))


@contextmanager
def functions() -> Iterator[str]:
    """The server of the functions, in a thread; gives its address."""
    port, loop = product.free_port(), asyncio.new_event_loop()
    app = web.Application(client_max_size=64 * 2**20)
    app.router.add_post("/v1/chat/completions", _complete)
    runner = web.AppRunner(app, access_log=None)
    loop.run_until_complete(runner.setup())
    loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", port).start())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def prepared(address: str, tasks: list[Puzzle]) -> str:
    """Make a workspace with the members of all tasks and give its owner's token."""
    from apps.accounts.actions import issue_token
    from apps.accounts.models import Member, User, Workspace
    from apps.accounts.queries import actor_for
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile

    workspace = Workspace.objects.create(slug="bench", name="Bench")
    user = User.objects.create(username="bench")
    Member.objects.create(workspace=workspace, user=user, role="owner")
    for task in tasks:
        for member, held in task.facts.items():
            told = "\n".join([HOLDS, *held])
            config = {"url": address, "model": "member", "system_prompt": told}
            handle = task.handle(member)
            profile = AgentProfile(
                handle=handle, name=handle, description="Knows places.", connector="openai", connector_config=config
            )
            register_agent(workspace.pk, profile)
    return issue_token(actor_for(user, workspace.pk), "bench")


async def ask(url: str, token: str, tasks: list[Puzzle], protocol: str) -> dict[uuid.UUID, Puzzle]:
    """Give all tasks as goals, and wait until they ended."""
    from asgiref.sync import sync_to_async

    from apps.teams.models import Goal

    given: dict[uuid.UUID, Puzzle] = {}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as session:
        for task in tasks:
            team = [task.handle(member) for member in MEMBERS]
            body = {"text": task.question, "team": team, "review": "never", "protocol": protocol}
            async with session.post(f"{url}/api/v1/goals", json=body) as response:
                response.raise_for_status()
                given[uuid.UUID((await response.json())["id"])] = task
    until = time.monotonic() + LONGEST
    open_goals = Goal.objects.filter(id__in=list(given), ended_at=None)
    while await sync_to_async(open_goals.count)() and time.monotonic() < until:  # noqa: ASYNC110 - other processes
        await asyncio.sleep(LOOK)
    return given


def measure(variant: str, given: dict[uuid.UUID, Puzzle]) -> None:
    """Print what stood in the rooms before the conclusions, and what came of it."""
    from apps.chat.models import Message
    from apps.teams.models import Goal

    on_record = facts = right = turns = 0
    for goal in Goal.objects.filter(id__in=list(given)):
        task = given[goal.id]
        said = Message.objects.filter(conversation__team__goal=goal, kind__in=["say", "result"])
        texts = "\n".join(said.values_list("text", flat=True))
        on_record += len(facts_in(texts) & task.everything)
        facts += len(task.everything)
        right += goal.answer.startswith(task.right)
        turns += said.count()
    row(
        variant=variant,
        tasks=len(given),
        facts=facts,
        on_record=on_record,
        share=round(on_record / max(facts, 1), 3),
        right=right,
        said=turns,
    )


def main(count: int) -> None:
    """Print a row for each variant."""
    tasks = puzzles(count)
    with functions() as address:
        model = {"IOA_MODEL": "lead", "IOA_MODEL_BASE_URL": address, "IOA_MODEL_API_KEY": "x"}
        with product.running(**model) as running:
            token = prepared(address, tasks)
            for variant, protocol in VARIANTS.items():
                measure(variant, asyncio.run(ask(running.url, token, tasks, protocol)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
