"""Agents come into the registry, change, are switched on and off, and leave it."""

import uuid
from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.agents import embedding
from apps.agents.actions.call_limits import LINE_ORDER
from apps.agents.actions.configs import Config, config_to_store
from apps.agents.actions.experience import learned_vector
from apps.agents.actions.grants import refuse_opening
from apps.agents.actions.slots import refuse_fewer_slots
from apps.agents.actions.versions import note_version
from apps.agents.connectors import UnknownConnectorError
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.profile import Availability, skills_as_rows
from apps.agents.domain.provenance import CameFrom
from apps.agents.domain.registration import QUOTA, TOLD, AgentProfile, profile_text, quota_problems
from apps.agents.events import AgentsDeed, agents_of
from apps.agents.models import Agent, AgentProvenance, AgentToken, Connection, Grant
from apps.agents.queries.connectors import check_kind
from apps.agents.queries.credentials import shown_config
from apps.core.names import check_name, is_reserved
from apps.core.sentences import sentence, sentence_of
from apps.journal.actions import audit, publish_topic
from apps.journal.domain.audit import Who

REACHED = ("connector", "connector_config", *QUOTA)
"""What a profile says of the workspace's connection; the rest is the agent's own."""


def register_agent(
    workspace_id: uuid.UUID,
    profile: AgentProfile,
    by: Who | None = None,
    before: Config | None = None,
    came: CameFrom = CameFrom(),  # noqa: B008  it never changes
) -> uuid.UUID:
    """Add an agent and give its id. `by` None: the seed, which the audit log leaves out.

    `before`: a configuration that was stored elsewhere, whose sealed secrets stand in for those left out. `came`: where
    it is from; the seed's own agents, and who joins by itself, have that said elsewhere.

    Raises Refused for a handle that is taken or the hub's own, a name that imitates, a connector that nobody knows, and
    beside each field of the configuration that its connector does not take. Secrets of the configuration are sealed.
    """
    if is_reserved(profile.handle):
        raise Refused(
            handle=sentence(
                "@{handle} is what the hub calls its own parts. Choose another handle.", handle=profile.handle
            )
        )
    refuse_opening(by, profile)
    values, reached = _columns(_check_name(profile)), _reached(profile, before)
    vector = values["profile_vector"]
    try:
        with transaction.atomic():
            line = Connection(**reached, **first_presence(profile.connector))
            agent = line.agent = Agent(workspace_id=workspace_id, vector=vector, connection=line, **values)
            agent.save(force_insert=True)  # each needs the other: the database looks when both are there
            line.save(force_insert=True)
            note_version(agent, by)
            publish_topic(agents_of(workspace_id))
            if by is not None:
                AgentProvenance.objects.create(
                    agent=agent, workspace_id=workspace_id, way=came.way, address=came.address, by=by.name[:200]
                )
                audit(AgentsDeed.AGENT_REGISTERED, by, agent, agent.pk, connector=profile.connector)
            return agent.pk
    except IntegrityError:
        raise Refused(
            handle=sentence("There is an agent @{handle} already. Choose another handle.", handle=profile.handle)
        ) from None


@transaction.atomic
def update_agent(
    workspace_id: uuid.UUID, profile: AgentProfile, by: Who | None = None, otherwise: str = ""
) -> uuid.UUID:
    """Replace what is known of the agent with the profile's handle and give its id; what it learned stays.

    `by` None: no person, which the audit log leaves out; `otherwise` then says who, for the list of versions.
    Raises NotFound, and Refused as `register_agent` does.
    Secrets of the configuration that are left out stay.
    """
    which = Q(agent__workspace=workspace_id, agent__handle=profile.handle)
    refuse_fewer_slots(which, profile.concurrency)
    known = locked_agents(which)
    if not known:
        raise NotFound(sentence("There is no agent @{handle} here.", handle=profile.handle))
    (agent,) = known
    refuse_opening(by, profile, agent)
    line = agent.connection
    before = line.connector_config if line.connector == profile.connector else None
    if profile.name != agent.name:  # one from before there were rules may stay
        profile = _check_name(profile)
    for row, values in ((line, _reached(profile, before)), (agent, _columns(profile))):
        for name, value in values.items():
            setattr(row, name, value)
    agent.vector = learned_vector(agent)
    line.check_at = None
    agent.save()
    line.save(update_fields=["check_at", *REACHED])
    note_version(agent, by, otherwise)
    publish_topic(agents_of(workspace_id))
    if by is not None:
        audit(AgentsDeed.AGENT_CHANGED, by, agent, agent.pk, connector=profile.connector)
    return agent.pk


@transaction.atomic
def set_enabled(agent_ids: Iterable[uuid.UUID], enabled: bool, by: Who | None = None) -> int:
    """Switch agents on or off and give how many that concerned; one that is off is never asked.

    `by` None: the hub itself.
    """
    which = Q(agent__in=list(agent_ids))
    _lock_lines(which)
    known = locked_agents(which)
    changed = [agent for agent in known if agent.enabled != enabled]
    deed = AgentsDeed.AGENT_SWITCHED_ON if enabled else AgentsDeed.AGENT_SWITCHED_OFF
    for agent in changed:
        agent.enabled = enabled
        agent.save(update_fields=["enabled"])
        audit(deed, by, agent, agent.pk, workspace_id=agent.workspace_id)
    Connection.objects.filter(agent__in=changed).update(check_at=None)
    for workspace_id in {agent.workspace_id for agent in changed}:
        publish_topic(agents_of(workspace_id))
    return len(changed)


@transaction.atomic
def set_quota(
    actor: Actor,
    agent_id: uuid.UUID,
    *,
    concurrency: int,
    calls_per_minute: int,
    timeout_seconds: int,
    test_seconds: int,
) -> None:
    """Set how many calls an agent takes at one time and within a minute, and how long one, or a test, may take.

    Owners only.

    Raises Refused for what a profile would not take, NotFound.
    """
    require(actor, Role.OWNER)
    if wrong := quota_problems(concurrency, calls_per_minute, timeout_seconds, test_seconds):
        raise Refused(**wrong)
    refuse_fewer_slots(Q(agent=agent_id, agent__workspace=actor.workspace_id), concurrency)
    agent = locked_agent(actor, agent_id)
    line = agent.connection
    line.concurrency, line.calls_per_minute = concurrency, calls_per_minute
    line.timeout_seconds, line.test_seconds = timeout_seconds, test_seconds
    line.save(update_fields=QUOTA)
    note_version(agent, actor)
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.QUOTA_CHANGED, actor, agent, agent.pk, **{name: getattr(line, name) for name in QUOTA})


@transaction.atomic
def set_secrets(actor: Actor, agent_id: uuid.UUID, secrets: Mapping[str, str]) -> None:
    """Enter secrets of an agent's connection anew; those that are left out or empty stay. Owners only.

    Raises NotFound, and Refused with a sentence for each that its connector does not take.
    """
    require(actor, Role.OWNER)
    agent = locked_agent(actor, agent_id)
    line = agent.connection
    before = line.connector_config
    line.connector_config = config_to_store(line.connector, {**shown_config(before).values, **secrets}, before)
    line.check_at, line.needs_test = None, True
    line.save(update_fields=["connector_config", "check_at", "needs_test"])
    note_version(agent, actor)
    audit(AgentsDeed.AGENT_CHANGED, actor, agent, agent.pk, secrets=sorted(name for name in secrets if secrets[name]))


def locked_agents(which: Q) -> list[Agent]:
    """Give agents that were not removed with their workspace's connection, both rows locked: the connection first.

    Whatever locks both takes them in this order, as the work that goes over it does.
    """
    rows = Connection.objects.select_for_update(no_key=True, of=("self", "agent")).select_related("agent")
    lines = rows.filter(which, owner=None, agent__removed_at=None).order_by(*LINE_ORDER)
    for line in lines:
        line.agent.connection = line
    return [line.agent for line in lines]


def _lock_lines(which: Q) -> None:
    """All connections of agents, people's own among them: who will change these locks them before the agents."""
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).filter(which).order_by(*LINE_ORDER)
    list(rows.values_list("pk"))


def locked_agent(actor: Actor, agent_id: uuid.UUID) -> Agent:
    """Give one of the actor's workspace so. Raises NotFound."""
    for agent in locked_agents(Q(agent=agent_id, agent__workspace=actor.workspace_id)):
        return agent
    raise NotFound("There is no such agent in this workspace.")


def _check_name(profile: AgentProfile) -> AgentProfile:
    """The profile with its name as it is kept. Raises Refused for one that imitates."""
    try:
        return profile.model_copy(update={"name": check_name(profile.name)})
    except ValueError as error:
        raise Refused(name=sentence_of(error)) from None


def _columns(profile: AgentProfile) -> dict[str, object]:
    """What a registration says of the agent itself."""
    (vector,) = embedding.embed([profile_text(profile.name, profile.description, profile.skills)])
    return {
        **profile.model_dump(include={*TOLD, "enabled"}),
        "skills": skills_as_rows(profile.skills),
        **profile.model_dump(include={"trust", "askers"}, exclude_none=True),
        "profile_vector": vector,
    }


def first_presence(connector: str) -> dict[str, object]:
    """The presence of a connection over which nobody was heard yet: who dials in is offline until they do."""
    return {"availability": Availability.OFFLINE, "out_since": timezone.now()} if connector == SOCKET else {}


def _reached(profile: AgentProfile, before: Config | None) -> dict[str, object]:
    """What a registration says of the workspace's connection."""
    check_kind(profile.connector)
    config = _config(profile, before)
    return {name: config if name == "connector_config" else getattr(profile, name) for name in REACHED}


def _config(profile: AgentProfile, before: Config | None) -> dict[str, object]:
    try:
        return config_to_store(profile.connector, profile.connector_config, before)
    except UnknownConnectorError as error:
        raise Refused(connector=sentence_of(error)) from None


@transaction.atomic
def remove_agent(actor: Actor, agent_id: uuid.UUID) -> None:
    """Take an agent out: nobody finds or asks it any more, and its handle is free again. Owners only.

    What it did stays readable under its name; its connections are forgotten with
    their secrets, their tokens end. Raises NotFound.
    """
    require(actor, Role.OWNER)
    _lock_lines(Q(agent=agent_id, agent__workspace=actor.workspace_id))
    agent = locked_agent(actor, agent_id)
    now = timezone.now()
    agent.removed_at, agent.enabled = now, False
    agent.save(update_fields=["removed_at", "enabled"])
    agent.connections.update(connector_config={}, enabled=False)
    Grant.objects.filter(Q(agent=agent) | Q(asker=agent)).delete()
    AgentToken.objects.filter(connection__agent=agent, revoked_at=None).update(revoked_at=now)
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.AGENT_REMOVED, actor, agent, agent_id)
