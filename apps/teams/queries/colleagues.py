"""What became of what working agents asked their colleagues, or handed on to them."""

import uuid
from dataclasses import dataclass

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.queries import require_scope
from apps.core.sentences import sentence
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.states import DENIALS, SETTLED_TASK, SUGGEST, ApprovalKind, TaskState
from apps.teams.models import FileVersion, Question, Task
from apps.teams.queries.access import task_visible_to
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS
from apps.teams.queries.decisions import decider_of
from apps.teams.queries.disclosure import Disclosure, denial_in_words, disclosure_of, is_waiting_for_permit
from apps.teams.queries.task_tokens import Caller
from apps.teams.queries.versions import versions_of

_UNBEGUN = sentence("It is done once a person has permitted it.")


@dataclass(frozen=True)
class ColleagueQuestion:
    """What became of a question so far."""

    id: uuid.UUID
    state: QuestionState
    answer: str

    @property
    def settled(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state is not QuestionState.OPEN


@dataclass(frozen=True)
class HandedOn:
    """What an agent at work may know of a task that it handed on. `agent`: the handle of who does it.

    `reason`: why it is held; `unasked`: it is held back, and no person has been asked for leave yet.
    """

    id: uuid.UUID
    agent: str
    state: TaskState
    result: str = ""
    failure: str = ""
    denied: bool = False
    files: tuple[FileVersion, ...] = ()
    reason: str = ""
    unasked: bool = False

    @property
    def settled(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in SETTLED_TASK


def question_of(caller: Caller, question_id: uuid.UUID) -> ColleagueQuestion:
    """Give what became of a question of the caller's task. Raises NotFound."""
    row = Question.objects.filter(id=question_id, task_id=caller.task_id).first()
    if row is None:
        raise NotFound("This task has asked no such question.")
    return ColleagueQuestion(row.id, QuestionState(row.state), row.answer)


def handover_of(caller: Caller, task_id: uuid.UUID) -> HandedOn:
    """Give what the caller may be told of a task that its own handed on. Raises NotFound."""
    told = disclosure_of_handover(caller, task_id)
    task, agent = told.task, _handle(told.task)
    if told.waits:
        unasked = not is_waiting_for_permit(task, told.digest)
        return HandedOn(task.id, agent, TaskState.HELD, reason=told.reason, unasked=unasked)
    if not told.may:
        denied = bool(told.denial)
        return HandedOn(task.id, agent, TaskState.FAILED, failure=told.reason, denied=denied)
    reason = _UNBEGUN if task.state == TaskState.HELD else ""
    state, denied = TaskState(task.state), _is_denied(task)
    return HandedOn(task.id, agent, state, task.result, _failure(task), denied, told.files, reason)


def handover_as_person(actor: Actor, task_id: uuid.UUID) -> HandedOn:
    """The same for a program that acts for a person who may read all of it anyway: nobody is asked for leave.

    Raises NotFound, and Forbidden where the program's token does not let it read.
    """
    require_scope(actor, Scope.READ)
    task = task_visible_to(actor, task_id)
    files = tuple(versions_of([task])[task.id]) if task.state == TaskState.DONE else ()
    reason = _UNBEGUN if task.state == TaskState.HELD else ""
    state = TaskState(task.state)
    return HandedOn(task.id, _handle(task), state, task.result, _failure(task), _is_denied(task), files, reason)


def disclosure_of_handover(caller: Caller, task_id: uuid.UUID) -> Disclosure:
    """Give what would be told of a task that the caller's handed on, as it is judged now. Raises NotFound."""
    rows = Task.objects.select_related("team__goal", "delegated_by__team__goal", "owner__agent").defer(*WITHOUT_VECTORS)
    task = rows.filter(id=task_id, delegated_by=caller.task_id).first()
    if task is None or task.owner.agent is None:
        raise NotFound("This task has handed on no such task.")
    return disclosure_of(caller, task)


def _handle(task: Task) -> str:
    return task.owner.agent.handle if task.owner.agent else ""


def _is_denied(task: Task) -> bool:
    """Whether it was not done because a person said no."""
    denials = task.approvals.filter(kind=ApprovalKind.PERMIT, answer__in=DENIALS)
    return task.state == TaskState.FAILED and denials.exists()


def _failure(task: Task) -> str:
    """Why it failed; of a suggestion of what to do instead all of it, however long."""
    if task.state != TaskState.FAILED:
        return task.failure
    suggested = task.approvals.filter(kind=ApprovalKind.PERMIT, answer=SUGGEST).order_by("decided_at").last()
    if suggested is None:
        return task.failure
    return denial_in_words(suggested.answer, decider_of(suggested), suggested.reason)


def handover_file(caller: Caller, artifact_id: uuid.UUID) -> FileVersion:
    """Give a file of a task that the caller's handed on. Raises NotFound, and Forbidden where it may not be told."""
    artifact = (
        FileVersion.objects.filter(id=artifact_id, task__delegated_by=caller.task_id)
        .select_related("blob", "file")
        .first()
    )
    if artifact is None or artifact.task_id is None:
        raise NotFound("No task that this one handed on has made such a file.")
    told = disclosure_of_handover(caller, artifact.task_id)
    if not told.may:
        raise Forbidden(told.reason)
    return artifact
