"""A goal that ended with an answer gets it as files, and its room is put in order: once, after the end."""

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import OuterRef, QuerySet

from apps.chat.actions.messages import NewMessage, file_data, save
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation, Message
from apps.core.chains import ChainIds
from apps.core.updates import save_columns
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.actions.answers import assign_roles, keep_answer, write_answer
from apps.teams.actions.goals import note_delivery
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.goals import goal_owing_answer
from apps.teams.queries.rows import FileVersion
from apps.teams.queries.versions import files_by_key


def deliver_answer(goal_id: uuid.UUID) -> None:
    """Write the answer of a goal, and the code in it, as files; fold away files that only led to it, and its draft.

    Whoever comes second finds it done. What the goal has no room for is left out, and the room is told.
    """
    goal = goal_owing_answer(goal_id)
    if goal is None:
        return
    room = _ROOM.one(goal_id)
    with keep_answer(goal) as kept, open_scene(room.id) as scene:
        if not scene.goal.answer_owed or scene.goal.answer != goal.answer:
            return
        known = files_by_key(goal_id) if scene.conversation.has_files else {}
        made = write_answer(scene.log, _chain(scene), goal_id, kept.files, known)
        if known:
            assign_roles(goal)
        _put_in_order(scene, made)
        for sentence in kept.left_out:
            save(scene, NewMessage(MessageKind.NOTICE, sentence, data={"about": "files"}))
        note_delivery(scene.goal)


def _chain(scene: Scene) -> ChainIds:
    """The coordinator writes it, in the name that the room works in."""
    return replace(chain_of_team(scene.team, scene.lead.id), origin=scene.conversation.origin_id)


def _put_in_order(scene: Scene, made: Sequence[FileVersion]) -> None:
    """The conclusion names the answer's files first; a result that became the answer as it stood is noted."""
    end = next(iter(_CONCLUSION.of(scene.conversation.id)), None)
    if end is None:
        return
    end.data = {**end.data, "artifacts": [*map(file_data, made), *end.data.get("artifacts", ())]}
    save_columns(end, "data")
    for draft in _RESULTS.of(scene.conversation.id, end.number):
        draft.data = {**draft.data, "accepted": True}
        save_columns(draft, "data")


def _conclusion(room: uuid.UUID) -> "QuerySet[Message]":
    ends = Message.objects.filter(conversation=room, kind=MessageKind.CONCLUSION)
    return ends.only("number", "data", "made_of").order_by("-number")[:1]


def _drafts_of(room: uuid.UUID, number: int) -> "QuerySet[Message]":
    """The results that the conclusion of that number took as they stood."""
    end = Message.objects.filter(conversation=OuterRef("conversation"), number=number)
    same = {name: end.values(name)[:1] for name in ("round", "task_number", "text")}
    return Message.objects.filter(conversation=room, kind=MessageKind.RESULT, **same).only("data", "made_of")


_CONCLUSION, _RESULTS = CompiledQuery(_conclusion), CompiledQuery(_drafts_of, uuid.UUID, int)
_ROOM = CompiledQuery(lambda goal: Conversation.objects.filter(team__goal=goal, team__parent=None).only("id"))
