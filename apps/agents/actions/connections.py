"""Connections beside the workspace's: a person connects an agent over their own, for their own work alone."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import belongs, require
from apps.agents.actions.call_limits import LINE_ORDER
from apps.agents.actions.configs import config_to_store
from apps.agents.actions.registry import first_presence
from apps.agents.actions.versions import note_version
from apps.agents.bells import AgentsBell
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.registration import QUOTA, CallQuota, quota_problems
from apps.agents.events import AgentsDeed, agents_of
from apps.agents.models import Agent, AgentToken, Connection
from apps.agents.queries.agents import GONE
from apps.agents.queries.connectors import choosable_kinds
from apps.core.sentences import sentence
from apps.journal.actions import audit, publish_topic
from apps.journal.bells import ring

_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")


@dataclass(frozen=True)
class ConnectionChange:
    """What of a connection becomes another; what is left out stays, secrets of a configuration too.

    `quota`: by the names of CallQuota.
    """

    config: Mapping[str, object] | None = None
    enabled: bool | None = None
    quota: Mapping[str, int] = field(default_factory=dict)


@transaction.atomic
def connect(
    actor: Actor, agent_id: uuid.UUID, connector: str, config: Mapping[str, object], quota: CallQuota
) -> uuid.UUID:
    """Make a connection of the actor's own to an agent and give its id. Those who may give goals.

    Tasks that wait for it begin. Raises NotFound, Conflict where they have one, and Refused beside each field that its
    connector does not take.
    """
    require(actor, Role.OPERATOR)
    agent = Agent.objects.filter(pk=agent_id, workspace_id=actor.workspace_id, removed_at=None).first()
    if agent is None:
        raise NotFound(GONE)
    if connector not in {SOCKET, *(way.kind for way in choosable_kinds())}:
        raise Refused(
            connector=sentence(
                "Nobody knows the connector “{value}”, or a person can't choose it.", value=connector[:24]
            )
        )
    line = Connection(
        agent=agent,
        owner_id=actor.user_id,
        connector=connector,
        connector_config=config_to_store(connector, config),
        **first_presence(connector),
        **quota.model_dump(),
    )
    try:
        with transaction.atomic():
            line.save()
    except IntegrityError:
        raise Conflict(
            sentence("You have a connection to {agent} already: change it, or take it away first.", agent=agent)
        ) from None
    _tell(actor, line, AgentsDeed.CONNECTED)
    return line.pk


@transaction.atomic
def change_connection(actor: Actor, connection_id: uuid.UUID, change: ConnectionChange) -> None:
    """Change one's own connection, or as an owner the workspace's. Raises NotFound, Forbidden, Refused."""
    line = _theirs(actor, connection_id)
    fields = ["check_at", "needs_test"]
    if change.config is not None:
        line.connector_config = config_to_store(line.connector, change.config, line.connector_config)
        fields.append("connector_config")
    if change.enabled is not None:
        line.enabled = change.enabled
        fields.append("enabled")
    if change.quota:
        _limit(line, change.quota)
        fields += QUOTA
    line.check_at, line.needs_test = None, True
    line.save(update_fields=fields)
    if line.owner_id is None:
        line.agent.connection = line
        note_version(line.agent, actor)
    _tell(actor, line, AgentsDeed.CONNECTION_CHANGED)


def _limit(line: Connection, quota: Mapping[str, int]) -> None:
    becomes = {name: quota.get(name, getattr(line, name)) for name in QUOTA}
    if wrong := quota_problems(**becomes):
        raise Refused(**wrong)
    for name, value in becomes.items():
        setattr(line, name, value)


@transaction.atomic
def disconnect(actor: Actor, connection_id: uuid.UUID) -> None:
    """Take one's own connection away: its secrets are forgotten, its tokens end. Raises NotFound, Forbidden, Conflict.

    Tasks that began over it wait until their person connects again. The workspace's is switched off, never away.
    """
    line = _theirs(actor, connection_id)
    if line.owner_id is None:
        raise Conflict("The workspace's connection stays with its agent: switch it off, or remove the agent.")
    now = timezone.now()
    line.removed_at, line.enabled, line.connector_config = now, False, {}
    line.save(update_fields=["removed_at", "enabled", "connector_config"])
    AgentToken.objects.filter(connection=line, revoked_at=None).update(revoked_at=now)
    _tell(actor, line, AgentsDeed.DISCONNECTED)


def _theirs(actor: Actor, connection_id: uuid.UUID) -> Connection:
    """The connection, locked, where it is theirs to change: their own, or the workspace's for its owners."""
    rows = (
        Connection.objects.select_for_update(no_key=True, of=("self", "agent")).select_related("agent").defer(*_UNREAD)
    )
    here = rows.filter(agent__workspace=actor.workspace_id, agent__removed_at=None, removed_at=None)
    line = here.filter(pk=connection_id).first()
    if line is None:
        raise NotFound("There is no such connection in this workspace.")
    if line.owner_id is None:
        require(actor, Role.OWNER)
    elif line.owner_id != actor.user_id:
        raise Forbidden("This connection is another person's: only they change it.")
    require(actor, Role.OPERATOR)
    return line


def _tell(actor: Actor, line: Connection, deed: AgentsDeed) -> None:
    key, way = str(line.pk), line.connector
    audit(deed, actor, line.agent, line.agent_id, connection=key, connector=way, enabled=line.enabled)
    publish_topic(agents_of(actor.workspace_id))
    if line.enabled:
        ring(AgentsBell.LINE_OPEN, line.pk)


@transaction.atomic
def switch_off_theirs(user_id: uuid.UUID | None = None) -> int:
    """Switch off the connections of people who belong to a workspace no more; gives how many. None: of anybody.

    Who is let in again switches theirs on again. Their sockets are closed by whoever holds them.
    """
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).select_related("agent").defer(*_UNREAD)
    own = rows.filter(enabled=True).exclude(owner=None).filter(~belongs("agent__workspace", "owner"))
    left = list((own if user_id is None else own.filter(owner=user_id)).order_by(*LINE_ORDER))
    for line in left:
        audit(AgentsDeed.CONNECTION_CHANGED, None, line.agent, line.agent_id, connection=str(line.pk), enabled=False)
        publish_topic(agents_of(line.agent.workspace_id))
    Connection.objects.filter(pk__in=[line.pk for line in left]).update(enabled=False)
    return len(left)
