"""Whether the right agent is chosen: `python -m benchmarks.choosing [folder] [goals]`.

Goals that name no agent are given to registries of 10, 100 and 1,000 agents, beside the six that come along. The goals
are drawn from the folder's queries (`goals` of them; single.jsonl and pairs.jsonl, see data/discovery/README.md), and
all of data/choosing/own.yaml, with files. Agents are the folder's and our own, known by their profiles alone: nobody
has learned anything. Registries are filled with cards recorded from real agents and then with made ones, whose words
are drawn by seed from the goals themselves.

Each goal is really run: the product searches, plans by rules, calls agents. Who is right answers; who is not, and did
not come along, says that it can't. `chosen_first`: the first task went to one who is right. `answered`: its words stand
in the answer. `taken_by_builtin`: one that came along and is not right did the first task to its end. The oracle reads
the agents in the product's own prompt of that goal's first turn: it picks one who is right, else the first.
"""

import json
import os
import random
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from benchmarks.discovery import HERE as DISCOVERY
from benchmarks.discovery import Entry, handle_of, lines
from benchmarks.stage import database, row

HERE = Path(__file__).parent / "data" / "choosing"
SIZES = (10, 100, 1000)
GOALS = 140  # of the folder's; one of seven asks for two agents
SEED = 7
SECONDS = 60.0  # after which a goal has not come to its end: one takes less than one
RIGHT = "The right agent did it."
ABLE = [{"result": RIGHT}]
UNABLE = [{"error": "I can't do this: it is not my field.", "permanent": True}]
OUTCOMES = ("chosen_first", "answered", "taken_by_builtin")


@dataclass(frozen=True)
class Asked:
    """A goal, its files by name, and the names of the agents that are right."""

    goal: str
    right: frozenset[str]
    files: Mapping[str, str]

    @property
    def own(self) -> bool:
        """Whether it is one of ours, and not of the folder's."""
        return bool(self.files)


@dataclass(frozen=True)
class Exam:
    """Everything that is asked and everybody who may be asked."""

    asked: Sequence[Asked]
    agents: Mapping[str, Entry]  # by name; those that come along are not among them
    cards: Sequence[Entry]

    def needed(self, asked: Asked) -> frozenset[str]:
        """The agents that a registry must have for a goal to be one of its."""
        return asked.right & self.agents.keys()

    @cached_property
    def vocabulary(self) -> list[list[str]]:
        """The words of each goal that say what it is about."""
        from apps.agents.domain.words import content_words

        words = ([word for word in content_words(one.goal) if len(word) > 3] for one in self.asked)
        return [each for each in words if len(each) > 2]


def read(folder: Path, most: int) -> Exam:
    """Draw the goals of a folder, and take ours."""
    drawn = random.Random(SEED)
    pairs = most // 7
    of_folder = drawn.sample(lines(folder / "single.jsonl"), most - pairs) + drawn.sample(
        lines(folder / "pairs.jsonl"), pairs
    )
    theirs = [Asked(str(one["query"]), frozenset(one["agents"]), {}) for one in of_folder]  # type: ignore[call-overload]
    told = yaml.safe_load((HERE / "own.yaml").read_text())
    ours = [
        Asked(one["goal"], frozenset(one["agents"]), {name: told["files"][name] for name in one["files"]})
        for one in told["goals"]
    ]
    agents = {str(one["name"]): one for one in [*told["agents"], *lines(folder / "agents.jsonl")]}
    return Exam([*theirs, *ours], agents, lines(HERE / "cards.jsonl"))


# --- registries -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Registry:
    """Agents, the goals for which somebody among them is right, and how many of the agents were made."""

    agents: Sequence[Entry]
    asked: Sequence[Asked]
    made: int


def registries(exam: Exam, size: int) -> Iterator[Registry]:
    """As many registries as it takes to have each goal asked once."""
    drawn, left = random.Random(SEED + size), list(exam.asked)
    drawn.shuffle(left)
    while left:
        names: dict[str, None] = {}
        mine: list[Asked] = []
        for one in left:
            together = {**names, **dict.fromkeys(sorted(exam.needed(one)))}
            if len(together) <= size // 2 or size > len(exam.agents):  # half at least are right for none of the goals
                names = together
                mine.append(one)
        left = [one for one in left if one not in mine]
        yield _filled(exam, list(names), mine, size, drawn)


def _filled(exam: Exam, names: list[str], asked: list[Asked], size: int, drawn: random.Random) -> Registry:
    others = [name for name in exam.agents if name not in names]
    real = [*(exam.agents[name] for name in drawn.sample(others, len(others))), *exam.cards]
    agents = [*(exam.agents[name] for name in names), *real][:size]
    made = [_made(exam, number, drawn) for number in range(size - len(agents))]
    everybody = [*agents, *made]
    drawn.shuffle(everybody)
    return Registry(everybody, asked, len(made))


ROLES = "Guide Desk Helper Scout Studio Finder Planner Coach Monitor Broker Hub Lab".split()
TOLD = (
    "Helps people with {0} and {1}: answers questions about {2}.",
    "Provides {0} for {1}, with {2} and {3}.",
    "Keeps track of {0} and tells about {1} and {2}.",
    "Makes {0} out of {1}; knows {2} as well.",
    "Your assistant for {0}. It compares {1} and recommends {2}.",
)


def _made(exam: Exam, number: int, drawn: random.Random) -> Entry:
    """A card whose words are those of goals: two of one goal, two of others."""
    one, *others = (drawn.choice(exam.vocabulary) for _ in range(3))
    words = [*drawn.sample(one, 2), *(drawn.choice(each) for each in others)]
    drawn.shuffle(words)
    name = f"{words[0].title()} {drawn.choice(ROLES)} {number}"
    return {"name": name, "description": drawn.choice(TOLD).format(*words)}


# --- the run --------------------------------------------------------------------------------------------------------


class School:
    """A workspace with one registry's agents, where goals are run one after the other and nothing is learned."""

    def __init__(self, registry: Registry) -> None:
        from apps.accounts.models import Member, User, Workspace
        from apps.accounts.queries import actor_for
        from apps.agents.actions import register_agent, seed_agents
        from apps.agents.domain.registration import AgentProfile

        slug = uuid.uuid4().hex
        self._workspace = Workspace.objects.create(slug=slug, name=slug)
        user = User.objects.create(username=slug)
        Member.objects.create(workspace=self._workspace, user=user, role="owner")
        self._owner = actor_for(user, self._workspace.pk)
        seed_agents(self._workspace.pk)
        for number, agent in enumerate(registry.agents):
            profile = AgentProfile(
                handle=handle_of(str(agent["name"]), number),
                name=str(agent["name"]),
                description=str(agent["description"]),
                skills=_skills(agent.get("skills", ())),  # type: ignore[arg-type]
                connector="scripted",
                connector_config={"steps": UNABLE},
            )
            register_agent(self._workspace.pk, profile)

    def run(self, asked: Asked) -> dict[str, dict[str, bool]]:
        """Have a goal done by rules, and look at what came of it."""
        from apps.chat.actions import GoalRequest, Upload, launch_goal

        self._forget(asked)
        files = tuple(Upload(name, text.encode()) for name, text in asked.files.items())
        with _watched() as briefings:
            goal = launch_goal(self._owner, GoalRequest(text=asked.goal, files=files, review="never"))
            self._until_ended(goal)
        goal.refresh_from_db()
        return {"rules": self._by_rules(goal, asked), "oracle": self._by_oracle(briefings[0], asked)}

    def _forget(self, asked: Asked) -> None:
        """Nobody has learned or failed anything, and those who are right for this goal can do it."""
        from django.db.models import F, Q

        from apps.agents.models import Agent, Connection, Experience, ExperienceMean

        mine = Agent.objects.filter(workspace=self._workspace)
        Experience.objects.filter(agent__in=mine).delete()
        ExperienceMean.objects.filter(agent__in=mine).delete()
        used = mine.filter(Q(tasks_done__gt=0) | Q(tasks_failed__gt=0) | Q(goals_completed__gt=0))
        used.update(tasks_done=0, tasks_failed=0, goals_completed=0, goal_words={}, vector=F("profile_vector"))
        joined = Connection.objects.filter(agent__in=mine)
        joined.exclude(availability="online").update(availability="online", failing=0, busy_until=None)
        joined = joined.filter(connector="scripted")
        joined.filter(connector_config={"steps": ABLE}).update(connector_config={"steps": UNABLE})
        joined.filter(agent__name__in=asked.right).update(connector_config={"steps": ABLE})

    def _until_ended(self, goal: Any) -> None:
        """Do whatever is due, without the pauses between tries; a question of the team ends the goal."""
        from django.db.models.functions import Now

        from apps.chat.actions import sweeper
        from apps.chat.models import Conversation
        from apps.teams.models import Attempt

        give_up = time.monotonic() + SECONDS
        while type(goal).objects.filter(pk=goal.pk, outcome="running").exists():
            if Conversation.objects.filter(team__goal=goal, wait__person=True).exists():
                return
            if time.monotonic() > give_up:
                raise SystemExit(f"a goal did not come to its end: {goal.text}")
            Attempt.objects.filter(state="ready").update(not_before=Now())
            Conversation.objects.filter(turn_state="due").update(turn_due_at=Now())
            sweeper.sweep()

    def _by_rules(self, goal: Any, asked: Asked) -> dict[str, bool]:
        from apps.teams.models import Task

        tasks = Task.objects.filter(team__goal=goal, owner__agent__isnull=False).select_related(
            "owner__agent__connection"
        )
        first = next(iter(tasks.order_by("team__depth", "number")), None)
        if first is None:
            return dict.fromkeys(OUTCOMES, False)
        name, came_along = first.owner.agent.name, first.owner.agent.connection.connector == "builtin"
        by_right = tasks.filter(state="done", owner__agent__name__in=asked.right).exists()
        return {
            "chosen_first": name in asked.right,
            "answered": by_right and goal.outcome in {"done", "partial"},
            "taken_by_builtin": came_along and name not in asked.right and first.state == "done",
        }

    def _by_oracle(self, briefing: Any, asked: Asked) -> dict[str, bool]:
        from apps.agents.models import Agent
        from apps.chat.voices.llm.prompt import to_prompt

        document = json.loads(to_prompt(briefing).user)
        listed = [one["handle"] for one in document.get("agents", ())]
        rows = Agent.objects.filter(workspace=self._workspace, handle__in=listed).select_related("connection")
        known = {agent.handle: agent for agent in rows}
        named = [known[handle] for handle in listed]
        picked = next((agent for agent in named if agent.name in asked.right), next(iter(named), None))
        right = picked is not None and picked.name in asked.right
        taken = picked is not None and not right and picked.connection.connector == "builtin"
        return dict(zip(OUTCOMES, (right, right, taken), strict=True))


def _skills(told: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    return [{"id": f"s{number}", "repeatable": True, **one} for number, one in enumerate(told)]


class _watched:  # noqa: N801 - a context manager
    """Inside, the briefings that the rules are given are kept."""

    def __enter__(self) -> list[Any]:
        from apps.chat.voices.rules import RuleVoice

        self._speak = speak = RuleVoice.speak
        briefings: list[Any] = []

        async def heard(voice: Any, briefing: Any) -> Any:
            briefings.append(briefing)
            return await speak(voice, briefing)

        RuleVoice.speak = heard  # type: ignore[method-assign]
        return briefings

    def __exit__(self, *error: object) -> None:
        from apps.chat.voices.rules import RuleVoice

        RuleVoice.speak = self._speak  # type: ignore[method-assign]


def measure(exam: Exam, size: int, told: list[str]) -> None:
    """Run all goals in registries of one size and print the rows."""
    found: dict[str, list[dict[str, bool]]] = {"rules": [], "oracle": []}
    kinds: list[bool] = []
    made = []
    for registry in registries(exam, size):
        school = School(registry)
        made.append(registry.made)
        for asked in registry.asked:
            outcome = school.run(asked)
            kinds.append(asked.own)
            for voice, each in outcome.items():
                found[voice].append(each)
            told.append(json.dumps({"size": size, "goal": asked.goal, "right": sorted(asked.right), **outcome}))
    for voice, each in found.items():
        values = {name: _share(one[name] for one in each) for name in OUTCOMES}
        own = _share(one["chosen_first"] for one, own in zip(each, kinds, strict=True) if own)
        theirs = _share(one["chosen_first"] for one, own in zip(each, kinds, strict=True) if not own)
        row(
            agents=size, made=max(made), voice=voice, **values, first_of_split=theirs, first_of_own=own, goals=len(each)
        )


def _share(held: Iterable[bool]) -> float:
    each = list(held)
    return round(sum(each) / len(each), 3) if each else 0.0


def main(folder: Path, goals: int, sizes: Sequence[int]) -> None:
    """Print two rows for each size; each goal's outcome goes to a file where CHOOSING_LOG names one."""
    os.environ |= {"IOA_CALLS": "inline", "IOA_JOBS": "eager"}
    told: list[str] = []
    with database():
        from datetime import timedelta

        from celery import current_app

        from apps.chat.actions import sweeper

        current_app.autodiscover_tasks(related_name="jobs", force=True)
        sweeper.GRACE = timedelta(0)
        exam = read(folder, goals)
        for size in sizes:
            measure(exam, size, told)
    if log := os.environ.get("CHOOSING_LOG"):
        Path(log).write_text("\n".join(told) + "\n")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else DISCOVERY,
        int(sys.argv[2]) if len(sys.argv) > 2 else GOALS,
        [int(size) for size in sys.argv[3].split(",")] if len(sys.argv) > 3 else SIZES,
    )
