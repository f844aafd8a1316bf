"""Who can be asked as a model: the hub, which finds a team for each goal, each agent that is switched on, and each
template, which is a team with its goal.
"""

from collections.abc import Iterator
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.agents.queries.agents import askable_agents
from apps.agents.queries.handles import handles_of
from apps.chat.queries.goal_templates import built_in_templates, own_templates, template_view
from apps.core.sentences import sentence
from apps.teams.queries.rows import Goal

HUB, OF_AGENT, OF_TEAM = "hub", "agent/", "team/"


def models_in(workspace_id: UUID) -> Iterator[tuple[str, int]]:
    """Each model of a workspace and since when there is it, in seconds; the hub, first, was always there."""
    yield HUB, 0
    for handle, made_at in askable_agents(workspace_id).order_by("handle").values_list("handle", "created_at"):
        yield OF_AGENT + handle, int(made_at.timestamp())
    for template in (*built_in_templates(workspace_id), *own_templates(workspace_id)):
        yield OF_TEAM + template.key, int(template.made_at.timestamp()) if template.made_at else 0


def template_key(model: str) -> str:
    """The key of the template that a model is; "" for what is none."""
    return model.removeprefix(OF_TEAM) if model.startswith(OF_TEAM) else ""


def team_of(actor: Actor, model: str) -> tuple[str, ...]:
    """The handles of those who may take part; empty for the hub: they are found. Raises NotFound."""
    workspace_id = actor.workspace_id
    if model == HUB:
        return ()
    if key := template_key(model):
        return template_view(actor, key).here
    name = model.removeprefix(OF_AGENT)
    known = handles_of(workspace_id, [name]) if model.startswith(OF_AGENT) else {}
    if name not in known:
        raise NotFound(
            sentence("There is no model {model} here. GET /v1/models lists those there are.", model=repr(model[:80]))
        )
    return (known[name],)


def model_of(goal: Goal) -> str:
    """The model that a goal was given to."""
    wanted = goal.wanted_handles
    return OF_AGENT + wanted[0] if len(wanted) == 1 else HUB
