"""How well words fit the words that skills go by."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Candidate, Skill
from apps.agents.domain.words import content_words
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import clauses
from apps.chat.voices.rules.offers import Offer

Scores = Callable[[Sequence[str], Sequence[Candidate]], Sequence[Sequence[Sequence[float]]]]
"""Text x candidate x skill: how well words fit a skill, 0 to 1 (`apps.agents.queries.skill_scores`)."""

Fit = Mapping["Hint", Sequence[float]]
"""Hint x offer."""

MAX_TAG = 120


@dataclass(frozen=True)
class Hint:
    """Words of a clause that may name a skill. `free`: any skill, else only one that gives data.

    `meets`: the skill that is named does what the clause orders. `place`: see Phrase.
    """

    text: str
    free: bool
    meets: bool = False
    place: bool = False
    verb: bool = False


def stem_verb(verb: str) -> str:
    """The verb without its particle."""
    return verb.partition(" ")[0]


def is_telling(verb: str) -> bool:
    """Whether a verb itself says what work it is; "make" and "keep" do not."""
    return stem_verb(verb) not in en.VAGUE


def fit_of(hints: Sequence[Hint], offered: Sequence[Offer], scores: Scores) -> Fit:
    """How well each hint fits the best of the words that each offer goes by."""
    names = [_names(offer.skill) for offer in offered]
    texts = tuple(dict.fromkeys(hint.text for hint in hints))
    if not texts or not offered:
        return {hint: [0.0] * len(offered) for hint in hints}
    table = scores(texts, [_stand_in(str(index), each) for index, each in enumerate(names)])
    rows = dict(zip(texts, table, strict=True))
    return {
        hint: [_best(hint, *pair) for pair in zip(names, rows[hint.text], strict=True)] for hint in dict.fromkeys(hints)
    }


@dataclass(frozen=True)
class _Name:
    """Words that a skill goes by. `verb`: only a verb is compared with them."""

    text: str
    size: int  # in words that carry meaning
    verb: bool = False


def _name(text: str, *, verb: bool = False) -> _Name:
    return _Name(text, len(content_words(text)), verb)


def _names(skill: Skill) -> tuple[_Name, ...]:
    """Its tags and its name; for verbs also the words of its name and the verbs of its examples."""
    tags = [_name(tag.strip()[:MAX_TAG]) for tag in (skill.name, *skill.tags) if tag.strip()]
    orders = [verb for example in skill.examples for clause in clauses(example)[:1] for verb in clause.verbs]
    verbs = [*content_words(skill.name[:MAX_TAG]), *(verb for verb in orders if is_telling(verb))]
    return tuple(dict.fromkeys([*tags, *(_name(verb, verb=True) for verb in verbs)]))


def _stand_in(key: str, names: Sequence[_Name]) -> Candidate:
    """The names as skills of their own, so that each is compared for itself."""
    skills = tuple(Skill(id=str(index), name=one.text) for index, one in enumerate(names))
    return Candidate(agent_id=key, handle=key, name="", description="", skills=skills, score=0.0)


def _best(hint: Hint, names: Sequence[_Name], row: Sequence[float]) -> float:
    """The best score of the names that a hint may be compared with; a word does not fit a name of several words."""
    size = len(content_words(hint.text))
    fits = (score for name, score in zip(names, row, strict=True) if (hint.verb or not name.verb) and name.size <= size)
    return max(fits, default=0.0)
