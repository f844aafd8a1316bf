"""The rows of a plan: what a person may write into one, and the order in which they stand. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.teams.domain.checks.kinds import MOST_WORDS, Check, PersonCheck, read_check
from apps.teams.domain.checks.words import line_of_check

MOST_TITLE, MOST_BRIEF, MOST_CHECK = 120, 20_000, 4_000  # characters
ENDED_PLAN = "Its goal or its team has ended. Speak in the goal's room to open a new round."


@dataclass(frozen=True)
class StepChange:
    """What a person changes of a row; None: stays as it is.

    `owner`: a handle. `after`: numbers of tasks of the same team. `check`: a line as `read_check` takes it; with
    `needs_ok` a person looks at the result, and the line says at what.
    """

    title: str | None = None
    brief: str | None = None
    owner: str | None = None
    after: tuple[int, ...] | None = None
    check: str | None = None
    needs_ok: bool | None = None


def split_check(check: Check | None) -> tuple[str, bool]:
    """A check as a row shows it: its line, and whether a person looks at the result."""
    if isinstance(check, PersonCheck):
        return check.what, True
    return line_of_check(check), False


def join_check(known: Check | None, change: StepChange) -> Check | None:
    """The check that a row names after a change."""
    line, needs_ok = split_check(known)
    line = line if change.check is None else change.check
    needs_ok = needs_ok if change.needs_ok is None else change.needs_ok
    return PersonCheck(what=line[:MOST_WORDS]) if needs_ok else read_check(line)


def comes_after_itself(order: Mapping[int, Sequence[int]], number: int, after: Sequence[int]) -> bool:
    """Whether a task would wait for itself. `order`: the numbers that each task comes after."""
    known = {**order, number: after}
    seen: set[int] = set()
    ahead = list(after)
    while ahead:
        one = ahead.pop()
        if one == number:
            return True
        if one not in seen:
            seen.add(one)
            ahead.extend(known.get(one, ()))
    return False


def move_row(rows: Sequence[int], movable: Sequence[int], number: int, *, up: bool) -> list[int]:
    """The rows with one of the movable ones before, or behind, the next movable one; at the edge as they were."""
    place = movable.index(number) + (-1 if up else 1)
    if not 0 <= place < len(movable):
        return list(rows)
    other = movable[place]
    swapped = {number: other, other: number}
    return [swapped.get(row, row) for row in rows]
