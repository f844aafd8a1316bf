"""Which requests of a text go to agents that joined: what discovery ranked decides, words that name a skill add to it.

The agents that come along serve what the goal or its files bring; beside them an agent that joined and fits wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.agents.domain.profile import Availability, Candidate
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.matching import Matches
from apps.chat.voices.rules.modes import gives_pictures, is_account, looks_up, starts, takes
from apps.chat.voices.rules.offers import Literal, Offer, demanded_literals
from apps.chat.voices.rules.skill_fit import Scores, stem_verb

FITS = 0.35
"""What a goal must fit an agent that joined, by discovery's ranking, to go to it."""

PART_FITS = 0.5
"""What one of several requests must fit an agent by itself, to go to another than the agent of the whole."""

AHEAD = 0.1
"""How much better another must be at a part, in units of similarity, than the agent of the whole."""

GAP = 0.25
"""Below this a request is nothing that the agent of the whole can do."""

NAMED = 0.25
"""What it adds that a request's words name a skill."""


@dataclass(frozen=True)
class Chosen:
    """An agent that joined, and the places of the clauses that it is asked for."""

    agent: Candidate
    clauses: tuple[int, ...]


@dataclass(frozen=True)
class Circumstances:
    """What a choice stands on.

    `brought`: types of the data that the goal brings, none of them for a text; None: it brings nothing. `library`: that
    has something that fits. `ranked`: discovery ranked the agents for this very text; else only their own words say how
    they fit. `everybody`: a person named the team, so each is asked. `held`: what stands in the text for itself.
    """

    read: Sequence[Clause]
    matches: Matches
    offered: Sequence[Offer]
    shortlist: Sequence[Candidate]
    scores: Scores
    brought: frozenset[str] | None
    library: bool
    ranked: bool
    everybody: bool
    held: frozenset[Literal]


@dataclass(frozen=True)
class Selection:
    """Who is asked. `meant`: clause -> id of an agent that joined, of which the clause's words name a skill.

    `owned`: the clauses that are theirs alone; the others that they are asked for go to whose skill they name as well.
    """

    chosen: tuple[Chosen, ...] = ()
    meant: Mapping[int, str] = field(default_factory=dict)
    owned: frozenset[int] = frozenset()


def select_specialists(case: Circumstances) -> Selection:
    """The agents that joined and are asked, in the order of the first request that each gets."""
    joined = [one for one in case.shortlist if _may_be_asked(one, case.held)]
    if not joined or not case.read:
        return Selection()
    requests = requests_of(case.read) or tuple(range(len(case.read)))
    owners = _owners(case, joined, requests)
    meant = {place: one.agent_id for place, one in owners.items() if _is_named(case, place, one)}
    taken: dict[str, list[int]] = {}
    for place, owner in owners.items():
        if place not in meant:
            taken.setdefault(owner.agent_id, []).append(place)
    owned = {place for places in taken.values() for place in places}
    if case.everybody:
        asked = {*taken, *_named(case)}
        others = [one.agent_id for one in joined if one.agent_id not in asked]
        taken |= {agent: list(requests) for agent in others}
        owned |= {*requests} - {one.clause for one in case.matches.found} if others else set()
    known = {one.agent_id: one for one in joined}
    chosen = tuple(Chosen(known[key], tuple(places)) for key, places in taken.items())
    return Selection(chosen, meant, frozenset(owned))


def _may_be_asked(one: Candidate, held: frozenset[Literal]) -> bool:
    """Whether it joined, can be reached, and does not only work on what the text does not hold, an address say."""
    works = not one.skills or any(demanded_literals(skill) <= held for skill in one.skills)
    return works and not one.came_along and one.availability is not Availability.OFFLINE


def _named(case: Circumstances) -> set[str]:
    """The agents of which the text's words name a skill."""
    return {agent for one in case.matches.found for agent in case.offered[one.offer].agents}


def _is_named(case: Circumstances, place: int, owner: Candidate) -> bool:
    found = (case.offered[one.offer] for one in case.matches.found if one.clause == place)
    return any(owner.agent_id in offer.agents for offer in found)


def requests_of(read: Sequence[Clause]) -> tuple[int, ...]:
    """The places of the clauses that ask for something by themselves: questions, and orders that are no manner."""
    return tuple(place for place, clause in enumerate(read) if _is_request(clause))


def _is_request(clause: Clause) -> bool:
    if clause.mood is Mood.QUESTION:
        return True
    return clause.mood in {Mood.ORDER, Mood.EMBEDDED} and stem_verb(clause.verbs[-1]) not in en.MANNER


@dataclass(frozen=True)
class _Fits:
    """How well agents fit: `whole` by agent; `part` by clause and agent."""

    whole: Mapping[str, float]
    part: Mapping[int, Mapping[str, float]]


def _fits(case: Circumstances, requests: Sequence[int]) -> _Fits:
    told = [one.model_copy(update={"skills": one.all_skills}) for one in case.shortlist]
    whole = " ".join(clause.text for clause in case.read)
    table = case.scores([whole, *(case.read[place].text for place in requests)], told)
    rows = [{one.agent_id: max(row) for one, row in zip(told, each, strict=True)} for each in table]
    ranked = {one.agent_id: one.score for one in told} if case.ranked else rows[0]
    return _Fits(ranked, dict(zip(requests, rows[1:], strict=True)))


def _owners(case: Circumstances, joined: Sequence[Candidate], requests: Sequence[int]) -> dict[int, Candidate]:
    """Request -> the agent that joined and gets it; what is absent is left to those that came along, or to nobody."""
    fit = _fits(case, requests)
    best = max(joined, key=lambda one: (fit.whole[one.agent_id], one.free_slots > 0))
    if fit.whole[best.agent_id] < FITS and not case.everybody:
        return {}
    owners = {place: _owner(case, place, best, joined, fit) for place in requests}
    if any(owners.values()):  # what they give is there to be worked on
        owners |= {place: None for place in requests if place != requests[0] and _works_on_results(case, place)}
    return {place: owner for place, owner in owners.items() if owner}


def _owner(
    case: Circumstances, place: int, best: Candidate, joined: Sequence[Candidate], fit: _Fits
) -> Candidate | None:
    if _is_literal(case, place):
        return None
    if len(fit.part) == 1:
        return best if fit.whole[best.agent_id] >= _standing(case, place, fit.whole) else None
    part = fit.part[place]
    other = max(joined, key=lambda one: (part[one.agent_id], one.free_slots > 0))
    is_better = part[other.agent_id] >= max(PART_FITS, part[best.agent_id] + AHEAD)
    if case.read[place].mood is Mood.EMBEDDED and not is_better:  # "say which it is" belongs to what is asked beside
        return None
    mine = other if is_better else best
    if part[mine.agent_id] < _standing(case, place, part):
        return None
    is_gap = place in case.matches.unmet or (case.library and _names_builtin(case, place))
    return None if is_gap and part[mine.agent_id] < GAP else mine


def _names_builtin(case: Circumstances, place: int) -> bool:
    found = (case.offered[one.offer] for one in case.matches.found if one.clause == place and one.hint.free)
    return any(_came_along(case, offer) for offer in found)


def _standing(case: Circumstances, place: int, fit: Mapping[str, float]) -> float:
    """How well a request fits the best of those that came along, of what they can do with what the goal brings."""
    if case.brought is None:
        return 0.0
    named = {one.offer for one in case.matches.found if one.clause == place and one.hint.free}
    return max(
        (
            fit[one.agent_id] + NAMED * (offer in named)
            for one in case.shortlist
            if one.came_along
            for offer, each in enumerate(case.offered)
            if one.agent_id in each.agents and (offer in named or _works_on(each, case.brought))
        ),
        default=0.0,
    )


def _works_on(offer: Offer, brought: frozenset[str]) -> bool:
    """Whether a skill makes findings of what was brought: of data who takes data, of texts who looks things up."""
    if demanded_literals(offer.skill) or gives_pictures(offer.skill) or is_account(offer.skill):
        return False
    return takes(offer.skill, brought) if brought else looks_up(offer.skill)


def _is_literal(case: Circumstances, place: int) -> bool:
    found = (case.offered[one.offer].skill for one in case.matches.found if one.clause == place)
    return any(demanded_literals(skill) for skill in found)


def _works_on_results(case: Circumstances, place: int) -> bool:
    """Whether a request names a skill, of those that came along, that works on what others give."""
    named = (case.offered[one.offer] for one in case.matches.found if one.clause == place and one.hint.meets)
    return any(not starts(offer.skill) and _came_along(case, offer) for offer in named)


def _came_along(case: Circumstances, offer: Offer) -> bool:
    return any(one.came_along and one.agent_id in offer.agents for one in case.shortlist)
