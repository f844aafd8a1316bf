"""What is asked, and the registries in which it is asked."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml

from benchmarks.discovery import Entry, lines

HERE = Path(__file__).parents[1] / "data" / "choosing"
SEED = 7


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
