"""Skills that were written down elsewhere become an agent's."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import require
from apps.agents import embedding
from apps.agents.actions.experience import learned_vector
from apps.agents.actions.registry import locked_agent
from apps.agents.actions.versions import note_version
from apps.agents.domain.profile import Skill, skills_as_rows
from apps.agents.domain.registration import profile_text
from apps.agents.domain.skill_documents import join_skills, read_skill
from apps.agents.events import AgentsDeed, agents_of
from apps.journal.actions import audit, publish_topic


@transaction.atomic
def import_skills(actor: Actor, agent_id: UUID, documents: Sequence[str]) -> None:
    """Add the skills of SKILL.md documents to an agent's; one that it has is told anew. Owners only.

    Raises NotFound, and Refused with a sentence for the first document that can't be read, or where there are too many.
    """
    require(actor, Role.OWNER)
    agent = locked_agent(actor, agent_id)
    try:
        skills = join_skills(
            [Skill.model_validate(row) for row in agent.skills],
            [_read(number, one) for number, one in enumerate(documents, start=1)],
        )
    except ValueError as error:
        raise Refused(documents=f"{error}."[:1].upper() + f"{error}."[1:]) from None
    agent.skills = skills_as_rows(skills)
    (agent.profile_vector,) = embedding.embed([profile_text(agent.name, agent.description, skills)])
    agent.vector = learned_vector(agent)
    agent.save(update_fields=["skills", "profile_vector", "vector"])
    note_version(agent, actor)
    publish_topic(agents_of(actor.workspace_id))
    audit(AgentsDeed.AGENT_CHANGED, actor, agent, agent.pk, connector=agent.connection.connector)


def _read(number: int, document: str) -> Skill:
    """The skill of a document. Raises ValueError with a sentence that says of which."""
    try:
        return read_skill(document)
    except ValueError as error:
        raise ValueError(f"document {number}: {error}") from None
