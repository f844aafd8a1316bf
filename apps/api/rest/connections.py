"""Connections to agents over REST: the workspace's, and each person's own."""

from uuid import UUID

from django.conf import settings
from ninja import Router, Status

from apps.accounts.domain.access import ApiRequest, Scope
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.queries import require_scope
from apps.agents.actions import connections
from apps.agents.actions.agent_tokens import create_own_token, revoke_agent_token
from apps.agents.domain.dial_in import DialIn
from apps.agents.queries.agent_tokens import tokens_over
from apps.agents.queries.connections import connection_of, connections_of
from apps.agents.queries.registrations import registered_agent
from apps.api.rest.connector_configs import config_refusals
from apps.api.rest.schemas.connections import ConnectIn, ConnectionOut, ConnectionPatch, Connections
from apps.api.rest.schemas.history import AgentTokenIn, AgentTokenOut, AgentTokens, NewAgentToken
from apps.core.problems import answers
from apps.core.texts import Text

router = Router(tags=["agents"])
ONE = "/{handle}/connections/{uuid:connection_id}"


@router.get("/{handle}/connections", response=answers(Connections), summary="List the connections to an agent")
def list_connections(request: ApiRequest, handle: Text) -> Connections:
    """The workspace's connection first, then those of people; where another person's leads is not shown."""
    rows = connections_of(request.auth, _agent(request, handle))
    return Connections(items=[ConnectionOut.model_validate(row) for row in rows])


@router.post("/{handle}/connections", response=answers(ConnectionOut, 201), summary="Connect an agent oneself")
def add_connection(request: ApiRequest, handle: Text, new: ConnectIn) -> Status[ConnectionOut]:
    """Make a connection of one's own: what one gives oneself goes over it, nobody else's work ever does.

    Tasks that wait for it begin. Secrets of its configuration are sealed and never come back.
    """
    agent_id = _agent(request, handle)
    with config_refusals():
        connection_id = connections.connect(request.auth, agent_id, new.connector, new.connector_config, new.quota())
    return Status(201, _shown(request, agent_id, connection_id))


@router.patch(ONE, response=answers(ConnectionOut), summary="Change a connection")
def change_connection(request: ApiRequest, handle: Text, connection_id: UUID, change: ConnectionPatch) -> ConnectionOut:
    """Change one's own connection, or switch it off and on; what is left out stays. The workspace's: owners only."""
    agent_id = _agent(request, handle)
    if not _shown(request, agent_id, connection_id).mine:
        require_scope(request.auth, Scope.AGENTS)
    with config_refusals():
        connections.change_connection(request.auth, connection_id, change.told())
    return _shown(request, agent_id, connection_id)


@router.delete(ONE, response=answers(None, 204), summary="Take a connection away")
def remove_connection(request: ApiRequest, handle: Text, connection_id: UUID) -> Status[None]:
    """Take one's own connection away, with its secrets. Tasks that began over it wait until one connects again."""
    _shown(request, _agent(request, handle), connection_id)
    connections.disconnect(request.auth, connection_id)
    return Status(204, None)


@router.get(f"{ONE}/tokens", response=answers(AgentTokens), summary="List the tokens of one's own connection")
def list_connection_tokens(request: ApiRequest, handle: Text, connection_id: UUID) -> AgentTokens:
    """The live tokens with which one's own agent dials in."""
    _mine(request, handle, connection_id)
    return AgentTokens(items=[AgentTokenOut.of(token) for token in tokens_over(connection_id)])


@router.post(f"{ONE}/tokens", response=answers(NewAgentToken, 201), summary="Make a token for one's own connection")
def create_connection_token(
    request: ApiRequest, handle: Text, connection_id: UUID, new: AgentTokenIn
) -> Status[NewAgentToken]:
    """Make a token with which one's own agent dials in; it is shown only now."""
    mine = _mine(request, handle, connection_id)
    token = create_own_token(request.auth, connection_id, new.name, new.expires_in_days)
    command = DialIn.of(mine.connector_config or {}).command(settings.IOA_PUBLIC_URL, token)
    return Status(201, NewAgentToken(token=token, command=command))


@router.delete(f"{ONE}/tokens/{{uuid:token_id}}", response=answers(None, 204), summary="Revoke a token of one's own")
def end_connection_token(request: ApiRequest, handle: Text, connection_id: UUID, token_id: UUID) -> Status[None]:
    """End a token; whoever dialled in with it is cut off."""
    _mine(request, handle, connection_id)
    if token_id not in {token.id for token in tokens_over(connection_id)}:
        raise NotFound("This connection has no such token.")
    revoke_agent_token(request.auth, token_id)
    return Status(204, None)


def _mine(request: ApiRequest, handle: str, connection_id: UUID) -> ConnectionOut:
    shown = _shown(request, _agent(request, handle), connection_id)
    if not shown.mine:
        raise Forbidden("This connection is not yours.")
    return shown


def _agent(request: ApiRequest, handle: str) -> UUID:
    return registered_agent(request.auth.workspace_id, handle).id


def _shown(request: ApiRequest, agent_id: UUID, connection_id: UUID) -> ConnectionOut:
    found = connection_of(request.auth, agent_id, connection_id)
    if found is None:
        raise NotFound("This agent has no such connection.")
    return ConnectionOut.model_validate(found)
