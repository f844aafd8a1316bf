"""How well the words of a text fit the words of an agent, and the parts of a text that may need different agents. Pure.

Words count as in BM25: a rare word says more than a common one, the tenth mention little more than the third, and an
agent with many words does not win by their number.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apps.agents.domain.words import content_words

PROFILE_GOALS = 4
"""What an agent says of itself counts as much as so many goals done well. From 2 to 8 rank equally well."""

SATURATION = 1.2  # at so many mentions a word counts half; BM25's usual k1
LENGTHS = 0.5  # how much an agent's number of words counts against it, 0 to 1; BM25's b

SUBJECT_SHARE = 0.5
"""What the similarity of subjects alone counts in the meaning of an agent that has done no goal. From .3 to .6 rank
equally well."""

BREAK = re.compile(r"(?<=[.?!;])\s+|[,;]\s+|\n+|(?<!\s)\s++(?:and|then|also|or|as well as)\s+", re.IGNORECASE)
FEWEST_WORDS = 2  # of content; less is no part of its own
MOST_CLAUSES = 8

WordCounts = Mapping[str, int]


@dataclass(frozen=True)
class AgentWords:
    """The words of an agent: those of its profile, and how many of the goals that it did well have each."""

    profile: frozenset[str]
    goals: WordCounts

    @property
    def length(self) -> int:
        """How many mentions there are in all."""
        return PROFILE_GOALS * len(self.profile) + sum(self.goals.values())

    def mentions(self, word: str) -> int:
        """How often a word is mentioned; being in the profile counts PROFILE_GOALS times."""
        return PROFILE_GOALS * (word in self.profile) + self.goals.get(word, 0)


@dataclass(frozen=True)
class Background:
    """What is usual among the agents of a workspace: how many say a word, and how many mentions one has."""

    agents: int
    saying: WordCounts
    length: float

    def rarities(self, words: Iterable[str]) -> dict[str, float]:
        """Give each word's weight: near 0 where all agents say it, highest where one does, or none."""
        return {word: self._rarity(max(1, self.saying.get(word, 0))) for word in words}

    def _rarity(self, saying: int) -> float:
        return math.log(1 + (self.agents - saying + 0.5) / (saying + 0.5)) if self.agents else 1.0


def background_of(agents: Iterable[AgentWords]) -> Background:
    """Give what is usual among these agents."""
    each = list(agents)
    saying = Counter(word for one in each for word in one.profile.union(one.goals))
    length = sum(one.length for one in each) / len(each) if each else 0.0
    return Background(len(each), saying, length or 1.0)


def words_fit(wanted: Mapping[str, float], offered: AgentWords, usual_length: float) -> float:
    """Give the share of the wanted words that is offered, each by its weight, 0 to 1."""
    most = sum(wanted.values())
    if not most:
        return 0.0
    dampening = SATURATION * (1 - LENGTHS + LENGTHS * offered.length / usual_length)
    found = ((weight, offered.mentions(word)) for word, weight in wanted.items())
    return sum(weight * count / (count + dampening) for weight, count in found if count) / most


def likeness(whole: float, subject: float, goals: int) -> float:
    """Give one similarity of that of a text as it stands and that of its subject, for an agent with so many goals done.

    How a thing is asked is noise beside the few words of a profile; goals done well were asked that way themselves.
    """
    share = SUBJECT_SHARE / (1 + goals)
    return (1 - share) * whole + share * subject


def clauses(text: str) -> list[str]:
    """Give the parts of a text that may need agents of their own; none where it is in one piece."""
    parts = [part for part in BREAK.split(text) if len(content_words(part)) >= FEWEST_WORDS]
    return parts[:MOST_CLAUSES] if len(parts) > 1 else []
