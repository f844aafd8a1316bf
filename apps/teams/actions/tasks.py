"""Tasks: made ready, settled, taken back. `new_tasks` gives them. `awaiting` has those that wait for an answer."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import timedelta

from apps.agents.domain.calls import Usage
from apps.agents.events import agents_of
from apps.core.sentences import sentence
from apps.core.updates import insert_rows, save_columns
from apps.journal.actions import Log
from apps.teams.actions import approvals, limits, questions
from apps.teams.actions.verification import known_at_end
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import CheckOutcome
from apps.teams.domain.states import (
    OPEN_TASK,
    TASK_TRANSITIONS,
    AttemptState,
    Priority,
    TaskState,
)
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt, Member, Task
from apps.teams.queries.chains import chain_of_task
from apps.teams.queries.conversation_tasks import following_tasks, planned_tasks_after, tasks_before

PRIORITY_RANK = {Priority.LOW: -1, Priority.NORMAL: 0, Priority.HIGH: 1}


def tell(log: Log, task: Task) -> None:
    """Say how a task stands now."""
    log.add(
        TeamEvent.TASK_CHANGED,
        chain_of_task(task),
        task=str(task.id),
        number=task.number,
        title=task.title,
        state=task.state,
        owner=str(task.owner_id),
        failure=task.failure,
        verification=task.verification,
        found=task.found,
    )
    log.publish_topic(agents_of(task.team.goal.workspace_id))  # its owner has more or less to do now


def move(log: Log, task: Task, state: TaskState, **fields: object) -> None:
    """Change a task's state and tell of it. Raises ValueError for a change the table does not allow.

    Work that is begun anew is claimed by nobody.
    """
    if task.is_claimed and state is TaskState.READY:
        fields = {"claimed_at": None, "result": "", **fields}
    if state not in TASK_TRANSITIONS[TaskState(task.state)]:
        raise ValueError(f"a task that is {task.state} cannot become {state}")
    task.state, task.state_at = state, log.now
    for name, value in fields.items():
        setattr(task, name, value)
    save_columns(task, "state", "state_at", *fields)
    tell(log, task)


def start_if_free(log: Log, task: Task) -> None:
    """Start a planned task whose dependencies are done; skip it when one of them never will be.

    One that is not planned any more is left alone: what skipped the task before it has skipped it too.
    """
    if task.state != TaskState.PLANNED:
        return
    start_after(log, task, tasks_before(task))


def start_after(log: Log, task: Task, before: Sequence[Task]) -> None:
    """As `start_if_free`, with the tasks that it comes after."""
    failed = [one.number for one in before if one.state not in OPEN_TASK and one.state != TaskState.DONE]
    if failed:
        settle(
            log,
            task,
            TaskState.SKIPPED,
            failure=sentence("Skipped: it needs task {failed}, which gave no result.", failed=failed[0]),
        )
    elif all(one.state == TaskState.DONE for one in before):
        move(log, task, TaskState.READY)
        start_first(log, [task])


def start_first(log: Log, tasks: Iterable[Task]) -> None:
    """Have tasks done that were never begun."""
    attempts = [_attempt(log, task, 1) for task in tasks if not _is_for_subteam(log, task)]
    insert_rows(attempts)


def start(log: Log, task: Task, *, delay: float = 0.0, origin: uuid.UUID | None = None) -> Attempt | None:
    """Have a ready task done: by its sub-team, or by one more attempt of its owner, `delay` seconds from now.

    `origin`: of the person who has it tried again; None: as the attempt before. What that went over, this goes over
    where it may: see queries.connections.
    """
    if _is_for_subteam(log, task):
        return None
    attempt = _again(log, task, delay, origin)
    insert_rows([attempt])
    return attempt


def _again(log: Log, task: Task, delay: float, origin: uuid.UUID | None) -> Attempt:
    before = task.attempts.order_by("-number").only("number", "agent_id", "origin_id", "connection_id").first()
    if before is None:
        return _attempt(log, task, 1, delay=delay)
    attempt = _attempt(log, task, before.number + 1, delay=delay)
    attempt.origin_id = origin or before.origin_id
    if before.agent_id == attempt.agent_id:
        attempt.connection_id = before.connection_id
    return attempt


def _is_for_subteam(log: Log, task: Task) -> bool:
    if task.seats:
        log.ring(TeamsBell.SUBTEAM_DUE, task.id)
    return bool(task.seats)


def _attempt(log: Log, task: Task, number: int, *, delay: float = 0.0) -> Attempt:
    """An attempt by the owner that is rung for and not saved yet."""
    agent_id = task.owner.agent_id
    if agent_id is None:
        raise ValueError("only an agent's task has attempts")
    attempt = Attempt(
        task=task,
        number=number,
        agent_id=agent_id,
        origin_id=task.origin_id,
        priority=PRIORITY_RANK[Priority(task.team.goal.priority)],
        not_before=log.now + timedelta(seconds=delay),
    )
    log.ring(TeamsBell.ATTEMPT_READY, attempt.id, delay=delay, about=attempt)
    return attempt


def settle(
    log: Log,
    task: Task,
    state: TaskState,
    *,
    result: str = "",
    failure: str = "",
    checked: CheckOutcome | None = None,
    checked_by: uuid.UUID | None = None,
) -> None:
    """A task ends; what depends on it starts or is skipped, and its conversation is told.

    `checked`: what came of its check; None: nobody looked at it. `checked_by`: the member who did, else the hub.
    """
    lapse_questions(log, task)
    known = known_at_end(log, task, state, checked, checked_by)
    move(log, task, state, result=result, failure=failure[:400], asks=None, **known)
    log.ring(TeamsBell.TASK_SETTLED, task.id)
    for dependant in _left_to_follow(log, task):
        start_if_free(log, dependant)


def cancel(log: Log, tasks: Sequence[Task], reason: str) -> None:
    """Take tasks of one team back that have not settled; the conversation did it, so it need not be told."""
    numbers = {task.number for task in tasks}
    for task in tasks:
        if task.state not in OPEN_TASK:
            continue
        _cancel_attempts(log, task)
        lapse_questions(log, task)
        move(log, task, TaskState.CANCELLED, failure=reason[:400], asks=None, heeded_at=log.now)
        for dependant in _left_to_follow(log, task):
            if dependant.number not in numbers:
                start_if_free(log, dependant)


def _left_to_follow(log: Log, task: Task) -> list[Task]:
    """The tasks that come after one that ends.

    What its agent handed on, and the check of it, is of no use any more and is taken back, nor is leave to tell it what
    came of that.
    """
    handed_on, planned = following_tasks(task)
    taken_back = [child for child in handed_on if child.state in OPEN_TASK]
    for child in handed_on:
        if child in taken_back:
            withdraw(log, child, sentence("The task that it belongs to has ended."))
        else:
            approvals.lapse_of_task(log, child)
    return planned_tasks_after(task) if taken_back else planned


def withdraw(log: Log, task: Task, reason: str) -> None:
    """A person takes a task back; its conversation is told, as of any task that settles."""
    _cancel_attempts(log, task)
    settle(log, task, TaskState.CANCELLED, failure=reason)


def revoke(log: Log, task: Task, why: str) -> None:
    """It may be done no more in whose name it is: whoever is at it is told to leave it, and its conversation hears."""
    _cancel_attempts(log, task, why)
    settle(log, task, TaskState.FAILED, failure=why)


def hand_over(log: Log, task: Task, owner: Member) -> None:
    """Have another agent do a task that has no result; who is at it now is not waited for any more."""
    _take_away(log, task, owner)
    if task.state == TaskState.READY:
        start(log, task, origin=log.by)


def give_to_person(log: Log, task: Task, owner: Member) -> None:
    """Have a person do a task that may begin and has no result: nobody is called, it waits for what they write.

    What the agent that was at it had handed on is of no use to them, and is taken back.
    """
    _take_away(log, task, owner)
    move(log, task, TaskState.WORKING)
    for child in task.delegated.filter(state__in=OPEN_TASK).select_related("owner", "team__goal"):
        withdraw(log, child, sentence("A person does the task that it belongs to."))


def _take_away(log: Log, task: Task, owner: Member) -> None:
    """Let a task be its new owner's; who is at it now is told to leave it."""
    _cancel_attempts(log, task)
    lapse_questions(log, task)
    _stop_check(log, task)
    task.owner = owner
    save_columns(task, "owner")
    if task.state in (TaskState.PLANNED, TaskState.READY):
        tell(log, task)
    else:
        move(log, task, TaskState.READY, failure="", asks=None, heeded_at=None)


def _stop_check(log: Log, task: Task) -> None:
    """What is looked at in its check is nobody's result any more."""
    for check in task.checked_in.filter(state__in=OPEN_TASK).select_related("owner", "team__goal"):
        withdraw(log, check, sentence("The work that it was to look at is done by somebody else."))


def let_answer_go(tasks: Iterable[Task]) -> None:
    """Another task gives the answer from now on: of these tasks none that is open does."""
    for task in tasks:
        if task.is_answer and task.state in OPEN_TASK:
            task.is_answer = False
            save_columns(task, "is_answer")


def lapse_questions(log: Log, task: Task) -> None:
    """Nobody waits any more for what was asked because of this task."""
    if task.is_claimed or task.state in (TaskState.ASKING, TaskState.UNKNOWN, TaskState.HELD):
        questions.lapse_of_task(log, task)
        approvals.lapse_of_task(log, task)


def _cancel_attempts(log: Log, task: Task, why: str = "") -> None:
    """Nobody waits for its calls any more; what they had reserved is free, and a late result is booked as it comes."""
    for attempt in task.attempts.filter(state__in=[AttemptState.READY, AttemptState.RUNNING]):
        limits.settle(log, task.team, Usage(), reserved_tokens=attempt.reserved_tokens)
        attempt.state, attempt.ended_at, attempt.lease_until = AttemptState.CANCELLED, log.now, None
        attempt.reserved_tokens, attempt.failure = 0, why[:400]
        attempt.save(update_fields=["state", "ended_at", "lease_until", "reserved_tokens", "failure"])


def mark_consumed(log: Log, task: Task) -> None:
    """The conversation has taken note that it settled."""
    task.heeded_at = log.now
    save_columns(task, "heeded_at")
    log.unring(TeamsBell.TASK_SETTLED, task.id)
