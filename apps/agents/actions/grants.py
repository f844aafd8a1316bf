"""Owners decide which agent may set which other to work: outside any model, and noted in the audit log."""

import uuid
from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role, Scope
from apps.accounts.domain.errors import Forbidden, NotFound, Refused
from apps.accounts.queries import require
from apps.agents.actions.versions import note_version
from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.registration import AgentProfile
from apps.agents.events import AgentsDeed, agents_of
from apps.agents.models import Agent, Grant
from apps.core.sentences import sentence
from apps.journal.actions import audit, publish_topic
from apps.journal.domain.audit import Who

MOST = 200  # grants by which one agent may be set to work
ANY = "any agent"


def refuse_opening(by: Who | None, profile: AgentProfile, known: Agent | None = None) -> None:
    """Raise Forbidden where a profile would let agents set this one to work and the token by which it comes may not.

    Who may register agents decides nothing about who may ask them: that takes the scope administer, as a grant does.
    """
    if not isinstance(by, Actor) or Scope.ADMINISTER in by.scopes:
        return
    skills = [skill.model_dump(mode="json", by_alias=True) for skill in profile.skills]
    before = _doors(known.skills, known.trust, known.askers) if known else _doors([], "", Askers.EVERYBODY)
    if _doors(skills, profile.trust, profile.askers) - before:
        raise Forbidden(
            sentence(
                "What lets other agents set @{handle} to work takes a token with the scope administer: "
                "leave out trust, askers and read_only, or let an owner set them.",
                handle=profile.handle,
            )
        )


def _doors(skills: Iterable[Mapping[str, object]], trust: str | None, askers: str | None) -> set[str]:
    """What in an agent's profile lets others set it to work unasked."""
    found = {f"skill {skill['id']}" for skill in skills if skill.get("read_only") is True}
    found |= {"trust"} if trust == Trust.TRUSTED else set()
    return found | ({"askers"} if askers == Askers.EVERYBODY else set())


def give_grant(actor: Actor, agent_id: uuid.UUID, asker: str) -> uuid.UUID:
    """Let an agent, by its handle, set this one to work without being asked each time; "" is any agent. Owners only.

    Raises NotFound, and Refused for an agent that is none, itself, or has it already.
    """
    require(actor, Role.OWNER)
    try:
        with transaction.atomic():
            agent = _lock(actor, agent_id)
            return _save_grant(actor, agent, _asker(actor, agent, asker.strip().removeprefix("@")))
    except IntegrityError:
        raise Refused(asker="This is granted already.") from None


def _save_grant(actor: Actor, agent: Agent, asker: Agent | None) -> uuid.UUID:
    if agent.grants.count() >= MOST:
        raise Refused(
            asker=sentence(
                "{agent} has {most} grants: take one back, or grant it to any agent.", agent=agent, most=MOST
            )
        )
    grant = Grant.objects.create(agent=agent, asker=asker, given_by=actor.name[:160], given_at=timezone.now())
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.GRANT_GIVEN, actor, agent, agent.pk, asker=str(asker or ANY))
    return grant.pk


def _asker(actor: Actor, agent: Agent, handle: str) -> Agent | None:
    if not handle:
        return None
    asker = Agent.objects.filter(workspace_id=actor.workspace_id, removed_at=None, handle=handle).first()
    if asker is None:
        raise Refused(asker=sentence("There is no agent @{value} in this workspace.", value=handle[:60]))
    if asker.pk == agent.pk:
        raise Refused(asker="An agent needs no grant to set itself to work.")
    return asker


@transaction.atomic
def take_grant_back(actor: Actor, grant_id: uuid.UUID) -> None:
    """End a grant: from the next call on a person is asked again. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    known = Grant.objects.select_for_update(no_key=True, of=("self",)).select_related("agent", "asker")
    grant = known.filter(pk=grant_id, agent__workspace_id=actor.workspace_id).first()
    if grant is None:
        raise NotFound("There is no such grant in this workspace.")
    agent, asker = grant.agent, grant.asker
    grant.delete()
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.GRANT_TAKEN_BACK, actor, agent, agent.pk, asker=str(asker or ANY))


@transaction.atomic
def set_trust(actor: Actor, agent_id: uuid.UUID, trust: Trust, askers: Askers) -> None:
    """Set how far an agent is believed, and which others may set it to work. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    agent = _lock(actor, agent_id)
    agent.trust, agent.askers = trust, askers
    agent.save(update_fields=["trust", "askers"])
    note_version(agent, actor)
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.TRUST_CHANGED, actor, agent, agent.pk, trust=trust.value, askers=askers.value)


def _lock(actor: Actor, agent_id: uuid.UUID) -> Agent:
    known = Agent.objects.select_for_update(no_key=True).filter(workspace_id=actor.workspace_id, removed_at=None)
    agent = known.filter(pk=agent_id).first()
    if agent is None:
        raise NotFound("There is no such agent in this workspace.")
    return agent
