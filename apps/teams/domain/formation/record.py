"""What goes into staffing and what comes out. The record is stored with the team and shown as "why this team"."""

from collections.abc import Iterable, Mapping

from pydantic import BaseModel, ConfigDict

from apps.agents.domain.profile import Candidate
from apps.core.sentences import Words


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class Draft(_Frozen):
    """A task to staff: an owner named by handle, or needs in words."""

    key: str
    title: str
    owner: str | None = None
    needs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()  # keys of those whose results it uses


class Seat(_Frozen):
    """One agent for one need. `skill` is the id of the skill that matched, empty when the owner was named.

    `proposed_by`: id of the agent by whose own word it has the seat; empty: a person's or the coordinator's.
    """

    agent_id: str
    handle: str
    name: str
    need: str
    skill: str
    score: float
    proposed_by: str = ""


def agents_in(seats: Iterable[Seat]) -> int:
    """How many different agents have the seats."""
    return len({seat.agent_id for seat in seats})


class Staffed(_Frozen):
    """Who does one task: one seat, or several (then a sub-team of them does it, led by the first)."""

    key: str
    seats: tuple[Seat, ...]


class Omission(_Frozen):
    """An agent that was found and not taken, and why."""

    handle: str
    name: str
    score: float
    reason: Words  # "offline", "busy: no free slot", "lacks: growth rates", "better match: @x"


class Elsewhere(_Frozen):
    """Somebody whom another registry knows for a need that nobody here covers.

    `handle`: what it is called here, where it joined after its test; `reason`: why it did not, as half a sentence.
    """

    name: str
    identifier: str
    source: str
    need: str
    score: float
    handle: str = ""
    reason: Words = ""


class FormationRecord(_Frozen):
    """Why this team: what was looked for, who was taken, who was left out and why, what nobody covers."""

    query: str
    considered: int = 0
    seats: tuple[Seat, ...] = ()
    left_out: tuple[Omission, ...] = ()
    missing: tuple[str, ...] = ()
    by_hand: bool = False
    elsewhere: tuple[Elsewhere, ...] = ()
    why: Words = ""  # so many agents and not fewer or more, in a sentence


class Staffing(_Frozen):
    """The outcome: staffed tasks by key; tasks that nobody can do are in `missing` and in no other field."""

    tasks: Mapping[str, Staffed]
    record: FormationRecord


class SearchResult(_Frozen):
    """What the search gave for one need: candidates by falling score, with the id of the skill that matched each."""

    candidates: tuple[Candidate, ...]
    skills: Mapping[str, str]  # agent id -> skill id
