"""Reading a goal's record: everything of it that is exported and shared, in a fixed number of statements.

A room where something that people said waits takes one or two more.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from uuid import UUID

from apps.chat.domain.display import LOOKS
from apps.chat.domain.goal_record import (
    GoalRecord,
    RecordedDecision,
    RecordedElsewhere,
    RecordedFile,
    RecordedMember,
    RecordedMessage,
    RecordedSpend,
    RecordedTask,
    RecordedTeam,
)
from apps.chat.domain.receipts import Receipt
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.chat.queries.receipts import NOTHING, RoomPlace, became_of
from apps.chat.queries.tree import TeamNode, Tree, tree
from apps.core.prose import VERSION
from apps.teams.domain.checks import Verification
from apps.teams.domain.states import GoalOutcome, MemberKind
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.facts import TaskFacts, TaskTexts
from apps.teams.queries.goals import giver_of
from apps.teams.queries.kept_files import current_files
from apps.teams.queries.lists import tasks_after
from apps.teams.queries.members import Face, face_of, face_under_name
from apps.teams.queries.rows import FileVersion, Goal

MOST = 100_000
"""Tasks and messages each; a goal's limits keep it far below."""


def goal_record(goal: Goal, now: datetime) -> GoalRecord:
    """The whole record of a goal, which the caller has proved may be seen."""
    found = tree(goal.pk, now)
    return _record(goal, found, tuple(map(_file, current_files(goal.pk))))


def goal_record_at(goal: Goal, found: Tree, seq: int) -> GoalRecord:
    """The record of a goal as it stood at one of its events, without its files. `found`: its teams as they stood."""
    now = found.goal
    record = _record(goal, found, None, seq)
    answer = goal.answer if now.outcome is not GoalOutcome.RUNNING and now.ended_at == goal.ended_at else ""
    return record.model_copy(
        update={"ended_at": now.ended_at, "answer": answer, "failure": now.failure, "verification": now.verification}
    )


def _record(goal: Goal, found: Tree, files: tuple[RecordedFile, ...] | None, seq: int | None = None) -> GoalRecord:
    stand = {task.id: task for node in found.nodes.values() for task in node.facts.tasks}
    tasks = defaultdict(list)
    for task in tasks_after(goal.pk, None, None, None, MOST):
        if task.id in stand:
            tasks[task.team_id].append(_task(task, stand[task.id]))
    said = _messages(goal.pk, found.nodes, seq)
    nodes = sorted(found.nodes.values(), key=lambda node: node.id)
    spent, goes_on = found.root.spent, goal.outcome == GoalOutcome.RUNNING
    return GoalRecord(
        id=goal.pk,
        title=goal.title,
        text=goal.text,
        given_by=giver_of(goal.pk),
        created_at=goal.created_at,
        ended_at=goal.ended_at,
        state=LOOKS[found.root.state].word,
        answer="" if goes_on else goal.answer,
        failure=goal.failure,
        verification=Verification.NOTHING if goes_on else goal.verification,
        teams=tuple(
            _team(node, sorted(tasks[node.id], key=attrgetter("number")), said.get(node.id, ())) for node in nodes
        ),
        files=files,
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


def _task(task: TaskTexts, stands: TaskFacts) -> RecordedTask:
    return RecordedTask(
        number=stands.number,
        title=stands.title,
        owner=stands.owner.name,
        state=stands.state.value,
        failure=stands.failure,
        result=task.result if stands.state is task.state else "",
        elsewhere=_elsewhere(stands.elsewhere) if stands.elsewhere else None,
    )


def _elsewhere(seen: SeenWork) -> RecordedElsewhere:
    return RecordedElsewhere(
        hub=seen.hub,
        state=seen.state,
        room=seen.room,
        began_at=seen.began_at,
        seen_at=seen.seen_at,
        away_since=seen.away_since,
    )


def html_of_messages(goal_id: UUID) -> dict[str, str]:
    """The HTML of what was said in a goal's rooms, by its text, as far as it was rendered already."""
    rows = Message.objects.filter(conversation__team__goal=goal_id, html_version=VERSION).exclude(html="")
    return dict(rows.order_by("conversation", "number").values_list("text", "html")[:MOST])


def _messages(goal_id: UUID, nodes: Mapping[UUID, TeamNode], seq: int | None) -> Mapping[UUID, list[RecordedMessage]]:
    rows = Message.objects.filter(conversation__team__goal=goal_id).defer("html")
    rows = rows if seq is None else rows.filter(event_seq__lte=seq)
    rows = rows.select_related("member__agent__connection", "member__user", "conversation")
    found: dict[UUID, list[Message]] = defaultdict(list)
    for row in rows.order_by("conversation", "number")[:MOST]:
        found[row.conversation.team_id].append(row)
    return {team: _said(goal_id, nodes.get(team), of_team) for team, of_team in found.items()}


def _said(goal_id: UUID, node: TeamNode | None, rows: Sequence[Message]) -> list[RecordedMessage]:
    """What was said in one room. `node`: its team, where it stood there then."""
    if node is None:
        return []
    place = RoomPlace(node.id, goal_id, node.facts.parent_id is None, node.is_over)
    became = became_of([row for row in rows if row.member and row.member.kind == MemberKind.PERSON], place)
    return [_message(row, became.get(row.pk, NOTHING).receipt) for row in rows]


def _message(row: Message, receipt: Receipt) -> RecordedMessage:
    face = face_under_name(face_of(row.member), row.said_as)
    return RecordedMessage(
        number=row.number,
        seq=row.event_seq,
        kind=row.kind,
        by=face.name,
        by_person=face.kind == MemberKind.PERSON,
        text=row.text,
        note=row.delivery == Delivery.NOTE and receipt is not Receipt.CANCELLED,
        receipt=receipt.value,
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
