"""What a person may change about a task now, and which agents might do it instead."""

from dataclasses import dataclass

from apps.agents.domain.profile import Candidate
from apps.agents.queries import search_agents
from apps.agents.queries.discovery import FLOOR
from apps.core.sentences import sentence
from apps.teams.domain.states import MOVABLE_TASK, OPEN_TASK, RETRIABLE_TASK, GoalOutcome
from apps.teams.models import Task, Team
from apps.teams.queries.checks import barred_from
from apps.teams.queries.taken_over import is_with_person, why_not_taken

MOST = 12  # agents that are offered
HAS_IT = sentence("It has the task now.")
IS_MEMBER = sentence("It is a member already.")
ITS_OWN_WORK = sentence("It did the work that is checked here.")


@dataclass(frozen=True)
class Changes:
    """What may be done about a task; who tries all the same is told why not.

    `finish`: a person may write its result; `take_over`: they may do it in its agent's place; `hand_back`: one does.
    """

    retry: bool
    reassign: bool
    cancel: bool
    finish: bool = False
    take_over: bool = False
    hand_back: bool = False

    @property
    def any(self) -> bool:
        """Whether there is something to do at all."""
        return self.retry or self.reassign or self.cancel or self.finish or self.take_over


@dataclass(frozen=True)
class Successor:
    """An agent that fits a task or a team, with how well. `left_out`: why it can't be chosen; "" where it can."""

    candidate: Candidate
    left_out: str


def changes_of(task: Task) -> Changes:
    """What may be changed about a task; its team, goal and owner are loaded."""
    if task.team.goal.outcome != GoalOutcome.RUNNING or task.team.ended_at is not None:
        return Changes(retry=False, reassign=False, cancel=False)
    alone = not task.seats
    agent, with_person = task.owner.agent, is_with_person(task)
    return Changes(
        retry=alone and task.state in RETRIABLE_TASK and agent is not None and agent.enabled,
        reassign=alone and task.state in MOVABLE_TASK,
        cancel=task.state in OPEN_TASK,
        finish=alone and (task.state in RETRIABLE_TASK or with_person),
        take_over=not with_person and task.state not in RETRIABLE_TASK and not why_not_taken(task),
        hand_back=with_person,
    )


def successors_of(task: Task) -> list[Successor]:
    """The agents that fit a task best, with those that can't be given it and why; its team, goal and owner are loaded.

    Scores are cosine similarities, from FLOOR to 1.
    """
    words, barred = f"{task.title}\n{task.brief}", barred_from(task)
    found = search_agents(task.team.goal.workspace_id, words, limit=MOST, threshold=FLOOR, origin=task.origin_id)
    return [Successor(one, _left_out(one, task, barred)) for one in found]


def newcomers_of(team: Team) -> list[Successor]:
    """The agents that fit what a team is for best, with those that are in it already; its goal is loaded."""
    members = set(map(str, team.members.exclude(agent=None).values_list("agent_id", flat=True)))
    words = f"{team.goal.title}\n{team.purpose}"
    found = search_agents(team.goal.workspace_id, words, limit=MOST, threshold=FLOOR, origin=team.origin_id)
    return [Successor(one, IS_MEMBER if one.agent_id in members else "") for one in found]


def _left_out(one: Candidate, task: Task, barred: frozenset[str]) -> str:
    if one.agent_id in barred:
        return ITS_OWN_WORK
    has_it = one.agent_id == str(task.owner.agent_id) and task.state not in RETRIABLE_TASK
    return HAS_IT if has_it else ""
