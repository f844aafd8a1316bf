"""A person watches the demo team: a goal whose agents and whose lead are scripted; all else is as for any goal."""

from apps.accounts.domain.access import Actor
from apps.accounts.domain.workspace_settings import Review
from apps.agents.actions.demo_team import register_demo_team
from apps.agents.domain.demo_team import GOAL
from apps.chat.actions.goals import GoalRequest
from apps.chat.actions.launching import Launch, launch
from apps.core.languages import say
from apps.teams.queries.access import may_launch

DEPTH = 2
"""How many levels of teams stand below the goal's own."""


def watch_demo(actor: Actor, idempotency_key: str = "") -> Launch:
    """Begin the demo, in the language of who looks on.

    Its agents come into the workspace with the first one, and are chosen for no other goal.
    Raises what `launch` raises, and Refused where a handle of the demo team is another agent's.
    """
    may_launch(actor)
    team = register_demo_team(actor.workspace_id)
    asked = GoalRequest(
        text=say(GOAL), team=team, review=Review.NEVER, limits={"depth": DEPTH}, idempotency_key=idempotency_key
    )
    return launch(actor, asked)
