"""Agents over REST: read only."""

from typing import Annotated

from ninja import Query, Router

from apps.accounts.domain.asking import Asking
from apps.agents.queries import search_agents as search
from apps.agents.queries.pages import agent_with_running, agents_after
from apps.agents.schemas import AgentFound, AgentOut, AgentsFound
from apps.journal.domain.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, word_cursor, word_in
from apps.journal.domain.problems import answers
from apps.journal.domain.texts import Text

router = Router(tags=["agents"])
LISTING = "agents"


@router.get("", response=answers(Page[AgentOut]), summary="List agents")
def list_agents(
    request: Asking,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[AgentOut]:
    """The workspace's agents by handle, those switched off too."""
    after = word_in(cursor, LISTING) if cursor else ""
    rows = agents_after(request.auth.workspace_id, after, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(LISTING, row[0].handle))
    return Page(items=[AgentOut.of(agent, running) for agent, running in shown], next=following)


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
    return AgentOut.of(*agent_with_running(request.auth.workspace_id, handle))
