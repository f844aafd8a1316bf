"""A goal by hand as its folder keeps it, and how an answer is scored by its checklist."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "goals"
BY_ONE_CALL = "single.md"
RECORDING = "calls.json"

Point = Mapping[str, object]


@dataclass(frozen=True)
class Answer:
    """What came of a goal. `files`: by name, texts of those that are text. `said`: by member, all that it said."""

    text: str
    files: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    outcome: str = ""

    @property
    def whole(self) -> str:
        """The answer with the text of its files."""
        return "\n".join([self.text, *self.files.values()])


@dataclass(frozen=True)
class HandGoal:
    """One goal: what is asked, by which agents it may be done, and what a good answer has."""

    name: str
    kind: str
    text: str
    agents: tuple[Mapping[str, str], ...]
    built_in: tuple[str, ...]
    said: tuple[Mapping[str, object], ...]  # by a person while the team works: text, and after how many calls
    then: str  # said by a person after the end; empty: nothing
    checklist: tuple[Point, ...]

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return FOLDER / self.name

    @property
    def files(self) -> list[Path]:
        """What comes with it."""
        return sorted((self.folder / "files").glob("*"))

    @property
    def by_one_call(self) -> Answer:
        """What the single call gave; the code blocks that it named are its files."""
        text = (self.folder / BY_ONE_CALL).read_text()
        return Answer(text, dict(re.findall(r"```\w+ (\S+)\n(.*?)```", text, re.DOTALL)))


def read_goal(name: str) -> HandGoal:
    """The goal of that name. Raises FileNotFoundError."""
    told = json.loads((FOLDER / name / "goal.json").read_text())
    return HandGoal(
        name=name,
        kind=told["kind"],
        text=told["text"],
        agents=tuple(told["agents"]),
        built_in=tuple(told.get("built_in", ())),
        said=tuple(told.get("said", ())),
        then=told.get("then", ""),
        checklist=tuple(json.loads((FOLDER / name / "checklist.json").read_text())),
    )


def all_goals() -> list[HandGoal]:
    """All of them by name."""
    return [read_goal(path.parent.name) for path in sorted(FOLDER.glob("*/goal.json"))]


def lost_points(goal: HandGoal, answer: Answer) -> list[str]:
    """What the checklist asks for and the answer does not have, in the checklist's words."""
    return [str(point["says"]) for point in goal.checklist if not _holds(point, answer)]


def _holds(point: Point, answer: Answer) -> bool:
    text = answer.said.get(str(point["by"]), "") if "by" in point else answer.whole
    return (
        all(_found(pattern, text) for pattern in _patterns(point, "all"))
        and not any(_found(pattern, text) for pattern in _patterns(point, "none"))
        and all(any(re.search(pattern, name) for name in answer.files) for pattern in _patterns(point, "files"))
        and point.get("outcome", answer.outcome) == answer.outcome
    )


def _found(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def _patterns(point: Point, name: str) -> list[str]:
    patterns = point.get(name, [])
    return [str(pattern) for pattern in patterns] if isinstance(patterns, list) else []
