"""Who does what an utterance asks for: the searches, then the pure decision. Reads only; done before the lock."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.agents import queries as agents
from apps.agents.domain.profile import Candidate
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.utterances import Assign, FormSubteam, Utterance
from apps.chat.models import Conversation
from apps.teams.domain.formation import Draft, Found, Staffing, staff
from apps.teams.domain.states import MemberKind
from apps.teams.queries.limits import has_room_for_team
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Team

SUBTEAM_KEY = "team"


@dataclass(frozen=True)
class _Field:
    """Where owners are looked for: these handles only, or first these and then the whole workspace."""

    workspace_id: uuid.UUID
    first: tuple[str, ...]
    closed: bool

    def covering(self, need: str) -> Found:
        """Who covers a need."""
        pairs = agents.find_for_need(self.workspace_id, need, only=self.first) if self.first else []
        if not pairs and not self.closed:
            pairs = agents.find_for_need(self.workspace_id, need)
        candidates = tuple(candidate for candidate, _ in pairs)
        return Found(candidates=candidates, skills={candidate.agent_id: skill for candidate, skill in pairs})

    def named(self, handles: Iterable[str]) -> dict[str, Candidate]:
        """The agents of these handles that may be asked."""
        known = agents.candidates_by_handle(self.workspace_id, handles)
        return {handle: one for handle, one in known.items() if not self.closed or handle in self.first}


def staffing_for(conversation_id: uuid.UUID, utterance: Utterance | Misspoken) -> Staffing | None:
    """Owners for the tasks of an Assign or a FormSubteam; None for any other utterance."""
    drafts = _drafts(utterance)
    if not drafts:
        return None
    conversation = Conversation.objects.select_related("team__goal").get(id=conversation_id)
    return _decide(conversation.team, drafts)


def unstaffed(utterance: Utterance | Misspoken, staffing: Staffing) -> dict[str, tuple[str, ...]]:
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
        return [Draft(key=one.key, title=one.title, owner=one.owner, needs=one.needs) for one in utterance.tasks]
    return []


def _decide(team: Team, drafts: Sequence[Draft]) -> Staffing:
    field = _field(team)
    needs = {need for draft in drafts for need in draft.needs}
    found = {need: field.covering(need) for need in sorted(needs)}
    named = field.named({draft.owner for draft in drafts if draft.owner})
    nesting = may_nest(team, [draft.needs for draft in drafts])
    return staff(team.purpose, drafts, found, named, may_nest=nesting, by_hand=field.closed and bool(field.first))


def may_nest(team: Team, needs: Iterable[tuple[str, ...]]) -> bool:
    """Whether tasks of these needs may have sub-teams: depth and number allow it, and none repeats an ancestor's."""
    grown = any(_repeats_ancestor(team, some) for some in needs)
    return not grown and int(team.grant["depth"]) > 0 and has_room_for_team(team)


def _field(team: Team) -> _Field:
    wanted = tuple(team.goal.wanted_handles)
    if wanted:
        return _Field(team.goal.workspace_id, wanted, closed=True)
    members = [member.handle for member in members_of(team) if member.kind is MemberKind.AGENT]
    first = tuple(members) if team.parent_id is not None else ()
    return _Field(team.goal.workspace_id, first, closed=False)


def _repeats_ancestor(team: Team, needs: tuple[str, ...]) -> bool:
    """Whether a task needs just what the team, or one above it, was formed for: it would nest for ever."""
    above: Team | None = team
    while above is not None and above.task is not None:
        if set(needs) == set(above.task.needs):
            return True
        above = above.parent
    return False
