"""A client of IoA opens a talk with the agents that it chose."""

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.agents.actions import wire_talks
from apps.agents.actions.wire_talks import NewTalk
from apps.agents.queries.agents import agent_by_handle
from apps.agents.queries.handles import handles_of
from apps.agents.queries.wire_talks import TalkOnWire, call_at_work
from apps.api.ioa.wire_schemas import TeamUpIn
from apps.core.sentences import sentence
from apps.teams.queries.access import may_launch


def open_talk(actor: Actor, asked: TeamUpIn) -> TalkOnWire:
    """Open the talk. While its leader works on a task of the hub's, what it gives in it counts for that task.

    Raises Forbidden, and Refused for names that nobody has.
    """
    may_launch(actor)
    names = [asked.sender, *(name for name in asked.agent_names if name != asked.sender)]
    known = handles_of(actor.workspace_id, names)
    if asked.sender not in known:
        raise Refused(
            sender=sentence("No agent of this name is registered and switched on here: {sender}.", sender=asked.sender)
        )
    if missing := [name for name in names if name not in known]:
        listed = ", ".join(missing)
        raise Refused(
            agent_names=sentence("No agent of this name is registered and switched on here: {listed}.", listed=listed)
        )
    leader = known[asked.sender]
    members = {known[name]: name for name in reversed(names)}
    at_work = call_at_work(agent_by_handle(actor.workspace_id, leader).pk)
    return wire_talks.open_talk(
        NewTalk(
            actor.workspace_id,
            dict(reversed(members.items())),
            leader=leader,
            name=asked.team_name or "",
            call_id=at_work,
        )
    )
