"""Saving what is said, numbered without gaps, embedded as it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.agents import queries as agents
from apps.chat.actions.scene import Scene
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.events import ChatEvent
from apps.chat.models import Message
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import Artifact, Task
from apps.teams.queries.work import artifacts_of


@dataclass(frozen=True)
class Line:
    """What is said. `member` None: the hub says it. `voice`: what spoke for the member, empty for itself."""

    kind: MessageKind
    text: str
    member: Seated | None = None
    voice: str = ""
    data: Mapping[str, object] = field(default_factory=dict)
    task_number: int | None = None
    next_speaker: str = ""
    delivery: Delivery = Delivery.NEXT_TURN


def save(scene: Scene, line: Line) -> Message:
    """Add a line to the room and tell of it."""
    row = scene.conversation
    row.last_number += 1
    (vector,) = agents.embed([line.text])
    message = Message(
        conversation=row,
        number=row.last_number,
        round=row.round,
        kind=line.kind,
        member_id=line.member.id if line.member else None,
        text=line.text,
        data=dict(line.data),
        task_number=line.task_number,
        next_speaker=line.next_speaker[:60],
        voice=line.voice[:40],
        delivery=line.delivery,
        created_at=scene.log.now,
        vector=vector,
    )
    message.event_seq = _tell(scene, message, line)
    message.save(force_insert=True)
    row.save(update_fields=["last_number"])
    return message


def _tell(scene: Scene, message: Message, line: Line) -> int:
    return scene.log.add(
        ChatEvent.MESSAGE_ADDED,
        actor=line.member.handle if line.member else "",
        team_id=scene.team.id,
        message=str(message.id),
        number=message.number,
        kind=message.kind,
        round=message.round,
        text=message.text,
        task=message.task_number,
    )


def last_question(scene: Scene, task: int | None) -> Message | None:
    """The newest question of this round about a task, or of the floor."""
    row = scene.conversation
    asked = row.messages.filter(kind=MessageKind.QUESTION, task_number=task, round=row.round)
    return asked.order_by("-number").first()


def mark_read(scene: Scene, up_to: int, turn: int) -> None:
    """Note which turn read the messages up to a number; notes are for people and are never read."""
    row = scene.conversation
    unread = row.messages.filter(number__lte=up_to, read_in_turn=None).exclude(delivery=Delivery.NOTE)
    numbers = list(unread.order_by("number").values_list("number", flat=True))
    if not numbers:
        return
    unread.update(read_in_turn=turn)
    row.read_number = up_to
    row.save(update_fields=["read_number"])
    scene.log.add(ChatEvent.MESSAGES_READ, team_id=scene.team.id, numbers=numbers, turn=turn)


def files_data(task: Task) -> list[dict[str, object]]:
    """The files of a task's result, as a message's data names them."""
    return [_file(artifact) for artifact in artifacts_of([task.id])[task.id]]


def all_files_data(tasks: Sequence[Task]) -> list[dict[str, object]]:
    """The files of all these tasks, one of a name."""
    of_tasks = artifacts_of(task.id for task in tasks)
    newest = {artifact.name: artifact for files in of_tasks.values() for artifact in files}
    return [_file(artifact) for artifact in newest.values()]


def _file(artifact: Artifact) -> dict[str, object]:
    return {
        "id": str(artifact.id),
        "name": artifact.name,
        "media_type": artifact.media_type,
        "size": artifact.size,
    }
