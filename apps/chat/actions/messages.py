"""Saving what is said, numbered without gaps; and whose words an answer is made of."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from django.db.models import QuerySet

from apps.chat.actions.new_messages import UnfinishedMessage, render_read
from apps.chat.actions.scene import Scene
from apps.chat.domain.machine.effects import Post
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.receipts import Deed
from apps.chat.domain.states import OWN_VOICE, Delivery, MessageKind
from apps.chat.domain.utterances import Say, Utterance
from apps.chat.events import ChatEvent
from apps.chat.models import Message
from apps.chat.queries.briefing import heard_in
from apps.core.updates import save_columns
from apps.journal.queries.compiled import KeyedQuery
from apps.teams.domain.questions import GivenAnswer
from apps.teams.queries.authority import may_be_told
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import FileVersion, Task
from apps.teams.queries.versions import current_of, versions_of


@dataclass(frozen=True)
class NewMessage:
    """What is said. `member` None: the hub says it. `voice`: what spoke for the member, empty for itself.

    `origin`: of the person who says it; `begins_chain`: tasks that come of it begin there; `id`: of the message, where
    it is known before.
    """

    kind: MessageKind
    text: str
    member: Seated | None = None
    voice: str = ""
    data: Mapping[str, object] = field(default_factory=dict)
    task_number: int | None = None
    next_speaker: str = ""
    delivery: Delivery = Delivery.NEXT_TURN
    origin: uuid.UUID | None = None
    begins_chain: bool = False
    id: uuid.UUID | None = None


def save(scene: Scene, line: NewMessage) -> Message:
    """Add a line to the room and tell of it; it is written when the scene closes."""
    row = scene.conversation
    row.last_number += 1
    scene.changed("last_number")
    task = scene.task(line.task_number) if line.task_number is not None else None
    message = Message(
        conversation=row,
        number=row.last_number,
        round=row.round,
        kind=line.kind,
        member_id=line.member.id if line.member else None,
        said_as=line.member.name[:160] if line.member else "",
        text=line.text,
        data=dict(line.data),
        task_number=line.task_number,
        next_speaker=line.next_speaker[:60],
        voice=line.voice[:40],
        delivery=line.delivery,
        origin_id=line.origin or (task.origin_id if task else row.origin_id),
        begins_chain=line.begins_chain,
        created_at=scene.log.now,
        **({"id": line.id} if line.id else {}),
    )
    message.event_seq = _tell(scene, message, line, task)
    scene.said.append(message)
    return message


def _tell(scene: Scene, message: Message, line: NewMessage, task: Task | None) -> int:
    place = chain_of_team(scene.team, message.member_id)
    return scene.log.add(
        ChatEvent.MESSAGE_ADDED,
        replace(place, origin=message.origin_id, task=task.id if task else None),
        actor=line.member.handle if line.member else "",
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
    for message in reversed(scene.said):
        if message.kind == MessageKind.QUESTION and message.task_number == task:
            return message
    asked = row.messages.filter(kind=MessageKind.QUESTION, task_number=task, round=row.round)
    return asked.order_by("-number").first()


def name_place_to_answer(scene: Scene, task: int | None, put: uuid.UUID) -> None:
    """The question in the room, if there is one, becomes the place to answer what was put to people under this id."""
    question = last_question(scene, task)
    if question is None:
        return
    question.data = {**question.data, "approval": str(put)}
    if question not in scene.said:
        question.save(update_fields=["data"])


def _unread(rooms: list[uuid.UUID]) -> "QuerySet[Message]":
    rows = Message.objects.filter(conversation__any_of=rooms, read_in_turn=None).exclude(delivery=Delivery.NOTE)
    words = ("kind", "member", "text", "html_version")
    return rows.only("conversation", "number", "begins_chain", "origin_id", "deed", *words).order_by("number")


_UNREAD = KeyedQuery(_unread, attrgetter("conversation_id"))


def read_unread_ahead(rooms: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what `mark_read` asks for, for the steps of many rooms: room -> stream."""
    _UNREAD.read_ahead(rooms)


def mark_read(scene: Scene, up_to: int, turn: int) -> list[Message]:
    """Note which turn read the messages up to a number, and give them; notes are for people and are never read.

    What the room does from now on is done in the name of the person whose words were read last.
    """
    row = scene.conversation
    read = [message for message in _UNREAD.of(row.id) if message.number <= up_to]
    if not read:
        return []
    for message in read:
        message.read_in_turn = turn
        save_columns(message, "read_in_turn")
    render_read([UnfinishedMessage(one, scene.is_by_person(one), is_new=False) for one in read])
    row.read_number = up_to
    begun = (message.origin_id for message in reversed(read) if message.begins_chain and message.origin_id)
    row.origin_id = next(begun, row.origin_id)
    scene.changed("read_number", "origin")
    scene.log.add(ChatEvent.MESSAGES_READ, scene.chain, numbers=[message.number for message in read], turn=turn)
    return read


def note_deed(scene: Scene, messages: Sequence[Message], deed: Deed, seq: int | None = None) -> None:
    """Note what was done because of what people said. `seq`: see `Message.deed_seq`."""
    for message in messages:
        message.deed, message.deed_seq = deed, seq
        if message not in scene.said:
            save_columns(message, "deed", "deed_seq")
    scene.log.add(
        ChatEvent.MESSAGES_ACTED_ON, scene.chain, numbers=[message.number for message in messages], deed=deed, seq=seq
    )


Files = list[dict[str, object]]
"""Files as a message's data names them."""


def files_data(scene: Scene, task: Task) -> Files:
    """The files of a task's result."""
    return [file_data(version) for version in versions_of([task], has_files=scene.conversation.has_files)[task.id]]


def files_of_conclusion(scene: Scene, task: Task | None) -> tuple[Files, Files]:
    """The files of the task whose result is the answer, and those of all others: of each what is current now."""
    of_tasks = versions_of(scene.tasks, has_files=scene.conversation.has_files)
    answer = {version.file_id for version in of_tasks[task.id]} if task else set()
    current = current_of([version for versions in of_tasks.values() for version in versions])
    first = [file_data(version) for version in current if version.file_id in answer]
    return first, [file_data(version) for version in current if version.file_id not in answer]


def file_data(version: FileVersion) -> dict[str, object]:
    """A file as a message's data names it."""
    return {"id": str(version.id), "name": version.name, "media_type": version.media_type, "size": version.size}


def post(scene: Scene, said: Post, speaker: Seated | None) -> None:
    """Save a line of the conversation, with what belongs to its kind."""
    task = scene.task(said.task) if said.task is not None else None
    member = speaker if said.by_speaker else None
    if said.by_owner and task is not None:
        member = scene.member_with_id(task.owner_id)
    line = NewMessage(
        said.kind,
        said.text,
        member=member,
        voice=scene.voice if said.by_speaker else "",
        data=_data(scene, said, task) | _instead(scene, said),
        task_number=said.task,
        next_speaker=said.next_speaker,
    )
    save(scene, line)


def _instead(scene: Scene, said: Post) -> dict[str, object]:
    return {"because": scene.because} if said.by_speaker and scene.because else {}


def set_plan(scene: Scene, lines: tuple[str, ...]) -> None:
    """Replace the shared plan, where the goal has one."""
    if not scene.goal.shares_plan:
        return
    row = scene.conversation
    row.plan = list(lines)
    row.plan_version += 1
    scene.changed("plan", "plan_version")


def _data(scene: Scene, said: Post, task: Task | None) -> dict[str, object]:
    match said.kind:
        case MessageKind.SAY:
            return {"about": said.about} if said.about else {}
        case MessageKind.ASSIGN:
            return {"tasks": list(said.tasks)}
        case MessageKind.RESULT | MessageKind.FAILURE:
            return {"task": said.task, "artifacts": files_data(scene, task) if task else []}
        case MessageKind.QUESTION:
            return {"task": said.task, "approval": None}
        case MessageKind.NOTICE:
            return {"about": said.about, **_outcome(said)}
        case MessageKind.CONCLUSION:
            files, others = files_of_conclusion(scene, task)
            return {
                "verdict": said.about,
                "missing": list(said.missing),
                "task": said.task,
                "artifacts": [*files, *others],
                **({} if any(member.agent_id for member in scene.members) else {"no_team": True}),
                **({"why": said.why} if said.why else {}),
            }
        case _:
            return {}


def _outcome(said: Post) -> dict[str, object]:
    return {"outcome": said.outcome.model_dump()} if said.outcome is not None else {}


def answer_of(scene: Scene, text: str, speaker: Seated | None) -> GivenAnswer:
    """An answer to what a task asks, with where it comes from: a person, the team above, or who holds the floor."""
    if scene.answering is not None:
        return scene.answering
    member = speaker.id if speaker else None
    return GivenAnswer(text, member, scene.conversation.origin_id, answer_sources(scene, speaker))


def answer_sources(scene: Scene, speaker: Seated | None) -> frozenset[uuid.UUID]:
    """The agents whose words an answer is made of: a person's none, an agent's its own, the hub's all it had heard."""
    if not scene.voice:
        return frozenset()
    if scene.voice == OWN_VOICE and speaker is not None and speaker.agent_id is not None:
        return frozenset({speaker.agent_id})
    return heard_in(scene.conversation)


def confine_answer(scene: Scene, said: Utterance | Misspoken) -> Utterance | Misspoken:
    """What was said; for the room alone where it would answer what people alone may answer, or an agent at work that
    may not be told it unasked.

    Such an agent acts on what it is told, and its call, which was judged before, is not judged again. So the next in
    line is asked, at last a person.
    """
    if not isinstance(said, Say) or said.answers is None:
        return said
    asking = next((task for task in scene.tasks if task.number == said.answers), None)
    speaker = scene.member_with_id(scene.conversation.speaker_id)
    if asking is None or (_is_for_agents(asking) and may_be_told(asking, answer_sources(scene, speaker))):
        return said
    return said.model_copy(update={"answers": None})


def _is_for_agents(task: Task) -> bool:
    return task.asks is None or task.asks.addressees.admit(None)
