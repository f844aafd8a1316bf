"""Words that take the place of one another by what they are: a day for a day, a spelling of a name for another."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.teams.domain.findings.words import names_in, words

_CLASSES = tuple(
    frozenset(one.split())
    for one in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "january february march april june july august september october november december",
        "januar februar märz april juni juli august september oktober november dezember",
    )
)
"""Of each, one thing is usually on one only."""
_DENIALS = frozenset("no not nein nicht sorry actually correction instead rather wrong mistake korrektur".split())
_LEAST_NAME, _MOST_NAMES = 5, 50


@dataclass(frozen=True)
class Correction:
    """What counts, what it takes the place of, and of what (a stem; empty: of anything)."""

    new: str
    old: str
    thing: str = ""


def another_of_its_class(said: str, goal: str) -> Iterator[Correction]:
    """“No, Thursday”, of a goal that is for Tuesday and names no other day."""
    there = words(said)
    if not _DENIALS & frozenset(there[:6]):
        return
    for known in _CLASSES:
        asked = known & frozenset(words(goal))
        new = [one for one in there if one in known and one not in asked]
        if len(asked) == 1 and len(set(new)) == 1:
            yield Correction(new[0], next(iter(asked)))


def respelt_names(said: str, goal: str) -> Iterator[Correction]:
    """Names that differ from one of the goal in one letter within, and so are that name spelt right."""
    before, now = names_in(goal), names_in(said)
    for new in sorted(now - before)[:_MOST_NAMES]:
        for old in sorted(before - now)[:_MOST_NAMES]:
            if min(len(old), len(new)) >= _LEAST_NAME and _differ_in_one_letter(old, new):
                yield Correction(new, old)


def _differ_in_one_letter(one: str, other: str) -> bool:
    """Whether one letter is put in, left out or changed, but the first and the last, which an ending may change."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    if len(long) - len(short) > 1 or short[0] != long[0] or short[-1] != long[-1]:
        return False
    same = next((at for at, sign in enumerate(short) if sign != long[at]), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
