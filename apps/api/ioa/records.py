"""What was said in the rooms of goals and in talks on the wire, as IoA's clients read it."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.utils import timezone

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.agents.queries.wire_talks import TalkOnWire, lines_of, talk_of
from apps.api.ioa.assistants import look_up, names_by_handle
from apps.api.ioa.wire_schemas import MOST_RECORDS, Assistant, ChatMessage, ChatRecord, RecordState, RecordType
from apps.chat.domain.states import MessageKind
from apps.chat.queries.message_rows import MessageRow, messages_after
from apps.chat.queries.tree import TeamNode, tree
from apps.core.sentences import sentence
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.lists import goals_after
from apps.teams.queries.members import Face

MOST_MESSAGES = 200  # of one record, the newest

FORMS: dict[MessageKind, tuple[RecordState, RecordType]] = {
    MessageKind.GOAL: (RecordState.TEAMUP, RecordType.DEFAULT),
    MessageKind.FORMATION: (RecordState.TEAMUP, RecordType.DEFAULT),
    MessageKind.ASSIGN: (RecordState.EXECUTION, RecordType.ASYNC_TASK),
    MessageKind.DELEGATION: (RecordState.EXECUTION, RecordType.ASYNC_TASK),
    MessageKind.RESULT: (RecordState.EXECUTION, RecordType.TASK_RESULT),
    MessageKind.CONCLUSION: (RecordState.DISCUSSION, RecordType.CONCLUSION),
}
SPOKEN = (RecordState.DISCUSSION, RecordType.DISCUSSION)


def records_of(actor: Actor, asked: Sequence[str] | None) -> dict[str, ChatRecord]:
    """Give the record of each goal that was asked for, under the name it was asked for by; None: of the newest.

    Raises NotFound for one that there is not.
    """
    if asked is None:
        newest = goals_after(actor.workspace_id, (), None, MOST_RECORDS)
        asked = [str(goal.id) for goal in newest]
    return {name: _record(actor, name) for name in asked}


def _record(actor: Actor, name: str) -> ChatRecord:
    try:
        comm_id = UUID(name)
    except ValueError:
        raise NotFound(sentence("There is no talk {name} here.", name=repr(name[:60]))) from None
    if talk := talk_of(actor.workspace_id, comm_id):
        return record_of_talk(talk)
    goal = goal_visible_to(actor, comm_id)
    room = tree(goal.pk, timezone.now()).root
    said = messages_after(room.id, max(room.talk.last_number - MOST_MESSAGES, 0), MOST_MESSAGES)
    names = names_by_handle(actor.workspace_id, _handles(room, said))
    members = [_name(face, names) for face in room.facts.members]
    lines = [_line(row, name, names) for row in said]
    if said and said[0].kind is MessageKind.GOAL:
        known = look_up(actor.workspace_id, members)
        team = [one or Assistant(name=member, desc="") for member, one in zip(members, known, strict=True)]
        told = [one.model_dump() for one in team]
        lines[0] = lines[0].model_copy(update={"goal": goal.text, "team_members": told})
    return ChatRecord(comm_id=name, agent_names=members, team_name=room.facts.name or None, chat_record=lines)


def record_of_talk(talk: TalkOnWire) -> ChatRecord:
    """What was said on the wire."""
    said = lines_of(talk.id, max(talk.last_number - MOST_MESSAGES, 0), MOST_MESSAGES)
    return ChatRecord(
        comm_id=str(talk.id),
        agent_names=[member.name for member in talk.members],
        team_name=talk.name or None,
        chat_record=[ChatMessage.model_validate(line) for line in said],
    )


def _handles(room: TeamNode, said: Iterable[MessageRow]) -> dict[str, str]:
    faces = [*room.facts.members, *(row.sender for row in said)]
    return {face.handle: face.name for face in faces if face.handle}


def _name(face: Face, names: dict[str, str]) -> str:
    return names.get(face.handle, face.name)


def _line(row: MessageRow, comm_id: str, names: dict[str, str]) -> ChatMessage:
    state, kind = FORMS.get(row.kind, SPOKEN)
    return ChatMessage(
        content=row.text,
        sender=_name(row.sender, names),
        comm_id=comm_id,
        next_speaker=names.get(row.next_speaker, row.next_speaker),
        state=state,
        type=kind,
        task_id=str(row.chain.task) if row.task is not None and row.chain.task else "",
        task_conclusion=row.text if row.kind is MessageKind.RESULT else "",
    )
