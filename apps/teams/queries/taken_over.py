"""Tasks that people have taken over from agents: who has which, and who had it before."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import may_decide, require
from apps.agents.queries.rows import Agent
from apps.core.sentences import sentence
from apps.core.texts import one_line
from apps.teams.domain.states import TAKEABLE_TASK, GoalOutcome, MemberKind, TaskState
from apps.teams.models import Task


@dataclass(frozen=True)
class TakenTask:
    """A task that a person has taken over. `handed_by`: the handle of the agent that it was taken from, or ""."""

    id: uuid.UUID
    title: str
    brief: str
    goal_id: uuid.UUID
    goal: str
    team_id: uuid.UUID
    since: datetime
    handed_by: str


def is_with_person(task: Task) -> bool:
    """Whether a person is at a task in an agent's place; its owner is loaded."""
    return task.state == TaskState.WORKING and task.owner.kind == MemberKind.PERSON


def why_not_taken(task: Task, actor: Actor | None = None) -> str:
    """Why a person can't take a task over; "": they can. Its team, goal and owner are loaded. `actor`: who would."""
    if task.state == TaskState.DONE:
        return sentence("{name} was faster: it is done.", name=who_has(task))
    if task.state not in TAKEABLE_TASK:
        return sentence("A task that is {state} can't be taken over.", state=TaskState(task.state))
    if task.team.goal.outcome != GoalOutcome.RUNNING or task.team.ended_at is not None:
        return sentence("Its goal or its team has ended. Speak in the goal's room to open a new round.")
    if task.seats:
        return sentence("A team of its own does it. Take it back, and ask for it in the room of the team above.")
    if task.checks_id is not None:
        return sentence("It looks at a colleague's work: take that one over instead.")
    if is_with_person(task):
        if actor is not None and task.owner.user_id == actor.user_id:
            return sentence("You have it already.")
        return sentence("{name} was faster and has it: speak with them, or give it to an agent.", name=who_has(task))
    return ""


def who_has(task: Task) -> str:
    """Who has a task, in words; its owner is loaded."""
    if task.owner.agent is not None:
        return f"@{task.owner.agent.handle}"
    return task.owner.called or str(task.owner.user) if task.owner.user else sentence("A colleague")


def with_people() -> "QuerySet[Task]":
    """The tasks of goals that run at which people are in agents' places."""
    running = Task.objects.filter(team__goal__outcome=GoalOutcome.RUNNING, team__ended_at=None)
    return running.filter(state=TaskState.WORKING, owner__kind=MemberKind.PERSON)


def tasks_taken_by(actor: Actor) -> list[TakenTask]:
    """The tasks that a person has taken over in this workspace, the one that has waited longest first. Operators."""
    require(actor, Role.OPERATOR)
    taken = with_people().filter(owner__user=actor.user_id, team__goal__workspace=actor.workspace_id)
    rows = taken.select_related("team__goal").order_by("state_at", "id")
    return [
        TakenTask(
            id=task.id,
            title=task.title,
            brief=task.brief,
            goal_id=task.team.goal_id,
            goal=one_line(task.team.goal.title, 160),
            team_id=task.team_id,
            since=task.state_at,
            handed_by=agent.handle if (agent := agent_before(task)) else "",
        )
        for task in rows
    ]


def agent_before(task: Task) -> Agent | None:
    """The agent that a task was given to last; None: it was given to none, or that is here no more."""
    rows = task.attempts.select_related("agent").defer("agent__vector", "agent__profile_vector", "agent__goal_words")
    before = rows.order_by("-number").first()
    return before.agent if before is not None and before.agent.removed_at is None else None


def left_behind(workspace_id: uuid.UUID | None) -> list[uuid.UUID]:
    """The tasks, of a workspace or of all, that are with people who may do nothing there any more."""
    rows = with_people() if workspace_id is None else with_people().filter(team__goal__workspace=workspace_id)
    found = rows.select_related("team__goal", "owner").only("team__goal__workspace", "owner__user")
    return [task.id for task in found if not may_decide(task.owner.user_id, task.team.goal.workspace_id)]
