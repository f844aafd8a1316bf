"""Why an agent that was found was not taken, in words for people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Availability, Candidate
from apps.teams.domain.formation.record import Draft, Omission, SearchResult, Seat


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
        return "offline"
    if candidate.free_slots <= 0:
        return "busy: no free slot"
    covered = _covered_needs(candidate.agent_id, found)
    for outcome in sorted(outcomes, key=lambda one: -_best(one, covered)):
        if _best(outcome, covered) > _NEVER:
            return _reason_in(outcome, covered)
    return "not needed"


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
    for_one_agent = len({seat.agent_id for seat in outcome.seats}) <= 1
    if lacking and for_one_agent:
        return f"lacks: {', '.join(lacking)}"
    closest = max((need for need in needs if need in covered), key=lambda need: covered[need])
    winner = next((seat.handle for seat in outcome.seats if seat.need == closest), None)
    return f"better match: @{winner}" if winner else "not needed"
