"""Agents over REST: who can be asked, and owners' changes to that."""

from typing import Annotated
from uuid import UUID

from django.conf import settings
from ninja import Field, Query, Router, Schema, Status

from apps.accounts.domain.access import ApiRequest, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.agents import actions
from apps.agents.actions import grants, trials
from apps.agents.actions.agent_tokens import create_agent_token as make_token
from apps.agents.actions.agent_tokens import revoke_agent_token
from apps.agents.actions.registration import register_dialing
from apps.agents.actions.registry import remove_agent as remove
from apps.agents.actions.skills import import_skills
from apps.agents.domain.dial_in import DialIn
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.queries import search_agents as search
from apps.agents.queries.agent_tokens import tokens_of
from apps.agents.queries.checks import checks_of
from apps.agents.queries.connectors import check_kind
from apps.agents.queries.directory import Wanted
from apps.agents.queries.grants import grants_of
from apps.agents.queries.registrations import registered_agent, registered_agent_by_id, registered_agents_after
from apps.agents.queries.trials import trial_of
from apps.agents.queries.versions import versions_of
from apps.api.rest.connector_configs import config_refusals
from apps.api.rest.schemas.agents import AgentFound, AgentOut, AgentsFound, CardOut, SkillsIn
from apps.api.rest.schemas.history import (
    AgentTokenIn,
    AgentTokenOut,
    AgentTokens,
    CheckOut,
    Checks,
    GrantIn,
    GrantOut,
    Grants,
    NewAgentToken,
    VersionOut,
    Versions,
)
from apps.api.rest.schemas.trials import JoinIn, TestMessageIn, TrialOut
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, word_cursor, word_in
from apps.core.problems import answers
from apps.core.sentences import sentence
from apps.core.texts import Text

router = Router(tags=["agents"])
MOST_LISTED = 100


class Narrowing(Schema):
    """What a list of agents is narrowed to; what is left out does not narrow it."""

    availability: Availability | None = None
    enabled: bool | None = None
    connector: Text = Field("", max_length=24, description="How they are reached.")
    skill: Text = Field("", max_length=200, description="A tag, an id or a name of a skill.")
    busy: bool | None = Field(None, description="Whether a call of it runs now.")


@router.get("", response=answers(Page[AgentOut]), summary="List agents")
def list_agents(
    request: ApiRequest,
    narrowing: Query[Narrowing],
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[AgentOut]:
    """The workspace's agents by handle, those switched off too, narrowed to those that are wanted."""
    if narrowing.connector:
        check_kind(narrowing.connector)
    given = narrowing.model_dump(exclude_defaults=True)
    listing = " ".join(["agents", *(f"{name}={value}" for name, value in sorted(given.items()))])
    after = word_in(cursor, listing) if cursor else ""
    rows = registered_agents_after(request.auth.workspace_id, after, limit + 1, Wanted(**given))
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, row.handle))
    return Page(items=[AgentOut.model_validate(agent) for agent in shown], next=following)


@router.post("", response=answers(AgentOut, 201), summary="Register an agent")
def register_agent(request: ApiRequest, profile: AgentProfile) -> Status[AgentOut]:
    """Register an agent. Owners only. Secrets of its configuration are sealed and never come back."""
    require(request.auth, Role.OWNER)
    with config_refusals():
        actions.register_agent(request.auth.workspace_id, profile, by=request.auth)
    return Status(201, _agent(request, profile.handle))


@router.get("/search", response=answers(AgentsFound), summary="Search agents")
def search_agents(
    request: ApiRequest,
    q: Annotated[Text, Query(min_length=1, max_length=2000, description="What is to be done, in plain words.")],
    limit: Annotated[int, Query(ge=1, le=50)] = 12,
) -> AgentsFound:
    """Agents whose profile is near the words, by meaning; offline ones too."""
    found = search(request.auth.workspace_id, q, limit=limit)
    return AgentsFound(items=[AgentFound.of(candidate) for candidate in found])


@router.post("/join", response=answers(AgentOut, 201), summary="Find, test and register an agent")
def join_agent(request: ApiRequest, place: JoinIn) -> Status[AgentOut]:
    """Find out how an agent is reached, send it a test message, and register it: all in one call.

    It takes as long as the test, up to `test_seconds`, and a minute more; for an agent that is slow start a trial.
    422 where nothing usable is there or the test fails; nothing is registered then. Owners only.
    """
    agent_id = register_dialing(
        request.auth, place.source, place.credentials(), place.told(), place.connector, place.test_seconds
    )
    return Status(201, AgentOut.model_validate(registered_agent_by_id(request.auth.workspace_id, agent_id)))


@router.get("/{handle}", response=answers(AgentOut), summary="Get an agent")
def get_agent(request: ApiRequest, handle: Text) -> AgentOut:
    """One agent, by its handle with or without @."""
    return _agent(request, handle)


@router.put("/{handle}", response=answers(AgentOut), summary="Change an agent")
def change_agent(request: ApiRequest, handle: Text, profile: AgentProfile) -> AgentOut:
    """Replace an agent's profile; what it learned stays, and so do secrets that are left out. Owners only."""
    require(request.auth, Role.OWNER)
    known = _agent(request, handle)
    if profile.handle != known.handle:
        raise Refused(
            handle=sentence("A handle stays: write {handle}, or register another agent.", handle=repr(known.handle))
        )
    with config_refusals():
        actions.update_agent(request.auth.workspace_id, profile, by=request.auth)
    return _agent(request, handle)


@router.delete("/{handle}", response=answers(None, 204), summary="Remove an agent")
def remove_agent(request: ApiRequest, handle: Text) -> Status[None]:
    """Remove an agent: nobody finds or asks it any more; what it did stays readable. Owners only."""
    remove(request.auth, _agent(request, handle).id)
    return Status(204, None)


@router.post("/{handle}/enable", response=answers(AgentOut), summary="Switch an agent on")
def enable_agent(request: ApiRequest, handle: Text) -> AgentOut:
    """Let the agent be asked. Owners only."""
    return _switch(request, handle, on=True)


@router.post("/{handle}/disable", response=answers(AgentOut), summary="Switch an agent off")
def disable_agent(request: ApiRequest, handle: Text) -> AgentOut:
    """Never ask the agent until it is switched on again. Owners only."""
    return _switch(request, handle, on=False)


@router.post("/{handle}/probe", response=answers(CardOut), summary="Probe an agent")
def probe_agent(request: ApiRequest, handle: Text) -> CardOut:
    """Send the agent a test message and tell how it went; takes up to its `test_seconds`. Owners only."""
    require(request.auth, Role.OWNER)
    return CardOut.model_validate(actions.probe_agent(_agent(request, handle).id))


@router.post("/{handle}/ask", response=answers(TrialOut, 202), summary="Ask an agent without a team")
def ask_agent(request: ApiRequest, handle: Text, message: TestMessageIn) -> Status[TrialOut]:
    """Send the agent one message; poll the trial for its answer."""
    return Status(202, TrialOut.of(trial_of(request.auth, trials.start_message(request.auth, handle, message.text))))


@router.post("/{handle}/skills", response=answers(AgentOut), summary="Import skills of an agent")
def import_agent_skills(request: ApiRequest, handle: Text, told: SkillsIn) -> AgentOut:
    """Add the skills that SKILL.md documents tell of; one that it has is told anew. Owners only."""
    require(request.auth, Role.OWNER)
    import_skills(request.auth, _agent(request, handle).id, told.documents)
    return _agent(request, handle)


@router.get("/{handle}/versions", response=answers(Versions), summary="List an agent's versions")
def list_agent_versions(request: ApiRequest, handle: Text) -> Versions:
    """How its registration changed, newest first; the last hundred."""
    return Versions(items=[VersionOut.of(version) for version in versions_of(_agent(request, handle).id, MOST_LISTED)])


@router.get("/{handle}/checks", response=answers(Checks), summary="List an agent's checks")
def list_agent_checks(request: ApiRequest, handle: Text) -> Checks:
    """How the last checks went, newest first; the last hundred."""
    return Checks(items=[CheckOut.of(check) for check in checks_of(_agent(request, handle).id, MOST_LISTED)])


@router.get("/{handle}/tokens", response=answers(AgentTokens), summary="List an agent's tokens")
def list_agent_tokens(request: ApiRequest, handle: Text) -> AgentTokens:
    """The live tokens with which it may dial in."""
    return AgentTokens(items=[AgentTokenOut.of(token) for token in tokens_of(_agent(request, handle).id)])


@router.post("/{handle}/tokens", response=answers(NewAgentToken, 201), summary="Make a token for an agent")
def create_agent_token(request: ApiRequest, handle: Text, new: AgentTokenIn) -> Status[NewAgentToken]:
    """Make a token with which the agent dials in; it is shown only now. Owners only."""
    require(request.auth, Role.OWNER)
    agent = _agent(request, handle)
    token = make_token(request.auth, agent.id, new.name, new.expires_in_days)
    command = DialIn.of(agent.connector_config).command(settings.IOA_PUBLIC_URL, token)
    return Status(201, NewAgentToken(token=token, command=command))


@router.delete("/{handle}/tokens/{uuid:token_id}", response=answers(None, 204), summary="Revoke an agent's token")
def end_agent_token(request: ApiRequest, handle: Text, token_id: UUID) -> Status[None]:
    """End a token; whoever dialled in with it is cut off. Owners only."""
    require(request.auth, Role.OWNER)
    if token_id not in {token.id for token in tokens_of(_agent(request, handle).id)}:
        raise NotFound("This agent has no such token.")
    revoke_agent_token(request.auth, token_id)
    return Status(204, None)


@router.get("/{handle}/grants", response=answers(Grants), summary="List who may set an agent to work")
def list_grants(request: ApiRequest, handle: Text) -> Grants:
    """Which agents may set it to work without a person being asked each time."""
    return Grants(items=[GrantOut.of(grant) for grant in grants_of(_agent(request, handle).id)])


@router.post("/{handle}/grants", response=answers(GrantOut, 201), summary="Let an agent set another to work")
def give_grant(request: ApiRequest, handle: Text, grant: GrantIn) -> Status[GrantOut]:
    """Let one agent, or any, set this one to work without a person being asked each time. Owners only."""
    agent_id = _agent(request, handle).id
    grant_id = grants.give_grant(request.auth, agent_id, grant.asker)
    return Status(201, GrantOut.of(next(one for one in grants_of(agent_id) if one.id == grant_id)))


@router.delete("/{handle}/grants/{uuid:grant_id}", response=answers(None, 204), summary="Take a grant back")
def take_grant_back(request: ApiRequest, handle: Text, grant_id: UUID) -> Status[None]:
    """From the next call on a person is asked again. Owners only."""
    require(request.auth, Role.OWNER)
    if grant_id not in {grant.id for grant in grants_of(_agent(request, handle).id)}:
        raise NotFound("This agent has no such grant.")
    grants.take_grant_back(request.auth, grant_id)
    return Status(204, None)


def _agent(request: ApiRequest, handle: str) -> AgentOut:
    return AgentOut.model_validate(registered_agent(request.auth.workspace_id, handle))


def _switch(request: ApiRequest, handle: str, *, on: bool) -> AgentOut:
    require(request.auth, Role.OWNER)
    actions.set_enabled([_agent(request, handle).id], on, request.auth)
    return _agent(request, handle)
