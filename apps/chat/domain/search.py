"""What is looked for in a workspace, and one order of what several ways of looking found. Pure."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar
from uuid import UUID

from apps.agents.domain.words import WORD, content_words, stem

MOST_TEXT = 300
"""Characters that may be looked for."""
LEVEL = 60
"""How little the first places of a list stand out (Cormack et al., Reciprocal Rank Fusion, 2009)."""

_OPERATORS = frozenset({"or", "and"})
K = TypeVar("K", bound=Hashable)


class HitKind(StrEnum):
    """What was found."""

    GOAL = "goal"  # by its title, its text or its answer
    MESSAGE = "message"  # in a room
    FILE = "file"  # by its name, or by what stands in it where agents may read it
    AGENT = "agent"  # by its name, its skills and what it did


@dataclass(frozen=True)
class Sought:
    """What is looked for; what is empty does not narrow it.

    `state`: a filter of the list of goals; `who`: a handle or a name, of whoever said, made or gave it; `since`: from
    that day on, in UTC.
    """

    text: str = ""
    kind: HitKind | None = None
    goal_id: UUID | None = None
    who: str = ""
    state: str = ""
    since: date | None = None

    @property
    def is_of_goals(self) -> bool:
        """Whether only what belongs to a goal can be meant."""
        return bool(self.goal_id or self.state or self.since)

    @property
    def is_narrow(self) -> bool:
        """Whether what is left without a text is worth a list."""
        return self.is_of_goals or bool(self.who)


def prefix_in(text: str) -> tuple[str, str]:
    """The whole words before, and the last one, which may be only begun; ("", "") where signs or operators steer."""
    words = text.split()
    if not words or not all(WORD.fullmatch(word) for word in words) or _OPERATORS & {word.lower() for word in words}:
        return "", ""
    return " ".join(words[:-1]), words[-1]


def kept_text(text: str) -> str:
    """What is looked for, without the words that are left out on purpose ("-draft")."""
    return " ".join(word for word in text.split() if not word.startswith("-"))


def leaves_out(text: str) -> frozenset[str]:
    """The stems of the words that are left out on purpose."""
    return frozenset(
        stem(one) for word in text.split() if word.startswith("-") for one in WORD.findall(word.casefold())
    )


def is_exact(text: str) -> bool:
    """Whether words are left out or to stand together: what is only near in its meaning is not meant then."""
    return bool(leaves_out(text)) or text.count('"') > 1


def wanted_stems(text: str) -> frozenset[str]:
    """The stems of what is looked for, without the words that are left out on purpose."""
    return frozenset(stem(word) for word in content_words(kept_text(text))) - _OPERATORS


def merge_ranks(lists: Iterable[Sequence[K]]) -> list[K]:
    """One order of several: each place counts 1 / (LEVEL + place), and what stands in more than one list counts twice.

    Of equals the one comes first that an earlier list has.
    """
    scores: dict[K, float] = {}
    for ranked in lists:
        for place, key in enumerate(dict.fromkeys(ranked), 1):
            scores[key] = scores.get(key, 0.0) + 1 / (LEVEL + place)
    return sorted(scores, key=lambda key: -scores[key])
