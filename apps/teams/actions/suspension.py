"""A task that can't go on: its agent asked, or nobody knows what came of it."""

import uuid

from apps.core.sentences import sentence
from apps.journal.actions import Log
from apps.teams.actions import approvals, questions, tasks
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import leave_unchecked
from apps.teams.domain.questions import FREELY, GivenAnswer, QuestionTerms
from apps.teams.domain.states import ApprovalKind, AttemptState, TaskState
from apps.teams.models import Attempt, Question, Task
from apps.teams.queries.repeatability import is_found_again

RETRY, ACCEPT, CANCEL = "Retry", "Accept as done", "Cancel"
ACCEPTED = sentence("Accepted as done by a person; its outcome was unknown.")


def ask(log: Log, attempt: Attempt, text: str, *, in_call: bool = False, terms: QuestionTerms = FREELY) -> Question:
    """Its agent can't go on without an answer. `in_call`: it waits in the middle of its call, which else has ended."""
    task, by = attempt.task, attempt.task.owner_id
    question = questions.ask(log, task.team, text, member=by, task=task, attempt=attempt, in_call=in_call, terms=terms)
    _suspend(log, task, question)
    return question


def ask_above(log: Log, task: Task, text: str, *, by: uuid.UUID | None, question: Question | None) -> None:
    """Its sub-team can't go on without an answer. `question`: of one of the sub-team's tasks, which it passes on."""
    if question is None:
        question = questions.ask(log, task.team, text, member=by, task=task)
    else:
        questions.pass_up(log, question, task, by=by, wording=text)
    _suspend(log, task, question)


def _suspend(log: Log, task: Task, question: Question) -> None:
    tasks.move(log, task, TaskState.ASKING, asks=question, question_heeded_at=None)
    log.ring(TeamsBell.AGENT_ASKED, task.id)


def unask(log: Log, task: Task) -> None:
    """Its sub-team has found the answer by itself, or asks anew."""
    tasks.lapse_questions(log, task)
    if task.asks is not None and task.asks.task_id != task.id:
        questions.take_back(log, task.asks)
    tasks.move(log, task, TaskState.WORKING, asks=None)


def answer(log: Log, task: Task, given: GivenAnswer) -> None:
    """Give the answer: to an agent that waits for it, else with its next attempt; a sub-team reads it in its room."""
    asked = task.asks
    if task.state != TaskState.ASKING or asked is None:
        return
    task.heard = sorted({*task.heard, *map(str, given.heard)})
    if asked.task_id != task.id:  # one of its sub-team's: answered where it was asked
        tasks.move(log, task, TaskState.WORKING, asks=None, heard=task.heard)
        return
    waits = _in_hand(task) if asked.in_call else None
    begun = task.seats or (waits is not None and waits.state == AttemptState.RUNNING)
    tasks.move(log, task, TaskState.WORKING if begun else TaskState.READY, asks=None, heard=task.heard)
    questions.answer(log, asked, given, waits if waits or task.seats else tasks.start(log, task))


def _in_hand(task: Task) -> Attempt | None:
    """The attempt that is at a task, or goes on with what another was at."""
    return task.attempts.filter(state__in=[AttemptState.READY, AttemptState.RUNNING]).first()


def go_on(log: Log, task: Task) -> None:
    """The work of an agent that had asked in the middle of it ends, or goes on, without an answer."""
    if task.state == TaskState.ASKING:
        tasks.lapse_questions(log, task)
        tasks.move(log, task, TaskState.WORKING, asks=None)


def needs_answer(attempt: Attempt) -> bool:
    """Whether a call that was cut asked something, and would be begun anew."""
    return attempt.task.state == TaskState.ASKING and not is_found_again(attempt)


def begin_again(log: Log, lost: Attempt) -> None:
    """What asked in its call goes on asking; a call that would be begun anew waits for the answer first."""
    task = lost.task
    if task.asks is not None and needs_answer(lost):
        questions.leave_call(task.asks)
        return
    if task.state != TaskState.ASKING:
        tasks.move(log, task, TaskState.READY)
    tasks.start(log, task)


def lose(log: Log, task: Task, why: str) -> None:
    """Nobody knows whether the work was done, and doing it twice could do harm: a person decides. `why`: a sentence."""
    go_on(log, task)
    tasks.move(log, task, TaskState.UNKNOWN, failure=why[:400])
    question = sentence(
        "“{title}” may or may not have been done, and doing it twice could do harm. {why}", title=task.title, why=why
    )
    approvals.ask(log, task.team, ApprovalKind.OUTCOME, question, options=(RETRY, ACCEPT, CANCEL), task=task)


def decide_outcome(log: Log, task: Task, answer_: str) -> None:
    """Carry out what a person decided about a task whose outcome is unknown."""
    if task.state != TaskState.UNKNOWN:
        return
    if answer_ == RETRY:
        tasks.move(log, task, TaskState.READY, failure="")
        tasks.start(log, task, origin=log.by)
    elif answer_ == CANCEL:
        tasks.settle(
            log, task, TaskState.CANCELLED, failure=sentence("Cancelled by a person; its outcome was unknown.")
        )
    else:
        tasks.settle(log, task, TaskState.DONE, result=ACCEPTED, checked=leave_unchecked(ACCEPTED))


def mark_question_consumed(log: Log, task: Task) -> None:
    """The conversation has taken note of its question."""
    task.question_heeded_at = log.now
    task.save(update_fields=["question_heeded_at"])
