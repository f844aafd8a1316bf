"""Where a connector turns to colleagues for an agent at work whose model calls tools: by the same actions as REST."""

import uuid
from dataclasses import dataclass

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.agents.domain.colleague_tools import Begun
from apps.agents.queries import search_agents
from apps.chat.actions.delegation import Handover, delegate
from apps.core.fences import fence
from apps.core.texts import one_line
from apps.teams.actions.permits import read_handover
from apps.teams.domain.states import TaskState
from apps.teams.queries.colleagues import HandedOn
from apps.teams.queries.task_tokens import Caller, caller_of

MOST_FOUND = 5
OVER = "Your task is no longer worked on."
NOBODY = "No agent here fits that."


@dataclass(frozen=True)
class TaskDesk:
    """See ColleagueDesk. `token`: of the task that is worked on, so that it ends with the work."""

    token: str

    def find_agents(self, need: str) -> str:
        """A line for each agent that is near the need."""
        caller = caller_of(self.token)
        if caller is None:
            return OVER
        found = search_agents(caller.workspace_id, need, limit=MOST_FOUND)
        lines = (f"- @{one.handle}: {one_line(one.description or one.name, 300)}" for one in found)
        return "\n".join(lines) or NOBODY

    def hand_on(self, brief: str, agent: str, need: str) -> Begun:
        """Refusals are told as they are told over REST."""
        caller = caller_of(self.token)
        if caller is None:
            return Begun(None, OVER)
        try:
            return Begun(delegate(caller, Handover(brief, agent.removeprefix("@"), need)).id)
        except (Refused, Conflict) as refused:
            return Begun(None, f"Not handed on: {refused}")

    def what_came_of(self, task: uuid.UUID) -> str | None:
        """The result between fences: what an agent says is nobody's instruction."""
        caller = caller_of(self.token)
        return OVER if caller is None else _told(caller, task)


def _told(caller: Caller, task: uuid.UUID) -> str | None:
    try:
        handed_on = read_handover(caller, task)
    except (NotFound, Forbidden) as refused:
        return str(refused)
    return _in_words(handed_on) if handed_on.settled else None


def _in_words(handed_on: HandedOn) -> str:
    if handed_on.state is not TaskState.DONE:
        return f"@{handed_on.agent} could not do it: {handed_on.failure or handed_on.state.value}"
    files = ", ".join(one_line(file.name, 200) for file in handed_on.files)
    beside = f"\n\nIts files: {files}" if files else ""
    return f"The result of @{handed_on.agent}:\n\n{fence(handed_on.result)}{beside}"
