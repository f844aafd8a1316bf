"""A person gives a task another try, now or later, or another agent; or does it."""

import uuid

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.agents.domain.profile import Candidate
from apps.agents.queries import candidates_by_handle
from apps.core.sentences import sentence
from apps.journal.actions import Log, audit, recording
from apps.teams.actions import approvals, tasks
from apps.teams.actions.teams import join_agent
from apps.teams.actions.waits import refuse_circle
from apps.teams.domain.checks import leave_unchecked
from apps.teams.domain.states import MOVABLE_TASK, RETRIABLE_TASK, GoalOutcome, TaskState
from apps.teams.events import TeamsDeed
from apps.teams.models import Task
from apps.teams.queries.access import task_operable_by
from apps.teams.queries.checks import barred_from
from apps.teams.queries.stopping import agents_going_on
from apps.teams.queries.taken_over import is_with_person
from apps.teams.queries.waits import NewWait

MOST_DELAY = 3600.0
BY_PERSON = "{name} did it, and nobody looked at the result."
OWN_WORK = "@{handle} did the work that is checked here. Let another agent look at it."
NOT_TO_BE_DONE = (
    "Only a task that failed, is of unknown outcome or was taken over gets a person's result; it is {state}."
)


def retry_task(actor: Actor, task_id: uuid.UUID, delay: float = 0.0) -> None:
    """Make one more attempt at a task, in `delay` seconds, at most MOST_DELAY. Operators only.

    Its conversation is told the outcome as of any task.
    Tasks that were skipped because this one failed stay skipped: whoever holds the floor may give them again.
    Raises NotFound, Forbidden, CircularWait, and Conflict with why it can't be tried again.
    """
    goal_id = task_operable_by(actor, task_id).team.goal_id
    with recording(goal_id) as log:
        task = task_operable_by(actor, task_id)
        _check(task)
        _check_agent(task)
        if task.owner.agent is not None:
            _refuse_circle(actor, task, task.owner.agent.handle, task.owner.agent.pk)
        origin = act_for(log, actor)
        before = task.state
        approvals.lapse_of_task(log, task)
        tasks.move(log, task, TaskState.READY, failure="", heeded_at=None)
        tasks.start(log, task, delay=min(max(delay, 0.0), MOST_DELAY), origin=origin)
        audit(TeamsDeed.TASK_RETRIED, actor, task, task.id, state=before)


def finish_by_person(log: Log, actor: Actor, task: Task, member_id: uuid.UUID, result: str) -> None:
    """What a person writes is the result of a task that failed, or that a person took over; `member_id`: their seat.

    The goal is locked. Raises Conflict with why it can't be.
    """
    if not is_with_person(task):
        if task.state not in RETRIABLE_TASK:
            raise Conflict(sentence(NOT_TO_BE_DONE, state=TaskState(task.state)))
        _check(task)
    before = task.state
    approvals.lapse_of_task(log, task)
    Task.objects.filter(pk=task.pk).update(owner=member_id)
    task = Task.objects.select_related("owner__agent", "owner__user", "team__goal").get(pk=task.pk)
    tasks.move(log, task, TaskState.READY, failure="", heeded_at=None)
    tasks.move(log, task, TaskState.WORKING)
    tasks.settle(
        log, task, TaskState.DONE, result=result, checked=leave_unchecked(sentence(BY_PERSON, name=actor.name))
    )
    audit(TeamsDeed.TASK_DONE_BY_PERSON, actor, task, task.id, state=before)


def put_back(actor: Actor, task_id: uuid.UUID) -> list[str]:
    """Stop whoever is at a task of a paused team: it begins anew when the team goes on. Operators only.

    Gives the handles of those that can't be told to leave it. Raises NotFound, Forbidden, and Conflict.
    """
    goal_id = task_operable_by(actor, task_id).team.goal_id
    with recording(goal_id) as log:
        task = task_operable_by(actor, task_id)
        if task.team.frozen_at is None:
            raise Conflict("Its team is not paused. Pause it first, or take the task back.")
        if task.state not in (TaskState.WORKING, TaskState.ASKING) or task.seats or task.owner.agent is None:
            raise Conflict("No agent is at it now.")
        act_for(log, actor)
        before, going_on = task.state, agents_going_on([task, *task.checked_in.all()])
        tasks.hand_over(log, task, task.owner)
        audit(TeamsDeed.TASK_PUT_BACK, actor, task, task.id, state=before)
        return going_on


def _check(task: Task) -> None:
    if task.state not in RETRIABLE_TASK:
        raise Conflict(
            sentence(
                "Only a task that failed, or whose outcome is unknown, can be tried again; it is {state}.",
                state=TaskState(task.state),
            )
        )
    if task.team.goal.outcome != GoalOutcome.RUNNING:
        raise Conflict("Its goal has ended. Speak in the goal's room to open a new round.")
    if task.team.ended_at is not None:
        raise Conflict("Its team has finished. Speak in the room of the team above it.")
    if task.seats:
        raise Conflict("A team of its own did it. Speak in the room of the team above, which may give it again.")


def _check_agent(task: Task) -> None:
    if task.owner.user_id is not None:
        raise Conflict("A person had it: give it to an agent.")
    if task.owner.agent is None or not task.owner.agent.enabled:
        raise Conflict("Its agent is switched off. Switch it on first.")


def _refuse_circle(actor: Actor, task: Task, handle: str, agent_id: uuid.UUID) -> None:
    """Only what was handed on is waited for by somebody who holds a slot meanwhile."""
    if task.delegated_by_id is not None:
        new = NewWait(agent_id, actor.user_id, handle, needed_by=task.delegated_by_id, task=task.id)
        refuse_circle(actor.workspace_id, new)


def reassign_task(actor: Actor, task_id: uuid.UUID, handle: str) -> list[str]:
    """Have another agent do a task, now or when its turn comes. What the first one still sends is kept as late.

    Gives the handles of those that were at it, or at its check, and can't be told to leave it.
    Raises NotFound, Forbidden, Refused (agent), CircularWait, and Conflict with why it can't be given to another one.
    """
    task = task_operable_by(actor, task_id)
    candidate = candidate_named(actor, handle)
    with recording(task.team.goal_id) as log:
        act_for(log, actor)
        return give(log, actor, task_operable_by(actor, task_id), candidate)


def give(log: Log, actor: Actor, task: Task, candidate: Candidate) -> list[str]:
    """Give a task to an agent; its goal is locked, and whoever does it now is loaded. As `reassign_task`."""
    refuse_successor(task, candidate)
    _refuse_circle(actor, task, candidate.handle, uuid.UUID(candidate.agent_id))
    before, going_on = task.state, agents_going_on([task, *task.checked_in.all()])
    tasks.hand_over(log, task, join_agent(log, task.team, candidate))
    audit(TeamsDeed.TASK_REASSIGNED, actor, task, task.id, state=before, to=candidate.handle)
    return going_on


def candidate_named(actor: Actor, handle: str) -> Candidate:
    """The agent of a handle. Raises Refused (agent)."""
    handle = handle.removeprefix("@")
    found = candidates_by_handle(actor.workspace_id, [handle])
    if not found:
        raise Refused(agent=sentence("There is no agent @{handle} in this workspace that may be asked.", handle=handle))
    return found[handle]


def refuse_successor(task: Task, candidate: Candidate) -> None:
    """Raise Conflict or Refused (agent) where this agent can't be given the task."""
    if task.state not in MOVABLE_TASK:
        raise Conflict(sentence("A task that is {state} can't be given to another agent.", state=TaskState(task.state)))
    if task.team.goal.outcome != GoalOutcome.RUNNING or task.team.ended_at is not None:
        raise Conflict("Its goal or its team has ended. Speak in the goal's room to open a new round.")
    if task.seats:
        raise Conflict("A team of its own does it. Cancel it, and ask for it in the room of the team above.")
    if str(task.owner.agent_id) == candidate.agent_id and task.state not in (TaskState.FAILED, TaskState.UNKNOWN):
        raise Conflict(sentence("@{handle} has it already.", handle=candidate.handle))
    if candidate.agent_id in barred_from(task):
        raise Refused(agent=sentence(OWN_WORK, handle=candidate.handle))
