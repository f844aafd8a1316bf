"""A task that can't go on: its agent asked, or nobody knows what came of it."""

import uuid
from collections.abc import Collection

from apps.journal.actions import Log
from apps.teams.actions import approvals, questions, tasks
from apps.teams.bells import TeamsBell
from apps.teams.domain.states import ApprovalKind, TaskState
from apps.teams.models import Task

RETRY, ACCEPT, CANCEL = "Retry", "Accept as done", "Cancel"


def ask(log: Log, task: Task, question: str) -> None:
    """Its agent, or its sub-team, can't go on without an answer."""
    tasks.move(log, task, TaskState.ASKING, question=question[:4000], question_heeded_at=None)
    log.ring(TeamsBell.AGENT_ASKED, task.id)


def unask(log: Log, task: Task) -> None:
    """Its sub-team has found the answer by itself."""
    tasks.lapse_questions(log, task)
    tasks.move(log, task, TaskState.WORKING, question="")


def answer(log: Log, task: Task, text: str, *, heard: Collection[uuid.UUID] = ()) -> None:
    """Give the answer: to an agent that waits for it, else with its next attempt; a sub-team reads it in its room.

    `heard`: the agents whose words it is made of.
    """
    if task.state != TaskState.ASKING:
        return
    task.heard = sorted({*task.heard, *map(str, heard)})
    if task.seats or questions.answer(log, task, text):
        tasks.move(log, task, TaskState.WORKING, question="", heard=task.heard)
        return
    tasks.move(log, task, TaskState.READY, answer=text, question="", heard=task.heard)
    tasks.start(log, task)


def go_on(log: Log, task: Task) -> None:
    """The work of an agent that had asked in the middle of it ends, or goes on, without an answer."""
    if task.state == TaskState.ASKING and questions.lapse(log, task):
        approvals.lapse_of_task(log, task)
        tasks.move(log, task, TaskState.WORKING, question="")


def lose(log: Log, task: Task, why: str) -> None:
    """Nobody knows whether the work was done, and doing it twice could do harm: a person decides. `why`: a sentence."""
    tasks.move(log, task, TaskState.UNKNOWN)
    question = f"“{task.title}” may or may not have been done, and doing it twice could do harm. {why}"
    approvals.ask(log, task.team, ApprovalKind.OUTCOME, question, options=(RETRY, ACCEPT, CANCEL), task=task)


def decide_outcome(log: Log, task: Task, answer_: str) -> None:
    """Carry out what a person decided about a task whose outcome is unknown."""
    if task.state != TaskState.UNKNOWN:
        return
    if answer_ == RETRY:
        tasks.move(log, task, TaskState.READY)
        tasks.start(log, task)
    elif answer_ == CANCEL:
        tasks.settle(log, task, TaskState.CANCELLED, failure="Cancelled by a person; its outcome was unknown.")
    else:
        tasks.settle(log, task, TaskState.DONE, result="Accepted as done by a person; its outcome was unknown.")


def mark_question_consumed(log: Log, task: Task) -> None:
    """The conversation has taken note of its question."""
    task.question_heeded_at = log.now
    task.save(update_fields=["question_heeded_at"])
