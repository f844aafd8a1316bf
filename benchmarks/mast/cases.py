"""Goals with their villains, read from YAML, and the scripts of the coordinator and the agents that play them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
VILLAINS, HONEST = HERE / "villains.yaml", HERE / "honest.yaml"
NOTHING = "Nobody gave what was asked for."


@dataclass(frozen=True)
class Step:
    """A task: who does it, what it is told, what it always gives, and the files that come along."""

    who: str
    brief: str
    gives: str
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A scripted goal; see villains.yaml. `kind` is empty for an honest one."""

    name: str
    kind: str
    goal: str
    steps: tuple[Step, ...]
    by: str = ""
    wrong: str = ""
    asks: tuple[str, str] | None = None
    talk: tuple[tuple[str, str], ...] = ()

    @property
    def agents(self) -> list[str]:
        """Everybody who takes part, in order."""
        return list(dict.fromkeys([step.who for step in self.steps] + [who for who, _ in self.talk]))

    def in_full(self) -> str:
        """The goal with all that a model has to know to plan the same work."""
        parts = (f"- @{step.who}: {step.brief}" for step in self.steps)
        said = self.asks[1:] if self.asks else ()
        return "\n\n".join([self.goal, *said, "The parts, one after the other:\n" + "\n".join(parts)])

    def script_of(self, agent: str) -> list[dict[str, object]]:
        """What an agent does, by the brief it is given; to a brief of a model's own it gives the last of it."""
        own = [step for step in self.steps if step.who == agent]
        by_brief: list[dict[str, object]] = [{"if_brief": step.brief, "then": _given(step)} for step in own]
        return [*by_brief, *(_given(own[-1]) if own else [])]

    def voices(self) -> dict[str, list[dict[str, object]]]:
        """What the coordinator says, who accepts everything that is put before it, and what members say."""
        tasks = [
            {"key": f"t{at}", "title": step.brief[:60], "brief": step.brief, "owner": step.who} | _after(at)
            for at, step in enumerate(self.steps)
        ]
        assign: dict[str, object] = {"do": "assign", "tasks": tasks}
        end: dict[str, object] = {"do": "conclude", "answer": NOTHING, "verdict": "partial"}
        if self.talk:
            first = {"do": "say", "text": "What do you say?", "next_speaker": self.talk[0][0]}
            steps = [assign, first, {"do": "conclude", "accepts": len(self.steps)}]
        else:
            steps = [assign | {"answer": f"t{len(self.steps) - 1}"}, end]
        asked = [{"do": "ask_person", "question": self.asks[0]}] if self.asks else []
        return {"*": [*asked, *steps], **{f"@{agent}": said for agent in self.agents if (said := self._talk_of(agent))}}

    def _talk_of(self, agent: str) -> list[dict[str, object]]:
        """Each names who speaks next; the last one of all hands on to itself where it is a villain."""
        found: list[dict[str, object]] = []
        for at, (who, text) in enumerate(self.talk):
            if who == agent:
                following = self.talk[at + 1][0] if at + 1 < len(self.talk) else (who if self.kind else None)
                found.append({"do": "say", "text": text, "next_speaker": following})
        return found


def _given(step: Step) -> list[dict[str, object]]:
    return [*map(_file, step.files.items()), {"result": step.gives}]


def _after(at: int) -> dict[str, object]:
    return {"after": [f"t{before}" for before in range(at)]}


def _file(one: tuple[str, str]) -> dict[str, object]:
    return {"file": {"name": one[0], "media_type": "text/csv", "content": one[1]}}


def honest_cases(path: Path = HONEST) -> list[Case]:
    """All honest goals."""
    return [_case("", number, row) for number, row in enumerate(yaml.safe_load(path.read_text()), start=1)]


def villains(path: Path = VILLAINS, seed: int | None = None) -> list[Case]:
    """One wording of each villain, drawn by the seed; None: all of them."""
    drawn, rows = random.Random(seed), yaml.safe_load(path.read_text())
    every = {kind: [_case(kind, number, row) for number, row in enumerate(words, 1)] for kind, words in rows.items()}
    return [case for cases in every.values() for case in (cases if seed is None else [drawn.choice(cases)])]


def _case(kind: str, number: int, row: Mapping[str, Any]) -> Case:
    return Case(
        name=f"{kind or 'honest'} {number}",
        kind=kind,
        goal=row["goal"],
        steps=tuple(Step(*step) for step in row["steps"]),
        by=row.get("by", ""),
        wrong=row.get("wrong", ""),
        asks=_pair(row.get("asks")),
        talk=tuple((who, text) for who, text in row.get("talk", ())),
    )


def _pair(asks: Sequence[str] | None) -> tuple[str, str] | None:
    return (asks[0], asks[1]) if asks else None
