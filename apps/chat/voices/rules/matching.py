"""Which skills a text asks for, and which of its orders ask for a skill that nobody has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.agents.domain.words import content_words
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.modes import gives_data, looks_up
from apps.chat.voices.rules.phrases import Phrase, phrases

Scores = Callable[[Sequence[str], Sequence[Candidate]], Sequence[Sequence[Sequence[float]]]]
"""Text x candidate x skill: how well words fit a skill, 0 to 1 (`apps.agents.queries.skill_scores`)."""

TAG_FITS = 0.6
"""A word, or a few, that fit a skill's tag this well name the skill. The same word in another form has 1."""

TAGS_FIT = 0.8
"""The same for several words: they share one with many a tag ("hotel rates", "growth rates")."""

CLAUSE_FITS = 0.6
"""A whole clause that fits what a skill says of itself this well asks for it, though no tag is named."""

THING_FITS = 0.4
"""What a new thing must fit the skill that its verb names."""

LONGEST = 3  # words that are compared with a tag at once
MAX_TAG = 120


@dataclass(frozen=True)
class Offer:
    """A skill that somebody of the shortlist has, and who."""

    skill: Skill
    agents: frozenset[str]  # ids

    @property
    def need(self) -> str:
        """The need in words that leads to it."""
        return self.skill.name.strip()


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


@dataclass(frozen=True)
class Match:
    """A clause asks for an offer (its place among the offers)."""

    clause: int
    offer: int
    hint: Hint


@dataclass(frozen=True)
class Matches:
    """What was read out of the clauses. `unmet` and `questions` are places of clauses."""

    found: tuple[Match, ...]
    unmet: tuple[int, ...]  # orders for a kind of work that nobody offers
    questions: tuple[int, ...]  # ask to know something, by whatever skill


def offers(shortlist: Sequence[Candidate]) -> tuple[Offer, ...]:
    """The distinct skills of the shortlist, those of agents that answer first. Two of one name are one."""
    holders: dict[str, set[str]] = {}
    skills: dict[str, Skill] = {}
    for candidate in sorted(shortlist, key=lambda one: one.availability is Availability.OFFLINE):
        for skill in candidate.skills:
            name = skill.name.strip().casefold()
            if not name:
                continue
            skills.setdefault(name, skill)
            holders.setdefault(name, set()).add(candidate.agent_id)
    return tuple(Offer(skill, frozenset(holders[name])) for name, skill in skills.items())


def match(clauses: Sequence[Clause], offered: Sequence[Offer], scores: Scores) -> Matches:
    """Read the clauses against what is offered."""
    hints = [tuple(_hints(clause)) for clause in clauses]
    texts = tuple(dict.fromkeys(hint.text for each in hints for hint in each))
    fit = _tag_fit(texts, offered, scores)
    found = [one for index, each in enumerate(hints) for hint in each for one in _named(index, hint, offered, fit)]
    told = {one.clause for one in found}
    orders = [index for index, clause in enumerate(clauses) if index not in told and _orders(clause)]
    found += _by_clause(orders, clauses, offered, scores)
    by_clause = [[one for one in found if one.clause == index] for index in range(len(clauses))]
    unmet = tuple(index for index, clause in enumerate(clauses) if _is_unmet(clause, by_clause[index], fit))
    asks = tuple(index for index, clause in enumerate(clauses) if index not in unmet and _asks(clause))
    kept = tuple(one for one in sorted(found, key=lambda one: one.clause) if one.clause not in unmet)
    return Matches(kept, unmet, asks)


def _hints(clause: Clause) -> Iterator[Hint]:
    for verb in clause.verbs:
        if _first(verb) not in en.MAKING | en.MANNER | en.SAYING:
            yield Hint(verb, free=True, meets=True, verb=True)
    if clause.mood is not Mood.EMBEDDED or _asks_degree(clause):
        for phrase in phrases(clause):
            yield from _phrase_hints(phrase)


def _first(verb: str) -> str:
    """The verb without its particle."""
    return verb.partition(" ")[0]


def _asks_degree(clause: Clause) -> bool:
    pairs = zip(clause.words, clause.words[1:], strict=False)
    return any(first == "how" and second in en.DEGREES for first, second in pairs)


def _phrase_hints(phrase: Phrase) -> Iterator[Hint]:
    words = phrase.words
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - LONGEST), end):
            part, head = words[begin:end], end == len(words)
            free = phrase.new and head
            if free or not set(part) <= en.DATA_NOUNS:
                text = " ".join(en.SAME_AS.get(word, word) for word in part)
                yield Hint(text, free, free and phrase.meets, phrase.place)


def _tag_fit(texts: Sequence[str], offered: Sequence[Offer], scores: Scores) -> Mapping[str, Sequence[float]]:
    """How well each text fits the best tag of each offer. A word does not fit a tag of several words."""
    tags = [_tags(offer.skill) for offer in offered]
    if not texts or not offered:
        return {text: [0.0] * len(offered) for text in texts}
    table = scores(texts, [_stand_in(str(index), each) for index, each in enumerate(tags)])
    return {
        text: [_best_tag(text, each, row) for each, row in zip(tags, rows, strict=True)]
        for text, rows in zip(texts, table, strict=True)
    }


def _tags(skill: Skill) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag.strip()[:MAX_TAG] for tag in (skill.name, *skill.tags) if tag.strip()))


def _stand_in(key: str, tags: Sequence[str]) -> Candidate:
    """The tags as skills of their own, so that each is compared for itself."""
    skills = tuple(Skill(id=str(index), name=tag) for index, tag in enumerate(tags))
    return Candidate(agent_id=key, handle=key, name="", description="", skills=skills, score=0.0)


def _best_tag(text: str, tags: Sequence[str], row: Sequence[float]) -> float:
    size = len(content_words(text))
    return max((score for tag, score in zip(tags, row, strict=True) if len(content_words(tag)) <= size), default=0.0)


def _named(index: int, hint: Hint, offered: Sequence[Offer], fit: Mapping[str, Sequence[float]]) -> Iterator[Match]:
    """The offer that a hint names, if one: the best of those that it may name."""
    allowed = [place for place, offer in enumerate(offered) if hint.free or gives_data(offer.skill)]
    if not allowed:
        return
    best = max(allowed, key=lambda place: fit[hint.text][place])
    if fit[hint.text][best] < (TAGS_FIT if " " in hint.text else TAG_FITS):
        return
    found = looks_up(offered[best].skill) and not hint.verb  # what is looked up is not made
    yield Match(index, best, replace(hint, meets=False) if found else hint)


def _orders(clause: Clause) -> bool:
    return clause.mood is Mood.ORDER and _first(clause.verbs[-1]) not in en.MANNER | en.SAYING


def _by_clause(
    places: Sequence[int], clauses: Sequence[Clause], offered: Sequence[Offer], scores: Scores
) -> list[Match]:
    """Match whole clauses with what the skills say of themselves."""
    if not places or not offered:
        return []
    stand_in = Candidate(
        agent_id="", handle="", name="", description="", skills=tuple(one.skill for one in offered), score=0.0
    )
    table = scores([clauses[place].text for place in places], [stand_in])
    best = [max(range(len(offered)), key=lambda one: rows[0][one]) for rows in table]
    return [
        Match(place, one, Hint(clauses[place].text, free=True, meets=True))
        for place, one, rows in zip(places, best, table, strict=True)
        if rows[0][one] >= CLAUSE_FITS
    ]


def _is_unmet(clause: Clause, mine: Sequence[Match], fit: Mapping[str, Sequence[float]]) -> bool:
    """Whether it orders work of its own that no skill's words name."""
    if clause.mood is not Mood.ORDER or not clause.words:
        return False
    met = {one.hint.text for one in mine if one.hint.meets and not _is_other_thing(clause, one.offer, fit)}
    by_object = bool(met - set(clause.verbs))
    return any(verb not in met and not by_object and _wants_skill(verb, clause.words) for verb in clause.verbs)


def _is_other_thing(clause: Clause, offer: int, fit: Mapping[str, Sequence[float]]) -> bool:
    """Whether the verb would fit the skill, but the new thing that is its object is far from it ("draw a cat")."""
    if _first(clause.verbs[-1]) not in en.PRODUCING or clause.words[:1] not in {("a",), ("an",)}:
        return False
    first = next(iter(phrases(clause)), None)
    return first is not None and first.new and fit.get(first.words[-1], [1.0] * (offer + 1))[offer] < THING_FITS


def _wants_skill(verb: str, words: Sequence[str]) -> bool:
    """Whether a verb that no skill names can only be done by a skill of its own."""
    first = _first(verb)
    if first in en.MANNER | en.SAYING | en.KNOWING:
        return False
    return _is_new_thing(first, words) if first in en.MAKING else True


def _is_new_thing(verb: str, words: Sequence[str]) -> bool:
    """Whether the object of a making verb is a thing to be made, and not one that is there ("make it short")."""
    rest = [word for word in words if word not in en.INDIRECT]
    if not rest or set(rest) <= en.DATA_NOUNS | en.CLOSED or rest[0] == "sure":
        return False
    if rest[0] in en.INDEFINITE:
        return verb not in en.ADDING and rest[-1] not in en.DATA_NOUNS
    return verb in en.CREATING and rest[0] not in en.DEFINITE | en.PRONOUNS


def _asks(clause: Clause) -> bool:
    if clause.mood in {Mood.QUESTION, Mood.EMBEDDED}:
        return True
    return clause.mood is Mood.ORDER and _first(clause.verbs[-1]) in en.KNOWING | en.MAKING | en.SAYING
