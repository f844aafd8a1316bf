"""The choice: one agent that covers all needs of a draft if there is a free one, else a seat for each need."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise

from apps.agents.domain.profile import Availability, Candidate
from apps.core.sentences import sentence
from apps.teams.domain.formation.record import (
    Draft,
    FormationRecord,
    Omission,
    SearchResult,
    Seat,
    Staffed,
    Staffing,
    agents_in,
)


@dataclass(frozen=True)
class DraftOutcome:
    """What became of one draft: its seats, or else the needs that nobody covers."""

    draft: Draft
    seats: tuple[Seat, ...] = ()
    missing: tuple[str, ...] = ()


def needs_of(draft: Draft) -> tuple[str, ...]:
    """The draft's needs, each once; its title where it names none."""
    return tuple(dict.fromkeys(draft.needs)) or (draft.title,)


def everyone(found: Mapping[str, SearchResult], named: Mapping[str, Candidate]) -> dict[str, Candidate]:
    """Each agent that was considered, by id, with its best match."""
    best: dict[str, Candidate] = {}
    for one in (*named.values(), *(candidate for each in found.values() for candidate in each.candidates)):
        if one.agent_id not in best or best[one.agent_id].score < one.score:
            best[one.agent_id] = one
    return best


def omissions_of(
    outcomes: Sequence[DraftOutcome], found: Mapping[str, SearchResult], named: Mapping[str, Candidate]
) -> tuple[Omission, ...]:
    """Those who got no seat, best first, each with its reason."""
    taken = {seat.agent_id for one in outcomes for seat in one.seats}
    rest = (one for one in everyone(found, named).values() if one.agent_id not in taken)
    return tuple(
        Omission(handle=one.handle, name=one.name, score=one.score, reason=_reason(one, outcomes, found))
        for one in sorted(rest, key=lambda one: (-one.score, one.handle))
    )


def _reason(candidate: Candidate, outcomes: Sequence[DraftOutcome], found: Mapping[str, SearchResult]) -> str:
    if candidate.availability is Availability.OFFLINE:
        return sentence("offline")
    if candidate.free_slots <= 0:
        return sentence("busy: no free slot")
    covered = _covered_needs(candidate.agent_id, found)
    for outcome in sorted(outcomes, key=lambda one: -_best(one, covered)):
        if _best(outcome, covered) > _NEVER:
            return _reason_in(outcome, covered)
    return sentence("not needed")


_NEVER = float("-inf")


def _covered_needs(agent_id: str, found: Mapping[str, SearchResult]) -> dict[str, float]:
    """The needs that this agent was found for, with the score of each."""
    return {
        need: candidate.score
        for need, each in found.items()
        for candidate in each.candidates
        if candidate.agent_id == agent_id
    }


def _best(outcome: DraftOutcome, covered: Mapping[str, float]) -> float:
    return max((covered[need] for need in needs_of(outcome.draft) if need in covered), default=_NEVER)


def _reason_in(outcome: DraftOutcome, covered: Mapping[str, float]) -> str:
    """Why not for this draft, of which the agent covers a need at least."""
    needs = needs_of(outcome.draft)
    lacking = [need for need in needs if need not in covered]
    if lacking and agents_in(outcome.seats) <= 1:
        return sentence("lacks: {needs}", needs=", ".join(lacking))
    closest = max((need for need in needs if need in covered), key=lambda need: covered[need])
    winner = next((seat.handle for seat in outcome.seats if seat.need == closest), None)
    return sentence("better match: @{winner}", winner=winner) if winner else sentence("not needed")


UNSTABLE_COSTS = 0.1
"""What failing lately costs an agent, in units of similarity: a clearly better match is still taken."""

GOOD_ENOUGH = 0.1
"""How much worse than the best match one agent may be at a part of a chain, in units of similarity, to do all of it."""

NOBODY = SearchResult(candidates=(), skills={})


def staff(
    query: str,
    drafts: Sequence[Draft],
    found: Mapping[str, SearchResult],
    named: Mapping[str, Candidate],
    *,
    may_nest: bool,
    by_hand: bool = False,
) -> Staffing:
    """Give each draft its owner, or the seats of its sub-team.

    `found` has an entry for each need, with candidates over the search's threshold only; `named` has each owner that
    a draft names, by handle. A draft with several needs goes to one agent that covers them all if there is one that
    is online and has a free slot, else to a sub-team (`may_nest`), else its needs are missing. An offline candidate is
    never taken; a busy one only when no free one covers the need.

    A draft whose named owner is unknown or offline is staffed by its needs; without needs its title stands for one.
    """
    alone = _one_for_a_chain(drafts, found)
    outcomes = alone or [_staff_one(draft, found, named, may_nest) for draft in drafts]
    staffed = {one.draft.key: Staffed(key=one.draft.key, seats=one.seats) for one in outcomes if one.seats}
    record = FormationRecord(
        query=query,
        considered=len(everyone(found, named)),
        seats=tuple(seat for one in outcomes for seat in one.seats),
        left_out=omissions_of(outcomes, found, named),
        missing=tuple(dict.fromkeys(need for one in outcomes for need in one.missing)),
        by_hand=by_hand,
        why="" if by_hand else _why(outcomes, in_a_chain=bool(alone)),
    )
    return Staffing(tasks=staffed, record=record)


def _one_for_a_chain(drafts: Sequence[Draft], found: Mapping[str, SearchResult]) -> list[DraftOutcome]:
    """One agent for parts that come one after the other, where a free one is good enough at each; empty: there is none.

    A team does sequential work worse than its best member: it is slower, and each handing on loses something.
    """
    if any(one.owner for one in drafts) or not _is_chain(drafts):
        return []
    needs = dict.fromkeys(need for draft in drafts for need in needs_of(draft))
    pools = {need: _good_enough(found.get(need, NOBODY).candidates) for need in needs}
    chosen = _all_in_one(pools)
    seats = {need: _seat(one, need, found[need]) for need, one in chosen.items()}
    return [DraftOutcome(draft, tuple(seats[need] for need in needs_of(draft))) for draft in drafts] if chosen else []


def _is_chain(drafts: Sequence[Draft]) -> bool:
    """Whether no two parts can be done side by side, in whatever order they are listed; and there are at least two."""
    return len(drafts) > 1 and all(before.key in draft.after for before, draft in pairwise(_in_order(drafts)))


def _in_order(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, each behind all that it comes after."""
    by_key = {draft.key: draft for draft in drafts}
    graph = {draft.key: [key for key in draft.after if key in by_key] for draft in drafts}
    return [by_key[key] for key in TopologicalSorter(graph).static_order()]


def _good_enough(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those with a free slot that are hardly worse than the best that answers."""
    ranked = _by_rank(candidates)
    best = max((_worth(one) for one in ranked), default=0.0)
    return tuple(one for one in ranked if one.free_slots > 0 and _worth(one) >= best - GOOD_ENOUGH)


def _why(outcomes: Sequence[DraftOutcome], *, in_a_chain: bool) -> str:
    handles = list(dict.fromkeys(seat.handle for one in outcomes for seat in one.seats))
    if not handles:
        return ""
    if in_a_chain:
        return sentence(
            "No team: the parts come one after the other, and @{handles} is good enough at each.", handles=handles[0]
        )
    if len(handles) == 1:
        return sentence("No team: @{handles} can do all of it.", handles=handles[0])
    if len(outcomes) > 1 and not _is_chain([one.draft for one in outcomes]):
        return sentence("A team: some parts don't wait for each other.")
    return sentence("A team: no one agent is good enough at all of it.")


def _staff_one(
    draft: Draft, found: Mapping[str, SearchResult], named: Mapping[str, Candidate], may_nest: bool
) -> DraftOutcome:
    owner = named.get(draft.owner) if draft.owner else None
    if owner and _answers(owner):
        return DraftOutcome(draft, seats=_owner_seats(owner, draft, found))
    needs = needs_of(draft)
    pools = {need: _by_rank(found.get(need, NOBODY).candidates) for need in needs}
    if uncovered := tuple(need for need in needs if not pools[need]):
        return DraftOutcome(draft, missing=uncovered)
    free = {need: tuple(one for one in pools[need] if one.free_slots > 0) for need in needs}
    chosen = _all_in_one(free) or (_one_each(pools) if may_nest else _all_in_one(pools))
    if not chosen:
        return DraftOutcome(draft, missing=needs)
    return DraftOutcome(draft, seats=tuple(_seat(chosen[need], need, found[need]) for need in needs))


def _answers(candidate: Candidate) -> bool:
    return candidate.availability is not Availability.OFFLINE


def _worth(candidate: Candidate) -> float:
    unstable = candidate.availability is Availability.UNSTABLE
    return candidate.score - UNSTABLE_COSTS * unstable


def _by_rank(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Those that answer, best first: free before busy, then by score; the handle settles a draw."""
    usable = (one for one in candidates if _answers(one))
    return tuple(sorted(usable, key=lambda one: (one.free_slots <= 0, -_worth(one), -one.goals_completed, one.handle)))


def _all_in_one(pools: Mapping[str, Sequence[Candidate]]) -> dict[str, Candidate]:
    """The agent in every pool, with its match for each need; the best on the whole; empty: there is none."""
    by_agent = [{one.agent_id: one for one in pool} for pool in pools.values()]
    shared = [one for one in by_agent[0] if all(one in pool for pool in by_agent)]
    if not shared:
        return {}
    best = max(shared, key=lambda agent: sum(_worth(pool[agent]) for pool in by_agent))
    return {need: pool[best] for need, pool in zip(pools, by_agent, strict=True)}


def _one_each(pools: Mapping[str, Sequence[Candidate]]) -> dict[str, Candidate]:
    return {need: pool[0] for need, pool in pools.items()}


def _seat(candidate: Candidate, need: str, found: SearchResult) -> Seat:
    return Seat(
        agent_id=candidate.agent_id,
        handle=candidate.handle,
        name=candidate.name,
        need=need,
        skill=found.skills.get(candidate.agent_id, ""),
        score=candidate.score,
    )


def _owner_seats(owner: Candidate, draft: Draft, found: Mapping[str, SearchResult]) -> tuple[Seat, ...]:
    """A named owner takes every need; the skills are those that matched, as far as the search knows them."""
    return tuple(_seat(owner, need, found.get(need, NOBODY)) for need in needs_of(draft))
