"""Tasks: given, made ready, settled, taken back, asked about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from apps.agents.domain.calls import Usage
from apps.journal.actions import Log
from apps.journal.bells import Bell, ring
from apps.teams.actions import approvals, questions, spending
from apps.teams.actions.teams import join_agent
from apps.teams.domain.formation import Seat
from apps.teams.domain.states import (
    OPEN_TASK,
    TASK_TRANSITIONS,
    ApprovalKind,
    AttemptState,
    Priority,
    TaskState,
)
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt, Member, Task, Team

PRIORITY_RANK = {Priority.LOW: -1, Priority.NORMAL: 0, Priority.HIGH: 1}
RETRY, ACCEPT, CANCEL = "Retry", "Accept as done", "Cancel"


@dataclass(frozen=True)
class NewTask:
    """A task to add: with its number in the team, the numbers it comes after, and who shall do it (first: owner)."""

    number: int
    title: str
    brief: str
    seats: tuple[Seat, ...]
    as_team: bool
    after: tuple[int, ...]
    needs: tuple[str, ...]
    synchronous: bool
    is_answer: bool
    delegated_by: Task | None = None


def add(log: Log, team: Team, new: Sequence[NewTask], *, turn: int, round_: int, briefed_after: int) -> list[Task]:
    """Save tasks and start those that wait for nothing."""
    tasks = {task.number: task for task in team.tasks.all()}
    added = [_save(log, team, item, turn=turn, round_=round_, briefed_after=briefed_after) for item in new]
    tasks.update((task.number, task) for task in added)
    for item, task in zip(new, added, strict=True):
        if item.after:
            task.depends_on.add(*(tasks[number] for number in item.after))
        _tell(log, task)
    for item, task in zip(new, added, strict=True):
        if item.after:
            _start_if_free(log, task)
        else:
            _make_ready(log, task)
    return added


def _save(log: Log, team: Team, new: NewTask, *, turn: int, round_: int, briefed_after: int) -> Task:
    owner = join_agent(log, team, new.seats[0])
    return Task.objects.create(
        team=team,
        number=new.number,
        round=round_,
        title=new.title,
        brief=new.brief,
        skills=[seat.skill for seat in new.seats if seat.skill],
        needs=list(new.needs),
        owner=owner,
        seats=[seat.model_dump() for seat in new.seats] if new.as_team else [],
        synchronous=new.synchronous,
        is_answer=new.is_answer,
        delegated_by=new.delegated_by,
        assigned_turn=turn,
        briefed_after=briefed_after,
        state=TaskState.PLANNED,
        state_at=log.now,
    )


def _tell(log: Log, task: Task) -> None:
    log.add(
        TeamEvent.TASK_CHANGED,
        team_id=task.team_id,
        task=str(task.id),
        number=task.number,
        title=task.title,
        state=task.state,
        owner=str(task.owner_id),
        failure=task.failure,
    )


def move(log: Log, task: Task, state: TaskState, **fields: object) -> None:
    """Change a task's state and tell of it. Raises ValueError for a change the table does not allow."""
    if state not in TASK_TRANSITIONS[TaskState(task.state)]:
        raise ValueError(f"a task that is {task.state} cannot become {state}")
    task.state, task.state_at = state, log.now
    for name, value in fields.items():
        setattr(task, name, value)
    task.save(update_fields=["state", "state_at", *fields])
    _tell(log, task)


def _start_if_free(log: Log, task: Task) -> None:
    """Start a planned task whose dependencies are done; skip it when one of them never will be."""
    states = list(task.depends_on.values_list("state", "number"))
    failed = [number for state, number in states if state not in OPEN_TASK and state != TaskState.DONE]
    if failed:
        settle(log, task, TaskState.SKIPPED, failure=f"Skipped: it needs task {failed[0]}, which gave no result.")
    elif all(state == TaskState.DONE for state, _ in states):
        _make_ready(log, task)


def _make_ready(log: Log, task: Task) -> None:
    move(log, task, TaskState.READY)
    start(log, task)


def start(log: Log, task: Task, *, delay: float = 0.0) -> None:
    """Have a ready task done: by its sub-team, or by one more attempt of its owner, `delay` seconds from now."""
    if task.seats:
        ring(Bell.SUBTEAM_DUE, task.id)
        return
    agent_id = task.owner.agent_id
    if agent_id is None:
        raise ValueError("only an agent's task has attempts")
    attempt = Attempt.objects.create(
        task=task,
        number=task.attempts.count() + 1,
        agent_id=agent_id,
        priority=PRIORITY_RANK[Priority(task.team.goal.priority)],
        not_before=log.now + timedelta(seconds=delay),
    )
    ring(Bell.ATTEMPT_READY, attempt.id, delay=delay)


def settle(log: Log, task: Task, state: TaskState, *, result: str = "", failure: str = "") -> None:
    """A task ends; what depends on it starts or is skipped, and its conversation is told."""
    _lapse_questions(log, task)
    move(log, task, state, result=result, failure=failure[:400], question="")
    ring(Bell.TASK_SETTLED, task.id)
    _withdraw_delegated(log, task)
    dependants = task.dependants.filter(state=TaskState.PLANNED).select_related("team__goal", "owner")
    for dependant in dependants.order_by("number"):
        _start_if_free(log, dependant)


def cancel(log: Log, team: Team, numbers: Sequence[int], reason: str) -> None:
    """Take tasks back that have not settled; the conversation did it, so it need not be told."""
    for task in team.tasks.filter(number__in=numbers, state__in=[state.value for state in OPEN_TASK]):
        _cancel_attempts(log, task)
        _lapse_questions(log, task)
        move(log, task, TaskState.CANCELLED, failure=reason[:400], question="", heeded_at=log.now)
        _withdraw_delegated(log, task)
        for dependant in task.dependants.filter(state=TaskState.PLANNED).exclude(number__in=numbers):
            _start_if_free(log, dependant)


def _withdraw_delegated(log: Log, task: Task) -> None:
    """What an agent handed on while it worked is of no use once its own work has ended."""
    for child in task.delegated.filter(state__in=[state.value for state in OPEN_TASK]).select_related("team__goal"):
        withdraw(log, child, "The task that it was a part of has ended.")


def withdraw(log: Log, task: Task, reason: str) -> None:
    """A person takes a task back; its conversation is told, as of any task that settles."""
    _cancel_attempts(log, task)
    settle(log, task, TaskState.CANCELLED, failure=reason)


def hand_over(log: Log, task: Task, owner: Member) -> None:
    """Have another agent do a task that has no result; who is at it now is not waited for any more."""
    _cancel_attempts(log, task)
    _lapse_questions(log, task)
    task.owner = owner
    task.save(update_fields=["owner"])
    if task.state == TaskState.PLANNED:
        _tell(log, task)
        return
    if task.state != TaskState.READY:
        move(log, task, TaskState.READY, failure="", question="", heeded_at=None)
    start(log, task)


def _lapse_questions(log: Log, task: Task) -> None:
    if task.state in (TaskState.ASKING, TaskState.UNKNOWN):
        questions.lapse(log, task)
        approvals.lapse_of_task(log, task)


def _cancel_attempts(log: Log, task: Task) -> None:
    """Nobody waits for its calls any more; what they had reserved is free, and a late result is booked as it comes."""
    for attempt in task.attempts.filter(state__in=[AttemptState.READY, AttemptState.RUNNING]):
        spending.settle(log, task.team, Usage(), reserved_tokens=attempt.reserved_tokens)
        attempt.state, attempt.ended_at, attempt.lease_until = AttemptState.CANCELLED, log.now, None
        attempt.reserved_tokens = 0
        attempt.save(update_fields=["state", "ended_at", "lease_until", "reserved_tokens"])


def ask(log: Log, task: Task, question: str) -> None:
    """Its agent, or its sub-team, can't go on without an answer."""
    move(log, task, TaskState.ASKING, question=question[:4000], question_heeded_at=None)
    ring(Bell.AGENT_ASKED, task.id)


def unask(log: Log, task: Task) -> None:
    """Its sub-team has found the answer by itself."""
    _lapse_questions(log, task)
    move(log, task, TaskState.WORKING, question="")


def answer(log: Log, task: Task, text: str) -> None:
    """Give the answer: to an agent that waits for it, else with its next attempt; a sub-team reads it in its room."""
    if task.state != TaskState.ASKING:
        return
    if task.seats or questions.answer(log, task, text):
        move(log, task, TaskState.WORKING, question="")
        return
    move(log, task, TaskState.READY, answer=text, question="")
    start(log, task)


def go_on(log: Log, task: Task) -> None:
    """The work of an agent that had asked in the middle of it ends, or goes on, without an answer."""
    if task.state == TaskState.ASKING and questions.lapse(log, task):
        approvals.lapse_of_task(log, task)
        move(log, task, TaskState.WORKING, question="")


def lose(log: Log, task: Task) -> None:
    """Nobody knows whether the work was done, and doing it twice could do harm: a person decides."""
    move(log, task, TaskState.UNKNOWN)
    question = (
        f"The connection to the agent was lost while it worked on “{task.title}”. It may or may not have been done."
    )
    approvals.ask(log, task.team, ApprovalKind.OUTCOME, question, options=(RETRY, ACCEPT, CANCEL), task=task)


def decide_outcome(log: Log, task: Task, answer_: str) -> None:
    """Carry out what a person decided about a task whose outcome is unknown."""
    if task.state != TaskState.UNKNOWN:
        return
    if answer_ == RETRY:
        move(log, task, TaskState.READY)
        start(log, task)
    elif answer_ == CANCEL:
        settle(log, task, TaskState.CANCELLED, failure="Cancelled by a person; its outcome was unknown.")
    else:
        settle(log, task, TaskState.DONE, result="Accepted as done by a person; its outcome was unknown.")


def heed(log: Log, task: Task) -> None:
    """The conversation has taken note that it settled."""
    task.heeded_at = log.now
    task.save(update_fields=["heeded_at"])


def heed_question(log: Log, task: Task) -> None:
    """The conversation has taken note of its question."""
    task.question_heeded_at = log.now
    task.save(update_fields=["question_heeded_at"])


def tell_unstarted(team: Team, words: str) -> None:
    """Add to the brief of every task that no agent has begun."""
    for task in team.tasks.filter(state__in=[TaskState.PLANNED, TaskState.READY]):
        task.brief = f"{task.brief}\n\n{words}"
        task.save(update_fields=["brief"])
