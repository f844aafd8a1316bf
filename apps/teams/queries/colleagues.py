"""What became of what working agents asked their colleagues, or handed on to them."""

import uuid
from dataclasses import dataclass

from apps.accounts.domain.errors import NotFound
from apps.teams.domain.states import DENY, SETTLED_TASK, ApprovalKind, QuestionState, TaskState
from apps.teams.models import Artifact, Question, Task
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS
from apps.teams.queries.task_tokens import Caller
from apps.teams.queries.work import artifacts_of


@dataclass(frozen=True)
class Asked:
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
    """What became so far of a task that was handed on. `agent`: the handle of who does it."""

    id: uuid.UUID
    agent: str
    state: TaskState
    result: str
    failure: str
    denied: bool
    files: tuple[Artifact, ...]

    @property
    def settled(self) -> bool:
        """Whether nothing more will come of it."""
        return self.state in SETTLED_TASK


def question_of(caller: Caller, question_id: uuid.UUID) -> Asked:
    """Give what became of a question of the caller's task. Raises NotFound."""
    row = Question.objects.filter(id=question_id, task_id=caller.task_id).first()
    if row is None:
        raise NotFound("This task has asked no such question.")
    return Asked(row.id, QuestionState(row.state), row.answer)


def handed_on_by(caller: Caller, task_id: uuid.UUID) -> HandedOn:
    """Give what became of a task that the caller's handed on. Raises NotFound."""
    rows = Task.objects.select_related("owner__agent").defer(*WITHOUT_VECTORS)
    task = rows.filter(id=task_id, delegated_by=caller.task_id).first()
    if task is None or task.owner.agent is None:
        raise NotFound("This task has handed on no such task.")
    files = artifacts_of([task])[task.id] if task.state == TaskState.DONE else []
    denied = task.state == TaskState.FAILED and task.approvals.filter(kind=ApprovalKind.PERMIT, answer=DENY).exists()
    return HandedOn(
        task.id, task.owner.agent.handle, TaskState(task.state), task.result, task.failure, denied, tuple(files)
    )


def file_handed_on(caller: Caller, artifact_id: uuid.UUID) -> Artifact:
    """Give a file of a task that the caller's handed on. Raises NotFound."""
    artifact = Artifact.objects.filter(id=artifact_id, task__delegated_by=caller.task_id).select_related("blob").first()
    if artifact is None:
        raise NotFound("No task that this one handed on has made such a file.")
    return artifact
