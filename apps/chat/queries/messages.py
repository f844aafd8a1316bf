"""The lines of a room, each with what its kind shows beside the words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from apps.chat.domain.room_protocols.talk import Outcome
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Conversation, Message
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.receipts import NOTHING, Became, RoomPlace, became_of
from apps.chat.queries.tree import TeamNode, Tree
from apps.core.prose import VERSION
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.formation import FormationRecord
from apps.teams.domain.states import MemberKind
from apps.teams.queries.facts import FileFacts, TaskFacts
from apps.teams.queries.members import face_under_name

GROUPED_WITHIN = timedelta(minutes=5)
PAGE = 50
"""Messages that a room shows at first."""
LATER = 12
"""Messages after the one that a link names which its page shows too."""
CARDS = frozenset(MessageKind) - {MessageKind.SAY, MessageKind.GOAL, MessageKind.ANSWER}


@dataclass(frozen=True)
class Window:
    """Which messages of a room a page shows, where they are not the newest.

    `before`: those older than a number; `later`: those that follow one; `at`: those around a place in the stream.
    """

    before: int | None = None
    at: int | None = None
    later: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether newer messages may follow."""
        return any(place is not None for place in (self.before, self.at, self.later))


NEWEST = Window()


@dataclass(frozen=True)
class Context:
    """What messages refer to, read when the goal's stream was at `seq` or further.

    A message beyond that place may refer to what is not here yet, so it is left to the next reading. `at`: when that
    was, where what happened since is left out.
    """

    seq: int
    tree: Tree
    node: TeamNode
    files: Mapping[str, FileFacts] = field(default_factory=dict)
    at: datetime | None = None


def workspace_of(conversation_id: UUID) -> UUID | None:
    """The workspace that a room belongs to."""
    return next((workspace for (workspace,) in _WORKSPACE.values(conversation_id)), None)


_WORKSPACE = CompiledQuery(lambda room: Conversation.objects.filter(pk=room).values_list("team__goal__workspace_id"))


def newest(context: Context, *, before: int | None = None, limit: int = PAGE) -> list[MessageView]:
    """The newest messages of the room, oldest first; those before a number where one is given."""
    rows = _rows(context).order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    found = list(rows[: limit + 1])[::-1]
    views = views_of(found, context)
    return views[1:] if len(found) > limit else views


def in_window(context: Context, window: Window) -> list[MessageView]:
    """The messages of a window, oldest first."""
    if window.later is not None:
        return _following(context, window.later)
    return _around(context, window.at) if window.at is not None else newest(context, before=window.before)


def _around(context: Context, seq: int) -> list[MessageView]:
    """A page of messages that ends LATER after the one of this event, or the next of the room."""
    found = _rows(context).filter(event_seq__gte=seq).order_by("number").values_list("number", flat=True).first()
    return newest(context, before=None if found is None else found + LATER + 1)


def _following(context: Context, number: int) -> list[MessageView]:
    rows = list(_rows(context).filter(number__gte=number).order_by("number")[: PAGE + 1])
    return [view for view in views_of(rows, context) if view.number > number][:PAGE]


def after_seq(context: Context, seq: int, limit: int) -> list[MessageView]:
    """The messages whose event comes after `seq`, oldest first, at most `limit`."""
    first = _rows(context).filter(event_seq__gt=seq).order_by("number").values_list("number", flat=True).first()
    if first is None:
        return []
    rows = list(_rows(context).filter(number__gte=first - 1).order_by("number")[: limit + 1])
    return [view for view in views_of(rows, context) if view.seq > seq][:limit]


def messages_by_number(context: Context, numbers: Sequence[int]) -> list[MessageView]:
    """These messages, with the ones before them read too so that grouping is right."""
    wanted = {*numbers, *(number - 1 for number in numbers)}
    rows = list(_rows(context).filter(number__in=wanted).order_by("number"))
    return [view for view in views_of(rows, context) if view.number in set(numbers)]


def _rows(context: Context) -> Any:
    return Message.objects.filter(conversation_id=context.node.talk.id, event_seq__lte=context.seq)


def views_of(rows: Sequence[Message], context: Context) -> list[MessageView]:
    """The views of consecutive rows; a row is grouped with the one before it by the same speaker within minutes."""
    views: list[MessageView] = []
    persons = {face.member_id for face in context.node.facts.members if face.kind == MemberKind.PERSON}
    became = became_of([row for row in rows if str(row.member_id) in persons], _place(context))
    for row in rows:
        view = _view(row, context, became.get(row.pk, NOTHING))
        before = views[-1] if views else None
        views.append(_group(view) if before and _belongs(view, before) else view)
    return views


def _group(view: MessageView) -> MessageView:
    return MessageView(**{**view.__dict__, "grouped": True})


def _belongs(view: MessageView, before: MessageView) -> bool:
    same = view.face == before.face and view.number == before.number + 1 and view.is_note == before.is_note
    same = same and view.voice == before.voice and not view.stance
    return same and view.kind not in CARDS and before.kind not in CARDS and view.at - before.at < GROUPED_WITHIN


def _place(context: Context) -> RoomPlace:
    node, goal = context.node, context.tree.goal
    return RoomPlace(node.id, goal.id, node.id == context.tree.root.id, node.is_over, context.at)


def _view(row: Message, context: Context, became: Became) -> MessageView:
    kind = MessageKind(row.kind)
    team = context.node.facts
    tasks = {task.number: task for task in team.tasks}
    data = row.data if isinstance(row.data, dict) else {}
    return MessageView(
        id=row.pk,
        seq=row.event_seq,
        number=row.number,
        round=row.round,
        kind=kind,
        face=face_under_name(team.member(row.member_id), row.said_as),
        voice=row.voice,
        text=row.text,
        html=row.html if row.html_version == VERSION else None,
        html_at=row.html_at,
        at=row.created_at,
        delivery=Delivery(row.delivery),
        read_in_turn=row.read_in_turn,
        became=became,
        tasks=tuple(tasks[number] for number in data.get("tasks", ()) if number in tasks),
        task=tasks.get(data.get("task") or row.task_number or 0),
        team=_delegated_team(data.get("team"), context.tree),
        approval=next((item for item in team.approvals if str(item.id) == data.get("approval")), None),
        files=_files(data.get("artifacts"), context.files),
        verdict=str(data.get("verdict", "")),
        missing=tuple(str(need) for need in data.get("missing", ())),
        about=str(data.get("about", "")),
        outcome=Outcome.model_validate(data["outcome"]) if data.get("outcome") else None,
        because=str(data.get("because", "")),
        formation=_formation(team.formation) if kind is MessageKind.FORMATION else None,
        is_accepted=bool(data.get("accepted")),
        over=context.node.is_over,
        no_team=bool(data.get("no_team")),
        why=str(data.get("why", "")),
        outside=_outside(data, context),
        owed=_is_owed(kind, tasks.get(row.task_number or 0), context),
    )


def _outside(data: Mapping[str, object], context: Context) -> tuple[str, ...]:
    """The agents that a message named who are not in the team as yet, while it goes on."""
    named = data.get("outside")
    if context.node.is_over or not isinstance(named, list):
        return ()
    members = {face.handle for face in context.node.facts.members}
    return tuple(handle for handle in named if handle not in members)


def _is_owed(kind: MessageKind, task: TaskFacts | None, context: Context) -> bool:
    """Whether a draft of the answer, or the conclusion, will look different once the answer is delivered."""
    if context.node.id != context.tree.root.id or (context.node.is_over and not context.tree.goal.answer_owed):
        return False
    return kind is MessageKind.CONCLUSION or (kind is MessageKind.RESULT and task is not None and task.is_answer)


def _delegated_team(team_id: object, tree: Tree) -> TeamNode | None:
    try:
        return tree.nodes.get(UUID(str(team_id))) if team_id else None
    except ValueError:
        return None


def _files(items: object, files: Mapping[str, FileFacts]) -> tuple[FileFacts, ...]:
    ids = [str(item.get("id")) for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return tuple(files[key] for key in ids if key in files)


def _formation(record: dict[str, object]) -> FormationRecord | None:
    return FormationRecord.model_validate(record) if record else None
