"""The rooms of a goal as the hub that gave it is told of them: names, states and the last words, no notes, no files."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from apps.agents.domain.federation import EXTENSION
from apps.agents.domain.foreign_rooms import ForeignRoom, ForeignTask, read_room
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.chat.queries.tree import TeamNode, tree
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.facts import TaskFacts
from apps.teams.queries.members import face_of, face_under_name
from apps.teams.queries.rows import Goal

Words = Mapping[UUID, tuple[str, str]]
"""By team: who said the last ones, and what."""


def came_from_a_hub(goal_id: UUID) -> bool:
    """Whether another hub gave this goal."""
    return Goal.objects.filter(pk=goal_id, claimed_chain__has_key=EXTENSION).exists()


def room_told(goal_id: UUID, now: datetime) -> ForeignRoom | None:
    """The goal's own room with all below it, cut as who is told would cut it; the caller has proved it may be seen."""
    found = tree(goal_id, now)
    return read_room(_room(found.root, _last_words(goal_id)).as_data())


def _room(node: TeamNode, said: Words) -> ForeignRoom:
    speaker, words = said.get(node.id, ("", ""))
    elsewhere = [_elsewhere(task.title, task.elsewhere) for task in node.facts.tasks if task.elsewhere]
    return ForeignRoom(
        name=node.name,
        state=node.state.value,
        since=node.since,
        members=tuple(face.name for face in node.facts.members),
        tasks=tuple(map(_task, node.facts.tasks)),
        messages=node.talk.last_number,
        speaker=speaker,
        words=words,
        rooms=(*(_room(child, said) for child in node.children), *elsewhere),
    )


def _task(task: TaskFacts) -> ForeignTask:
    begun = [attempt.started_at for attempt in task.attempts if attempt.started_at]
    return ForeignTask(
        title=task.title,
        state=task.state.value,
        owner=task.owner.name,
        begun_at=min(begun, default=None),
        ended_at=None if task.is_open else task.state_at,
    )


def _elsewhere(title: str, seen: SeenWork) -> ForeignRoom:
    """What this hub sees of a third one."""
    if seen.room is None:
        return ForeignRoom(name=title, state=seen.state, since=seen.began_at, hub=seen.hub)
    return seen.room.model_copy(update={"hub": seen.hub})


def _last_words(goal_id: UUID) -> dict[UUID, tuple[str, str]]:
    rows = Message.objects.filter(conversation__team__goal=goal_id).exclude(delivery=Delivery.NOTE)
    rows = rows.select_related("conversation", "member__agent__connection", "member__user").defer("html")
    newest = rows.order_by("conversation", "-number").distinct("conversation")
    return {
        row.conversation.team_id: (face_under_name(face_of(row.member), row.said_as).name, row.text) for row in newest
    }
