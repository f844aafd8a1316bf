"""The demo team comes into a workspace's registry."""

import uuid

from django.db import transaction

from apps.agents.actions.registry import register_agent
from apps.agents.domain.demo_team import BY_HANDLE, DEMO, PARTS, DemoPart
from apps.agents.domain.profile import Skill
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent


@transaction.atomic
def register_demo_team(workspace_id: uuid.UUID) -> tuple[str, ...]:
    """Register the agents of the demo team that are not there yet, and give the handles of all.

    One that was switched off stays so. Raises Refused where another agent has one of the handles.
    """
    there = Agent.objects.filter(workspace_id=workspace_id, removed_at=None, connection__connector=DEMO)
    present = set(there.values_list("handle", flat=True))
    for part in PARTS:
        if part.handle not in present:
            register_agent(workspace_id, _profile(part))
    return tuple(BY_HANDLE)


def _profile(part: DemoPart) -> AgentProfile:
    skill = Skill(id=part.handle, name=part.skill, description=part.skill, repeatable=True)
    return AgentProfile(
        handle=part.handle,
        name=part.name,
        description="Plays a part of the demo team, and is never chosen for other goals.",
        skills=[skill.model_dump(mode="json", by_alias=True, exclude_none=True)],
        connector=DEMO,
        connector_config={"part": part.handle},
        concurrency=4,
    )
