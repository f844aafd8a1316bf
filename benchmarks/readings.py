"""What one run of some goals at once showed, and the row that several runs make: medians, beside the bare SDK's."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.stage import row


@dataclass(frozen=True)
class Reading:
    """Seconds a goal (`wall`), calls, prompt tokens and CPU seconds a goal, goals a second, and goals that went wrong.

    `cpu_by`: the CPU by kind of process. `lines`: what was asked for -> calls a goal, and tokens a goal of each part of
    the prompt.
    """

    wall: float
    calls: float
    ptok: float
    cpu: float
    gps: float
    bad: int
    cpu_by: Mapping[str, float] = field(default_factory=dict)
    lines: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


class Contender(Protocol):
    """Something that works on goals. `review`: it makes one more call, in which the answer is looked at."""

    @property
    def name(self) -> str:
        """As rows call it."""

    @property
    def review(self) -> bool:
        """Whether it makes the extra call."""

    async def read(self, count: int) -> Reading | None:
        """Have it work on so many goals at once; None: it could not."""


def median_of(readings: Sequence[Reading]) -> Reading:
    """The median of each figure; what went wrong is summed up."""

    def middle(name: str) -> float:
        return statistics.median(getattr(reading, name) for reading in readings)

    kinds = {kind: statistics.median(one.cpu_by[kind] for one in readings) for kind in readings[0].cpu_by}
    figures = {name: middle(name) for name in ("wall", "calls", "ptok", "cpu", "gps")}
    return Reading(**figures, bad=sum(one.bad for one in readings), cpu_by=kinds, lines=readings[-1].lines)


def show(name: str, count: int, ideal: float, readings: Sequence[Reading], bare: Reading) -> None:
    """Print the row of a contender. `to_bare`: its figures as multiples of those of the bare SDK in the same run."""
    middle = median_of(readings)
    row(
        peer=name,
        conc=count,
        runs=len(readings),
        wall=round(middle.wall, 3),
        ideal=round(ideal, 2),
        ratio=round(middle.wall / ideal, 2),
        calls=round(middle.calls, 2),
        ptok=round(middle.ptok),
        cpu=round(middle.cpu, 4),
        gps=round(middle.gps, 1),
        to_bare=multiples(middle, bare),
        bad=middle.bad,
        **({"cpu_by": {kind: round(used, 4) for kind, used in middle.cpu_by.items()}} if middle.cpu_by else {}),
    )


def multiples(reading: Reading, bare: Reading) -> dict[str, float]:
    """Its wall time, CPU and rate, and its prompt tokens, as multiples of the bare SDK's."""
    names = ("wall", "cpu", "gps", "ptok")
    return {name: round(getattr(reading, name) / getattr(bare, name), 2) for name in names if getattr(bare, name)}


def show_lines(name: str, reading: Reading) -> None:
    """Print what a goal's prompts are made of: a row for each thing that is asked for."""
    for asked_for, line in reading.lines.items():
        parts = {part: round(tokens) for part, tokens in line.items() if part != "calls"}
        row(peer=name, prompt=asked_for, calls=round(line["calls"], 2), **parts, tokens=sum(parts.values()))
