"""Who does what an utterance asks for: the searches, then the pure decision. Reads only; done before the lock."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents import queries as agents
from apps.agents.domain.profile import Candidate
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.utterances import Assign, FormSubteam, Utterance
from apps.teams.domain.formation import Draft, SearchResult, Staffing, staff
from apps.teams.domain.states import MemberKind
from apps.teams.queries.limits import has_room_for_team
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Team

SUBTEAM_KEY = "team"


@dataclass(frozen=True)
class _Field:
    """Where owners are looked for: these handles only, or first these and then the whole workspace.

    `known`: those that the voice was shown; `origin`: in whose name the work is given.
    """

    workspace_id: uuid.UUID
    first: tuple[str, ...]
    closed: bool
    known: Mapping[str, Candidate]
    origin: uuid.UUID | None

    def covering(self, need: str) -> SearchResult:
        """Who covers a need."""
        pairs = agents.find_for_need(self.workspace_id, need, only=self.first, origin=self.origin) if self.first else []
        if not pairs and not self.closed:
            pairs = agents.find_for_need(self.workspace_id, need, origin=self.origin)
        candidates = tuple(candidate for candidate, _ in pairs)
        return SearchResult(candidates=candidates, skills={candidate.agent_id: skill for candidate, skill in pairs})

    def named(self, handles: Iterable[str]) -> dict[str, Candidate]:
        """The agents of these handles that may be asked."""
        wanted = set(handles)
        found = {handle: self.known[handle] for handle in wanted & set(self.known)}
        if unknown := wanted - set(found):
            found |= agents.candidates_by_handle(self.workspace_id, unknown, self.origin)
        return {handle: one for handle, one in found.items() if not self.closed or handle in self.first}


def staffing_for(
    team: Team,
    utterance: Utterance | Misspoken,
    shortlist: Iterable[Candidate] = (),
    origin: uuid.UUID | None = None,
) -> Staffing | None:
    """Owners for the tasks of an Assign or a FormSubteam; None for any other utterance.

    `shortlist`: the agents that the voice was shown; those it names need not be looked up again. `origin`: in whose
    name the work is given.
    """
    drafts = _drafts(utterance)
    if not drafts:
        return None
    return _decide(team, drafts, _field(team, {one.handle: one for one in shortlist}, origin))


def unstaffed_tasks(utterance: Utterance | Misspoken, staffing: Staffing) -> dict[str, tuple[str, ...]]:
    """The tasks of an utterance that nobody can do, by key, each with what nobody covers."""
    left = [draft for draft in _drafts(utterance) if draft.key not in staffing.tasks]
    return {draft.key: _uncovered(draft, staffing) for draft in left}


def _uncovered(draft: Draft, staffing: Staffing) -> tuple[str, ...]:
    if draft.owner:
        return (f"@{draft.owner} (not an agent that may be asked)",)
    return tuple(need for need in draft.needs if need in staffing.record.missing) or draft.needs


def _drafts(utterance: Utterance | Misspoken) -> list[Draft]:
    if isinstance(utterance, FormSubteam):
        return [Draft(key=SUBTEAM_KEY, title=utterance.title, needs=utterance.needs)]
    if isinstance(utterance, Assign):
        return [
            Draft(key=one.key, title=one.title, owner=one.owner, needs=one.needs, after=one.after)
            for one in utterance.tasks
        ]
    return []


def _decide(team: Team, drafts: Sequence[Draft], field: _Field) -> Staffing:
    needs = {need for draft in drafts for need in draft.needs}
    found = {need: field.covering(need) for need in sorted(needs)}
    named = field.named({draft.owner for draft in drafts if draft.owner})
    nesting = may_nest(team, [draft.needs for draft in drafts])
    return staff(team.purpose, drafts, found, named, may_nest=nesting, by_hand=field.closed and bool(field.first))


def may_nest(team: Team, needs: Iterable[tuple[str, ...]]) -> bool:
    """Whether tasks of these needs may have sub-teams: depth and number allow it, and none repeats an ancestor's."""
    grown = any(_repeats_ancestor(team, some) for some in needs)
    return not grown and int(team.grant["depth"]) > 0 and has_room_for_team(team)


def _field(team: Team, known: Mapping[str, Candidate], origin: uuid.UUID | None) -> _Field:
    wanted = tuple(team.goal.wanted_handles)
    if wanted or team.parent_id is None:
        return _Field(team.goal.workspace_id, wanted, bool(wanted), known, origin)
    members = tuple(member.handle for member in members_of(team) if member.kind is MemberKind.AGENT)
    return _Field(team.goal.workspace_id, members, closed=False, known=known, origin=origin)


def _repeats_ancestor(team: Team, needs: tuple[str, ...]) -> bool:
    """Whether a task needs just what the team, or one above it, was formed for: it would nest for ever."""
    above: Team | None = team
    while above is not None and above.task is not None:
        if set(needs) == set(above.task.needs):
            return True
        above = above.parent
    return False
