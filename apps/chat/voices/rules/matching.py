"""Which skills a text asks for, and which of its orders ask for a skill that nobody has."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.modes import WORDS, gives_data, looks_up, starts
from apps.chat.voices.rules.offers import Literal, Offer, demanded_literals, literals_in
from apps.chat.voices.rules.phrases import Phrase, phrases
from apps.chat.voices.rules.skill_fit import Fit, Hint, Scores, fit_of, is_telling, stem_verb

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
    unmet: tuple[int, ...]  # ask for a kind of work that nobody offers
    questions: tuple[int, ...]  # ask to know something, by whatever skill

    def meaning(self, agents: Mapping[int, str], offered: Sequence[Offer]) -> "Matches":
        """What is left where clauses mean a skill of one agent.

        What else they name works on what that one gives, or is a thing of its own beside it ("a poem and a forecast").
        """

        def is_meant(one: Match) -> bool:
            agent, offer = agents.get(one.clause), offered[one.offer]
            is_own_thing = one.hint.free and one.hint.meets and not one.hint.verb
            return agent is None or agent in offer.agents or is_own_thing or not starts(offer.skill)

        return replace(self, found=tuple(one for one in self.found if is_meant(one)))

    def without(self, places: Collection[int]) -> "Matches":
        """What is left where these clauses are somebody's already."""
        return Matches(
            tuple(one for one in self.found if one.clause not in places),
            tuple(place for place in self.unmet if place not in places),
            tuple(place for place in self.questions if place not in places),
        )


def match(read: Sequence[Clause], offered: Sequence[Offer], scores: Scores) -> Matches:
    """Read the clauses against what is offered."""
    hints = [tuple(dict.fromkeys(_hints(clause))) for clause in read]
    fit = fit_of([hint for each in hints for hint in each], offered, scores)
    found = _on_literals(read, offered, _named_offers(hints, offered, fit))
    by_clause = [[one for one in found if one.clause == index] for index in range(len(read))]
    unmet = tuple(
        index
        for index, clause in enumerate(read)
        if _is_unmet(clause, by_clause[index], fit) or (_is_conversion(clause) and not by_clause[index])
    )
    asks = tuple(index for index, clause in enumerate(read) if index not in unmet and _asks(clause))
    return Matches(tuple(one for one in found if one.clause not in unmet), unmet, asks)


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


def _named_offers(hints: Sequence[Sequence[Hint]], offered: Sequence[Offer], fit: Fit) -> list[Match]:
    """The offers that are named, in order. Of several for one kind of work the first that was named does all of it."""
    found: list[Match] = []
    for index, each in enumerate(hints):
        for hint in each:
            best = _named_by_verb_and_object(hint, each, offered, fit)
            best = _named_offer(hint, offered, fit[hint]) if best is None else best
            if best is not None:
                same = (one for one in found if _is_rival(one, index, offered, best, fit[hint]))
                place = next((one.offer for one in same), best)
                made = hint.meets and (hint.verb or not looks_up(offered[place].skill))  # what is looked up is not made
                found.append(Match(index, place, replace(hint, meets=made)))
    return found


def _on_literals(read: Sequence[Clause], offered: Sequence[Offer], found: Sequence[Match]) -> list[Match]:
    """What stands in a clause for itself names the skill that works on it: no other way to findings is meant then."""
    claims = {place: offer for place, clause in enumerate(read) if (offer := _claim(clause, offered)) is not None}
    kept = [one for one in found if one.clause not in claims or not gives_data(offered[one.offer].skill)]
    named = [
        Match(place, offer, Hint(_order_of(read[place]), free=True, meets=True)) for place, offer in claims.items()
    ]
    return sorted([*named, *kept], key=lambda one: one.clause)


def _claim(clause: Clause, offered: Sequence[Offer]) -> int | None:
    """The place of the first offer that works on nothing but what stands in the clause for itself."""
    held = literals_in(clause.text)
    return next((place for place, offer in enumerate(offered) if held & demanded_literals(offer.skill)), None)


def _order_of(clause: Clause) -> str:
    return clause.verbs[-1] if clause.verbs else ""


def _named_offer(hint: Hint, offered: Sequence[Offer], fit: Sequence[float]) -> int | None:
    """The place of the offer that a hint names: the best of those that it may name, where it fits well enough."""
    allowed = [place for place, offer in enumerate(offered) if hint.free or gives_data(offer.skill)]
    best = max(allowed, key=lambda place: fit[place], default=None)
    return best if best is not None and fit[best] >= _least(hint) else None


def _named_by_verb_and_object(hint: Hint, beside: Sequence[Hint], offered: Sequence[Offer], fit: Fit) -> int | None:
    """The place of the offer that a verb means, of several that it fits: the one that its object names ("write poems").

    None: it is no verb, fits one alone, or its object names none of them.
    """
    able = {place for place, score in enumerate(fit[hint]) if hint.verb and score >= _least(hint)}
    objects = (_named_offer(other, offered, fit[other]) for other in beside if other.meets and not other.verb)
    return next((place for place in objects if place in able), None) if len(able) > 1 else None


def _least(hint: Hint) -> float:
    return TAGS_FIT if " " in hint.text else TAG_FITS


def _is_rival(one: Match, clause: int, offered: Sequence[Offer], best: int, fit: Sequence[float]) -> bool:
    """Whether an offer that was named before is for the same kind of work as `best`.

    It gives the same, and the words name it too, or they stand in one clause and so mean one thing.
    """
    before, now = offered[one.offer].skill, offered[best].skill
    if set(before.output_modes) != set(now.output_modes):
        return False
    return fit[one.offer] >= TAG_FITS or (one.clause == clause and set(now.output_modes) != {WORDS})


def _is_unmet(clause: Clause, mine: Sequence[Match], fit: Fit) -> bool:
    """Whether it orders work of its own that no skill's words name."""
    if clause.mood is not Mood.ORDER or not clause.words:
        return False
    met = {one.hint.text for one in mine if one.hint.meets and not _is_other_thing(clause, one.offer, fit)}
    by_object = bool(met - set(clause.verbs))
    return any(verb not in met and not by_object and _wants_skill(verb, clause.words) for verb in clause.verbs)


def _is_conversion(clause: Clause) -> bool:
    """Whether it asks for a measure in another unit: no document is asked for that."""
    return Literal.CONVERSION in literals_in(clause.text)


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
