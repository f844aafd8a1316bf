"""Which skills a text asks for, and which of its orders ask for a skill that nobody has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.fitting import Fit, Hint, Scores, fit_of, is_telling, stem_verb
from apps.chat.voices.rules.modes import gives_data, looks_up
from apps.chat.voices.rules.offers import Offer
from apps.chat.voices.rules.phrases import Phrase, phrases

TAG_FITS = 0.6
"""A word, or a few, that fit a skill's tag this well name the skill. The same word in another form has 1."""

TAGS_FIT = 0.8
"""The same for several words: they share one with many a tag ("hotel rates", "growth rates")."""

THING_FITS = 0.4
"""What a new thing must fit the skill that its verb names."""

LONGEST_PHRASE = 12  # words of a phrase that are looked at, from its end, where its noun stands
LONGEST = 3  # words that are compared with a tag at once


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


def match(read: Sequence[Clause], offered: Sequence[Offer], scores: Scores) -> Matches:
    """Read the clauses against what is offered."""
    hints = [tuple(dict.fromkeys(_hints(clause))) for clause in read]
    fit = fit_of([hint for each in hints for hint in each], offered, scores)
    found = [one for index, each in enumerate(hints) for hint in each for one in _named(index, hint, offered, fit)]
    by_clause = [[one for one in found if one.clause == index] for index in range(len(read))]
    unmet = tuple(index for index, clause in enumerate(read) if _is_unmet(clause, by_clause[index], fit))
    asks = tuple(index for index, clause in enumerate(read) if index not in unmet and _asks(clause))
    kept = tuple(one for one in sorted(found, key=lambda one: one.clause) if one.clause not in unmet)
    return Matches(kept, unmet, asks)


def _hints(clause: Clause) -> Iterator[Hint]:
    for verb in clause.verbs:
        if is_telling(verb):
            yield Hint(verb, free=True, meets=True, verb=True)
    if clause.mood is not Mood.EMBEDDED or _asks_degree(clause):
        for phrase in phrases(clause):
            yield from _phrase_hints(phrase)


def _asks_degree(clause: Clause) -> bool:
    pairs = zip(clause.words, clause.words[1:], strict=False)
    return any(first == "how" and second in en.DEGREES for first, second in pairs)


def _phrase_hints(phrase: Phrase) -> Iterator[Hint]:
    words = phrase.words[-LONGEST_PHRASE:]
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - LONGEST), end):
            part, head = words[begin:end], end == len(words)
            free = phrase.new and head
            if free or not set(part) <= en.DATA_NOUNS:
                text = " ".join(en.SAME_AS.get(word, word) for word in part)
                yield Hint(text, free, free and phrase.meets, phrase.place)


def _named(index: int, hint: Hint, offered: Sequence[Offer], fit: Fit) -> Iterator[Match]:
    """The offer that a hint names, if one: the best of those that it may name."""
    allowed = [place for place, offer in enumerate(offered) if hint.free or gives_data(offer.skill)]
    if not allowed:
        return
    best = max(allowed, key=lambda place: fit[hint][place])
    if fit[hint][best] < (TAGS_FIT if " " in hint.text else TAG_FITS):
        return
    found = looks_up(offered[best].skill) and not hint.verb  # what is looked up is not made
    yield Match(index, best, replace(hint, meets=False) if found else hint)


def _is_unmet(clause: Clause, mine: Sequence[Match], fit: Fit) -> bool:
    """Whether it orders work of its own that no skill's words name."""
    if clause.mood is not Mood.ORDER or not clause.words:
        return False
    met = {one.hint.text for one in mine if one.hint.meets and not _is_other_thing(clause, one.offer, fit)}
    by_object = bool(met - set(clause.verbs))
    return any(verb not in met and not by_object and _wants_skill(verb, clause.words) for verb in clause.verbs)


def _is_other_thing(clause: Clause, offer: int, fit: Fit) -> bool:
    """Whether the verb would fit the skill, but the new thing that is its object is far from it ("draw a cat")."""
    if stem_verb(clause.verbs[-1]) not in en.PRODUCING or clause.words[:1] not in {("a",), ("an",)}:
        return False
    first = next(iter(phrases(clause)), None)
    if first is None or not first.new:
        return False
    *_, head = _phrase_hints(first)
    return fit[head][offer] < THING_FITS


def _wants_skill(verb: str, words: Sequence[str]) -> bool:
    """Whether a verb that no skill names can only be done by a skill of its own."""
    first = stem_verb(verb)
    if first in en.UNDEMANDING:
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
    return clause.mood is Mood.ORDER and stem_verb(clause.verbs[-1]) in en.KNOWING | en.MAKING | en.SAYING
