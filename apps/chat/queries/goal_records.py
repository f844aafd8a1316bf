"""Reading a goal's record: everything of it that is exported and shared, in a fixed number of statements."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from apps.chat.domain.display import LOOKS
from apps.chat.domain.goal_record import (
    GoalRecord,
    RecordedDecision,
    RecordedFile,
    RecordedMember,
    RecordedMessage,
    RecordedSpend,
    RecordedTask,
    RecordedTeam,
)
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.chat.queries.tree import TeamNode, tree
from apps.teams.domain.states import MemberKind
from apps.teams.queries.facts import TaskTexts
from apps.teams.queries.kept_files import current_files
from apps.teams.queries.lists import tasks_after
from apps.teams.queries.members import Face, face_of, face_under_name
from apps.teams.queries.rows import FileVersion, Goal

MOST = 100_000
"""Tasks and messages each; a goal's limits keep it far below."""


def goal_record(goal: Goal, now: datetime) -> GoalRecord:
    """The whole record of a goal, which the caller has proved may be seen."""
    found = tree(goal.pk, now)
    tasks = defaultdict(list)
    for task in tasks_after(goal.pk, None, None, None, MOST):
        tasks[task.team_id].append(_task(task))
    said = _messages(goal.pk)
    nodes = sorted(found.nodes.values(), key=lambda node: node.id)
    spent = found.root.spent
    return GoalRecord(
        id=goal.pk,
        title=goal.title,
        text=goal.text,
        given_by=str(goal.created_by),
        created_at=goal.created_at,
        ended_at=goal.ended_at,
        state=LOOKS[found.root.state].word,
        answer=goal.answer,
        failure=goal.failure,
        verification=goal.verification,
        teams=tuple(_team(node, tasks[node.id], said[node.id]) for node in nodes),
        files=tuple(map(_file, current_files(goal.pk))),
        spend=RecordedSpend(turns=spent.turns, tokens=spent.tokens, money=spent.money),
    )


def _team(node: TeamNode, tasks: Sequence[RecordedTask], said: Sequence[RecordedMessage]) -> RecordedTeam:
    facts = node.facts
    return RecordedTeam(
        id=facts.id,
        parent=facts.parent_id,
        name=facts.name,
        purpose=facts.purpose,
        state=LOOKS[node.state].word,
        members=tuple(map(_member, facts.members)),
        tasks=tuple(tasks),
        messages=tuple(said),
        decisions=tuple(
            RecordedDecision(
                question=each.question,
                state=each.state.value,
                answer=each.answer,
                by=each.decided_by,
                asked_at=each.asked_at,
                decided_at=each.decided_at,
            )
            for each in facts.approvals
        ),
    )


def _member(face: Face) -> RecordedMember:
    kind = MemberKind(face.kind)
    return RecordedMember(name=face.name, handle="" if kind is MemberKind.COORDINATOR else face.handle, kind=kind.value)


def _task(task: TaskTexts) -> RecordedTask:
    return RecordedTask(
        number=task.number,
        title=task.title,
        owner=task.owner.name,
        state=task.state.value,
        failure=task.failure,
        result=task.result,
    )


def _messages(goal_id: UUID) -> Mapping[UUID, list[RecordedMessage]]:
    rows = Message.objects.filter(conversation__team__goal=goal_id).defer("vector", "html")
    rows = rows.select_related("member__agent__connection", "member__user", "conversation")
    said: dict[UUID, list[RecordedMessage]] = defaultdict(list)
    for row in rows.order_by("conversation", "number")[:MOST]:
        said[row.conversation.team_id].append(_message(row))
    return said


def _message(row: Message) -> RecordedMessage:
    face = face_under_name(face_of(row.member), row.said_as)
    return RecordedMessage(
        number=row.number,
        seq=row.event_seq,
        kind=row.kind,
        by=face.name,
        by_person=face.kind == MemberKind.PERSON,
        text=row.text,
        note=row.delivery == Delivery.NOTE,
        at=row.created_at,
    )


def _file(row: FileVersion) -> RecordedFile:
    return RecordedFile(
        id=row.pk,
        name=row.name,
        media_type=row.media_type,
        size=row.size,
        sha256=row.blob.digest,
        by=face_of(row.member).name if row.member else "",
        at=row.created_at,
    )
