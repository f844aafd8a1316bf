"""Agents over REST: who can be asked, and owners' changes to that."""

from typing import Annotated

from ninja import Query, Router, Status

from apps.accounts.domain.asking import Asking
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.agents import actions
from apps.agents.actions.removing import remove_agent as remove
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.queries import search_agents as search
from apps.agents.queries.pages import agent_with_running, agents_after
from apps.agents.schemas import AgentFound, AgentOut, AgentsFound, CardOut
from apps.journal.domain.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, word_cursor, word_in
from apps.journal.domain.problems import answers
from apps.journal.domain.texts import Text

router = Router(tags=["agents"])


@router.get("", response=answers(Page[AgentOut]), summary="List agents")
def list_agents(
    request: Asking,
    availability: Availability | None = None,
    enabled: bool | None = None,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[AgentOut]:
    """The workspace's agents by handle, those switched off too; filtered by presence and by whether they are on."""
    listing = " ".join(str(part) for part in ("agents", availability, enabled) if part is not None)
    after = word_in(cursor, listing) if cursor else ""
    rows = agents_after(request.auth.workspace_id, after, limit + 1, availability=availability, enabled=enabled)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, row[0].handle))
    return Page(items=[AgentOut.of(agent, running) for agent, running in shown], next=following)


@router.post("", response=answers(AgentOut, 201), summary="Register an agent")
def register_agent(request: Asking, profile: AgentProfile) -> Status[AgentOut]:
    """Register an agent. Owners only. Secrets of its configuration are sealed and never come back."""
    require(request.auth, Role.OWNER)
    actions.register_agent(request.auth.workspace_id, profile, by=request.auth)
    return Status(201, _agent(request, profile.handle))


@router.get("/search", response=answers(AgentsFound), summary="Search agents")
def search_agents(
    request: Asking,
    q: Annotated[Text, Query(min_length=1, max_length=2000, description="What is to be done, in plain words.")],
    limit: Annotated[int, Query(ge=1, le=50)] = 12,
) -> AgentsFound:
    """Agents whose profile is near the words, by meaning; offline ones too."""
    found = search(request.auth.workspace_id, q, limit=limit)
    return AgentsFound(items=[AgentFound.of(candidate) for candidate in found])


@router.get("/{handle}", response=answers(AgentOut), summary="Get an agent")
def get_agent(request: Asking, handle: Text) -> AgentOut:
    """One agent, by its handle with or without @."""
    return _agent(request, handle)


@router.put("/{handle}", response=answers(AgentOut), summary="Change an agent")
def change_agent(request: Asking, handle: Text, profile: AgentProfile) -> AgentOut:
    """Replace an agent's profile; what it learned stays, and so do secrets that are left out. Owners only."""
    require(request.auth, Role.OWNER)
    known = _agent(request, handle)
    if profile.handle != known.handle:
        raise Refused(handle=f"A handle stays: write {known.handle!r}, or register another agent.")
    actions.update_agent(request.auth.workspace_id, profile, by=request.auth)
    return _agent(request, handle)


@router.delete("/{handle}", response=answers(None, 204), summary="Remove an agent")
def remove_agent(request: Asking, handle: Text) -> Status[None]:
    """Remove an agent: nobody finds or asks it any more; what it did stays readable. Owners only."""
    remove(request.auth, _agent(request, handle).id)
    return Status(204, None)


@router.post("/{handle}/enable", response=answers(AgentOut), summary="Switch an agent on")
def enable_agent(request: Asking, handle: Text) -> AgentOut:
    """Let the agent be asked. Owners only."""
    return _switched(request, handle, on=True)


@router.post("/{handle}/disable", response=answers(AgentOut), summary="Switch an agent off")
def disable_agent(request: Asking, handle: Text) -> AgentOut:
    """Never ask the agent until it is switched on again. Owners only."""
    return _switched(request, handle, on=False)


@router.post("/{handle}/probe", response=answers(CardOut), summary="Probe an agent")
def probe_agent(request: Asking, handle: Text) -> CardOut:
    """Send the agent a test message and tell how it went; takes up to a minute. Owners only."""
    require(request.auth, Role.OWNER)
    return CardOut.of(actions.probe_agent(_agent(request, handle).id))


def _agent(request: Asking, handle: str) -> AgentOut:
    return AgentOut.of(*agent_with_running(request.auth.workspace_id, handle))


def _switched(request: Asking, handle: str, *, on: bool) -> AgentOut:
    require(request.auth, Role.OWNER)
    actions.set_enabled([_agent(request, handle).id], on, request.auth)
    return _agent(request, handle)
