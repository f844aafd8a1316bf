"""From what was read to the skills that are needed: what attachments spare, and what others need first is added."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.agents.domain.profile import Skill
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.matching import Match, Matches
from apps.chat.voices.rules.modes import feeds, gives_data, gives_pictures, is_account, looks_up, starts, takes
from apps.chat.voices.rules.offers import Offer, demanded_literals

DEEPEST = 3  # providers of providers that are looked for


@dataclass(frozen=True)
class Need:
    """A skill that is needed, and the clauses that ask for it; none where only another need asks for it.

    `asked`: its own result was asked for, so it is a task of its own. `placed`: the text says where to search.
    `continues`: a clause points back ("translate it"). `hints`: the
    words that name the skill, each with the place of its clause.
    """

    offer: Offer
    clauses: tuple[int, ...] = ()
    asked: bool = False
    placed: bool = False
    continues: bool = False
    hints: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Material:
    """What there is to work with before anybody works: the types of data attached, and what earlier tasks give."""

    data: frozenset[str]
    fit: Sequence[float]  # how well each offer fits the whole text, by its place
    earlier: tuple[Skill, ...] = ()
    further: bool = False  # the text adds to a goal: to name a thing is then no wish to have it looked up
    given: bool = False  # agents that joined are asked as well, and what they give is there to work with


def needs_of(clauses: Sequence[Clause], matches: Matches, offered: Sequence[Offer], material: Material) -> list[Need]:
    """The needs in the order in which the text asks for them; those that nobody asked for stand first."""
    needs = _needs_asked_for(clauses, matches.found, offered) or _fallback(clauses, matches, offered, material)
    needs = _provide_material(_spare_searches(needs, offered, material), offered, material)
    questions = [place for place in matches.questions if _is_for_words(clauses[place], needs)]
    asked = {place for need in needs for place in need.clauses}
    return _with_questions(needs, tuple(place for place in questions if place not in asked), offered, material)


def _is_for_words(clause: Clause, needs: Sequence[Need]) -> bool:
    """Whether somebody has to answer it in words: a question, or "say which" to those who only draw."""
    if clause.mood is Mood.QUESTION:
        return True
    asks = next((word for word in clause.words if word not in en.INDIRECT), "") in en.QUESTIONS
    return asks and bool(needs) and all(gives_pictures(need.offer.skill) or not need.clauses for need in needs)


def _with_questions(
    needs: list[Need], rest: tuple[int, ...], offered: Sequence[Offer], material: Material
) -> list[Need]:
    """Questions that name no skill go to the first who finds something out; where none does, to whoever may answer."""
    if not rest:
        return needs
    able = [place for place, need in enumerate(needs) if gives_data(need.offer.skill)]
    if not able:
        best = _best_to_answer(offered, material, 0.0)
        return [Need(offered[best], rest), *needs] if best is not None else needs
    first = needs[able[0]]
    return [*needs[: able[0]], replace(first, clauses=tuple(sorted({*first.clauses, *rest}))), *needs[able[0] + 1 :]]


def _needs_asked_for(clauses: Sequence[Clause], found: Iterable[Match], offered: Sequence[Offer]) -> list[Need]:
    needs: dict[int, Need] = {}
    for one in found:
        before = needs.get(one.offer, Need(offered[one.offer]))
        needs[one.offer] = replace(
            before,
            clauses=tuple(dict.fromkeys((*before.clauses, one.clause))),
            asked=before.asked or _is_asked(one, before.offer),
            placed=before.placed or one.hint.place,
            hints=(*before.hints, (one.clause, one.hint.text)),
            continues=before.continues or bool(en.POINTERS & set(clauses[one.clause].words)),
        )
    return list(needs.values())


def _is_asked(one: Match, offer: Offer) -> bool:
    """Whether the result itself is to be handed over. Data mostly serves others, unless its form is named."""
    if not gives_data(offer.skill):
        return True
    named = {en.MODE_WORDS.get(word) for word in one.hint.text.split()}
    return one.hint.free and bool(named & set(offer.skill.output_modes))


ASK_FITS = 0.35
"""What a text that names no skill, but something, must fit a skill that looks things up."""

GENERAL_FITS = 0.4
"""The same for a skill that is not known to look things up."""


def _fallback(clauses: Sequence[Clause], matches: Matches, offered: Sequence[Offer], material: Material) -> list[Need]:
    """Whoever answers questions, where a text only asks for something or names it: of data, whatever its words are."""
    things = [index for index, clause in enumerate(clauses) if clause.mood is Mood.THING]
    named = [] if material.further or material.given else things
    places = sorted({*matches.questions, *named})
    of_data = bool(material.data) and any(_says_something(clauses[place]) for place in named)
    best = _best_to_answer(offered, material, 0.0 if matches.questions or of_data else ASK_FITS)
    return [Need(offered[best], tuple(places))] if places and best is not None else []


def _says_something(clause: Clause) -> bool:
    return not set(clause.words) <= en.CLOSED | en.GREETINGS


def _best_to_answer(offered: Sequence[Offer], material: Material, least: float) -> int | None:
    able = [one for one in range(len(offered)) if _may_answer(one, offered, material, least)]
    return max(able, key=lambda one: material.fit[one], default=None)


def _may_answer(place: int, offered: Sequence[Offer], material: Material, least: float) -> bool:
    skill, fit = offered[place].skill, material.fit[place]
    if demanded_literals(skill):  # what holds them has named it
        return False
    if material.data:
        return _works_on(offered[place], material) and fit >= least
    return starts(skill) and fit >= (least if gives_data(skill) else GENERAL_FITS)


def _works_on(offer: Offer, material: Material) -> bool:
    """Whether it makes findings out of the data attached."""
    skill = offer.skill
    return takes(skill, material.data) and gives_data(skill) and not gives_pictures(skill)


def _spare_searches(needs: list[Need], offered: Sequence[Offer], material: Material) -> list[Need]:
    """Data attached makes a search needless, unless the text says where to search."""
    searches = [need for need in needs if material.data and looks_up(need.offer.skill) and not need.placed]
    if not searches:
        return needs
    rest = [need for need in needs if need not in searches]
    clauses = tuple(sorted({index for need in searches for index in need.clauses}))
    workers = [one for one in range(len(offered)) if _works_on(offered[one], material)]
    if rest and any(takes(need.offer.skill, material.data) for need in rest):
        return [replace(rest[0], clauses=tuple(sorted({*rest[0].clauses, *clauses}))), *rest[1:]]
    if not workers:
        return needs
    best = max(workers, key=lambda one: material.fit[one])
    return [Need(offered[best], clauses), *rest]


def _provide_material(needs: list[Need], offered: Sequence[Offer], material: Material) -> list[Need]:
    """Backward chaining: each need that lacks material gets somebody who provides it."""
    for _ in range(DEEPEST):
        lacking = [need for need in needs if not _is_supplied(need, needs, material)]
        if not lacking:
            break
        provider = _provider(lacking, needs, offered, material)
        if provider is None:
            break
        needs = [provider, *needs]
    return needs


def _is_supplied(need: Need, needs: Sequence[Need], material: Material) -> bool:
    skill = need.offer.skill
    if material.given:
        return True
    fed = [giver for giver in (*material.earlier, *(other.offer.skill for other in needs)) if feeds(giver, skill)]
    if is_account(skill):
        return any(gives_data(giver) or demanded_literals(giver) for giver in fed)
    return starts(skill) or takes(skill, material.data) or bool(fed)


def _provider(
    lacking: Sequence[Need], needs: Sequence[Need], offered: Sequence[Offer], material: Material
) -> Need | None:
    """Whoever serves most of those that lack something: at best from what there is, else with a provider of its own."""
    taken = {need.offer.need for need in needs}

    def worth(place: int) -> tuple[bool, bool, int, float]:
        skill = offered[place].skill
        served = sum(feeds(skill, need.offer.skill) for need in lacking)
        return _works_on(offered[place], material), starts(skill), served, material.fit[place]

    able = [
        place
        for place, offer in enumerate(offered)
        if offer.need not in taken
        and gives_data(offer.skill)
        and any(feeds(offer.skill, need.offer.skill) for need in lacking)
    ]
    return Need(offered[max(able, key=worth)]) if able else None
