"""A goal that ended with an answer gets it as files, and its room is put in order: once, after the end."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from django.db.models import OuterRef, QuerySet

from apps.chat.actions.messages import NewMessage, file_data, save
from apps.chat.actions.scene import Scene, open_scene, read_rooms_ahead
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation, Message
from apps.core.chains import ChainIds
from apps.core.updates import save_columns
from apps.journal.queries.compiled import CompiledQuery, KeyedQuery
from apps.teams.actions.answers import KeptAnswer, assign_roles, keep_answers, write_answer
from apps.teams.actions.goals import note_delivery
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.rows import FileVersion, Goal
from apps.teams.queries.versions import files_by_key


@dataclass(frozen=True)
class StoredAnswer:
    """An answer whose files are stored, and the root room of its goal."""

    goal: Goal
    room_id: uuid.UUID
    kept: KeptAnswer


class AlreadyDelivered(Exception):
    """The answer of a goal is among its files, or it has none: whoever came first has seen to that."""


def store_answers(goal_ids: Sequence[uuid.UUID]) -> list[StoredAnswer | Exception]:
    """The answers of goals, and the code in them, stored as files, in their order; those of one workspace together.

    AlreadyDelivered stands for one that there is nothing to store of. What is stored is held: see `held_answer`.
    """
    rooms = {room.team.goal_id: room for room in _ROOMS.of(list(goal_ids))}
    owing = [rooms[goal_id] for goal_id in dict.fromkeys(goal_ids) if goal_id in rooms]
    kept = keep_answers([room.team.goal for room in owing]) if owing else []
    stored = {
        room.team.goal_id: StoredAnswer(room.team.goal, room.id, one) for room, one in zip(owing, kept, strict=True)
    }
    return [stored.pop(goal_id, AlreadyDelivered()) for goal_id in goal_ids]


def deliver(answer: StoredAnswer) -> bool:
    """Write an answer as files of its goal; fold away files that only led to it, and its draft. False: it was.

    What the goal has no room for is left out, and the room is told.
    """
    goal, kept = answer.goal, answer.kept
    with open_scene(answer.room_id) as scene:
        if not scene.goal.answer_owed or scene.goal.answer != goal.answer:
            return False
        known = files_by_key(goal.id) if scene.conversation.has_files else {}
        made = write_answer(scene.log, _chain(scene), goal.id, kept.files, known)
        if known:
            assign_roles(goal)
        _put_in_order(scene, made)
        for sentence in kept.left_out:
            save(scene, NewMessage(MessageKind.NOTICE, sentence, data={"about": "files"}))
        note_delivery(scene.goal)
    return True


def read_delivered_ahead(rooms: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what `deliver` begins with, for the steps of many goals: room -> stream."""
    read_rooms_ahead(rooms)
    _CONCLUSION.read_ahead(rooms)
    _RESULTS.read_ahead(rooms)


def _chain(scene: Scene) -> ChainIds:
    """The coordinator writes it, in the name that the room works in."""
    return replace(chain_of_team(scene.team, scene.lead.id), origin=scene.conversation.origin_id)


def _put_in_order(scene: Scene, made: Sequence[FileVersion]) -> None:
    """The conclusion names the answer's files first; a result that became the answer as it stood is noted."""
    room_id = scene.conversation.id
    end, drafts = next(iter(_CONCLUSION.of(room_id)), None), _RESULTS.of(room_id)
    if end is None:
        return
    end.data = {**end.data, "artifacts": [*map(file_data, made), *end.data.get("artifacts", ())]}
    save_columns(end, "data")
    for draft in drafts:
        draft.data = {**draft.data, "accepted": True}
        save_columns(draft, "data")


def _conclusions(rooms: list[uuid.UUID]) -> "QuerySet[Message]":
    """The last one of each room."""
    ends = Message.objects.filter(conversation__any_of=rooms, kind=MessageKind.CONCLUSION)
    rows = ends.order_by("conversation", "-number").distinct("conversation")
    return rows.only("conversation", "number", "data", "made_of")


def _drafts(rooms: list[uuid.UUID]) -> "QuerySet[Message]":
    """The results that the last conclusion of each room took as they stood."""
    ends = Message.objects.filter(conversation=OuterRef("conversation"), kind=MessageKind.CONCLUSION)
    last = ends.order_by("-number")
    same = {name: last.values(name)[:1] for name in ("round", "task_number", "text")}
    rows = Message.objects.filter(conversation__any_of=rooms, kind=MessageKind.RESULT, **same)
    return rows.only("conversation", "data", "made_of")


def _owing(goals: list[uuid.UUID]) -> "QuerySet[Conversation]":
    """The root rooms of those goals whose answer is not among their files."""
    rows = Conversation.objects.filter(team__goal__any_of=goals, team__goal__answer_owed=True, team__parent=None)
    return rows.select_related("team__goal").only("team__goal")


_CONCLUSION = KeyedQuery(_conclusions, attrgetter("conversation_id"))
_RESULTS = KeyedQuery(_drafts, attrgetter("conversation_id"))
_ROOMS = CompiledQuery(_owing, list)
