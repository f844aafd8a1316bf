"""Each registration of an agent that differs from the one before is kept as a version."""

import hashlib

from django.utils import timezone

from apps.agents.domain.registration import QUOTA
from apps.agents.domain.versions import UNSAID
from apps.agents.models import Agent, AgentVersion
from apps.agents.queries.credentials import SEALED, shown_config
from apps.journal.domain.audit import Who

KEPT = 100  # versions of an agent


def note_version(agent: Agent, by: Who | None, otherwise: str = "") -> None:
    """Keep the agent as it is registered now, unless that is how it was.

    `by` None: no person changed it, but whom `otherwise` names; empty: the product itself.

    Of connections the workspace's alone: those of people are no part of the registration. The caller holds both rows.
    """
    last = agent.versions.order_by("-number").first()
    profile = _snapshot(agent)
    if last is not None and {**UNSAID, **last.profile} == profile:
        return
    number = last.number + 1 if last else 1
    AgentVersion.objects.create(
        agent=agent, number=number, profile=profile, by=(by.name if by else otherwise)[:160], at=timezone.now()
    )
    if number > KEPT:
        agent.versions.filter(number__lte=number - KEPT).delete()


def _snapshot(agent: Agent) -> dict[str, object]:
    line = agent.connection
    config = shown_config(line.connector_config)
    return {
        "name": agent.name,
        "description": agent.description,
        "skills": agent.skills,
        "connector": line.connector,
        "config": config.values,
        "secrets": {name: _mark(line.connector_config[name][SEALED]) for name in config.secrets},
        **{name: getattr(line, name) for name in QUOTA},
        **{name: getattr(agent, name) for name in ("trust", "askers")},
    }


def _mark(sealed: str) -> str:
    """Tell one sealed text from another; it says nothing of what is inside, not even whether that is the same."""
    return hashlib.sha256(sealed.encode()).hexdigest()[:8]
