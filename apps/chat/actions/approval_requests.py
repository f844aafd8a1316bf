"""What a conversation puts to people, and what nobody need decide any more."""

import uuid

from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.domain.machine.effects import ApprovalScope, OpenApproval
from apps.teams.actions import approvals, questions
from apps.teams.domain.questions import ANYBODY, PEOPLE
from apps.teams.domain.states import APPROVE, DENY, ApprovalKind
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import Task


def open_approval(scene: Scene, asked: OpenApproval, speaker: Seated | None) -> None:
    """Ask a person; the question in the room, if there is one, becomes the place to answer."""
    if asked.task is not None:
        put = _put_to_people(scene, asked, scene.task(asked.task), speaker)
    elif asked.kind is ApprovalKind.QUESTION:
        put = questions.ask_people(
            scene.log, scene.team, asked.question, asked.options, speaker.id if speaker else None
        )
    else:
        put = approvals.ask(scene.log, scene.team, asked.kind, asked.question, options=asked.options).id
    if asked.kind in (ApprovalKind.QUESTION, ApprovalKind.APPROVAL):
        messages.name_place_to_answer(scene, asked.task, put)


def _put_to_people(scene: Scene, asked: OpenApproval, task: Task, speaker: Seated | None) -> uuid.UUID:
    """An agent's question goes on to people, for yes or no where it is put like that."""
    if task.asks is None:
        raise ValueError("only a task that asks has a question to pass on")
    yes_or_no = (APPROVE, DENY) if asked.kind is ApprovalKind.APPROVAL else ()
    hop = questions.put_to_people(
        scene.log,
        task.asks,
        task,
        by=speaker.id if speaker and asked.people_only else None,
        wording=asked.question,
        options=asked.options or yes_or_no,
        put_to=PEOPLE if asked.people_only and task.asks.addressees == ANYBODY else None,
    )
    return hop.id


def lapse_approvals(scene: Scene, scope: ApprovalScope, number: int | None) -> None:
    """Nobody need decide any more what was asked of people: of all, of the floor, of limits or of a task."""
    match scope:
        case ApprovalScope.ALL:
            approvals.lapse(scene.log, scene.team)
        case ApprovalScope.FLOOR:
            approvals.lapse_of_floor(scene.log, scene.team)
        case ApprovalScope.LIMIT:
            approvals.lapse_of_limit(scene.log, scene.team)
        case ApprovalScope.TASK if number is not None:
            approvals.lapse_of_task(scene.log, scene.task(number))
