"""A round of a goal as a task of A2A: its state, its history, what it made, and what it asks."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Self
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.api.a2a.errors import no_task
from apps.api.a2a.peers import A2APeer, is_told
from apps.chat.domain.states import MessageKind
from apps.chat.queries.goals import goal_card
from apps.chat.queries.rounds import RoundLine, conclusion_of_round, current_round, lines_of_round
from apps.files.queries.contents import stored_content
from apps.journal.queries import last_seq
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.states import ApprovalKind, GoalOutcome
from apps.teams.queries.access import artifact_visible_to, goal_visible_to
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.facts import FileFacts
from apps.teams.queries.goals import ending_of
from apps.teams.queries.lists import pending_approvals_after
from apps.teams.queries.rows import Goal
from apps.teams.queries.trees import files_of

MOST_LINES = 100
"""Of a task's history; the room has all of it."""

MOST_INLINE = 1024 * 1024
"""Bytes of a file that comes within a task; a larger one is fetched over REST, with the same token."""

MOST_INLINE_IN_ALL = 4 * MOST_INLINE
MOST_WAITING = 20


class A2AState(StrEnum):
    """Where a task stands, as A2A has it."""

    WORKING = "working"
    INPUT_REQUIRED = "input-required"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"

    @property
    def is_terminal(self) -> bool:
        """Whether nothing more comes of it."""
        return self in (A2AState.COMPLETED, A2AState.FAILED, A2AState.CANCELED)


ENDS = {
    GoalOutcome.RUNNING: A2AState.WORKING,
    GoalOutcome.DONE: A2AState.COMPLETED,
    GoalOutcome.PARTIAL: A2AState.COMPLETED,
    GoalOutcome.FAILED: A2AState.FAILED,
    GoalOutcome.STOPPED: A2AState.CANCELED,
}


@dataclass(frozen=True)
class TaskRef:
    """Which round of which goal."""

    goal_id: UUID
    round: int = 1

    @property
    def id(self) -> str:
        """What the task is called: the first round like its goal."""
        return str(self.goal_id) if self.round == 1 else f"{self.goal_id}.{self.round}"

    @classmethod
    def read(cls, name: str) -> Self:
        """From what a client calls it. Raises A2ARefusal for what can be no task's name."""
        goal, _, number = name.removeprefix("tasks/").partition(".")
        try:
            ref = cls(UUID(goal), int(number or 1))
        except ValueError:
            raise no_task() from None
        if ref.id != name.removeprefix("tasks/"):
            raise no_task()
        return ref


@dataclass(frozen=True)
class MadeArtifact:
    """What a task gave: words, or a file by its content or its address."""

    id: str
    name: str
    media_type: str
    text: str | None = None
    content: bytes | None = None
    url: str = ""


@dataclass(frozen=True)
class A2ATask:
    """A task. `says`: what its status tells; `at`: since when it has its state; `waiting`: what it asks first.

    `generation`: the number of the goal's newest event; 0: of a round that others followed. `asks`: all that it asks.
    `room`: of the goal's team, for the hub that gave it.
    """

    ref: TaskRef
    state: A2AState
    at: datetime
    says: str = ""
    waiting: ApprovalFacts | None = None
    artifacts: tuple[MadeArtifact, ...] = ()
    history: tuple[RoundLine, ...] = ()
    tokens: int = 0
    money: float = 0.0
    partial: bool = False
    generation: int = 0
    asks: tuple[ApprovalFacts, ...] = ()
    room: ForeignRoom | None = None


def goal_of_task(actor: Actor, peer: A2APeer, ref: TaskRef) -> Goal:
    """The goal behind a task. Raises A2ARefusal where this peer has none of this name, for this actor.

    A token that may run and not read finds what its person gave, and nothing else.
    """
    try:
        goal = goal_visible_to(actor, ref.goal_id)
    except NotFound:
        raise no_task() from None
    if not is_told(actor, goal) or not peer.has(goal) or not 1 <= ref.round <= current_round(ref.goal_id):
        raise no_task()
    return goal


def read_task(
    actor: Actor,
    ref: TaskRef,
    *,
    lines: int = MOST_LINES,
    with_artifacts: bool = True,
    inline: int = MOST_INLINE_IN_ALL,
) -> A2ATask:
    """Where a task stands; the caller has proved that it may be seen.

    `lines`: of its history, at most; `inline`: bytes of files that come within it, at most.
    """
    task = _bare_task(actor, ref)
    made = tuple(_artifacts(actor, task, inline)) if with_artifacts and task.state is A2AState.COMPLETED else ()
    history = lines_of_round(ref.goal_id, ref.round, min(lines, MOST_LINES)) if lines else []
    return replace(task, artifacts=made, history=tuple(history))


def _bare_task(actor: Actor, ref: TaskRef) -> A2ATask:
    """Its status alone."""
    if ref.round < current_round(ref.goal_id):
        return _earlier_round(ref)
    generation = last_seq(ref.goal_id)  # read first: what is told may be newer, never older
    ending, card = ending_of(ref.goal_id), goal_card(ref.goal_id, timezone.now())
    task = A2ATask(ref, A2AState.WORKING, card.since, tokens=card.spent.tokens, money=card.spent.money)
    task = replace(task, generation=generation)
    if ending is not None:
        partial = ending.outcome is GoalOutcome.PARTIAL
        return replace(task, state=ENDS[ending.outcome], says=ending.conclusion, partial=partial)
    asks = waiting_for_program(actor, ref.goal_id)
    if not asks:
        return task
    first = asks[0]
    state, says = A2AState.INPUT_REQUIRED, question_text(first)
    return replace(task, state=state, at=first.asked_at, says=says, waiting=first, asks=asks)


def _earlier_round(ref: TaskRef) -> A2ATask:
    """A round that others followed: it has its answer, or it ended without one."""
    answer = conclusion_of_round(ref.goal_id, ref.round)
    if answer is not None:
        return A2ATask(ref, A2AState.COMPLETED, answer.at, answer.text)
    last = lines_of_round(ref.goal_id, ref.round, 1)
    state = A2AState.FAILED if last and last[-1].kind is MessageKind.FAILURE else A2AState.CANCELED
    return A2ATask(ref, state, last[-1].at if last else timezone.now(), last[-1].text if last else "")


def waiting_for_program(actor: Actor, goal_id: UUID) -> tuple[ApprovalFacts, ...]:
    """What the goal asks people of what a program may answer, what was asked first before the rest."""
    rows = pending_approvals_after(actor.workspace_id, goal_id, None, MOST_WAITING)
    return tuple(row for row in rows if row.kind is not ApprovalKind.PERMIT)


def question_text(waiting: ApprovalFacts) -> str:
    """A question with the answers that are offered."""
    if not waiting.choices:
        return waiting.question
    return f"{waiting.question}\n\nAnswers: {'; '.join(waiting.choices)}"


def _artifacts(actor: Actor, task: A2ATask, left: int) -> "list[MadeArtifact]":
    """The answer, and with the latest round the files that were made for it."""
    found = [MadeArtifact("answer", "answer", "text/markdown", text=task.says)]
    if task.ref.round < current_round(task.ref.goal_id):
        return found
    for file in files_of(task.ref.goal_id):
        if file.is_current and file.role is FileRole.RESULT and file.task_number is not None:
            inline = file.size <= min(MOST_INLINE, left)
            left -= file.size if inline else 0
            found.append(_file(actor, file, inline=inline))
    return found


def _file(actor: Actor, file: FileFacts, *, inline: bool) -> MadeArtifact:
    if inline:
        body = b"".join(stored_content(artifact_visible_to(actor, file.id).blob).chunks())
        return MadeArtifact(str(file.id), file.name, file.media_type, content=body)
    url = settings.IOA_PUBLIC_URL + reverse("api:get_file", args=[file.id])
    return MadeArtifact(str(file.id), file.name, file.media_type, url=url)
