"""What a result is judged by, with what persons said in the goal's rooms since it began. In one statement."""

import uuid
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery

from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.queries.evidence import evidence_rows
from apps.teams.queries.rows import Attempt


def rows_about(attempt: Attempt) -> list[tuple[Any, ...]]:
    """What `evidence_of` is asked with; the attempt's task and team are loaded."""
    return _ROWS.values(attempt.task_id, attempt.task.team.goal_id)


def _told_by_persons(goal_id: uuid.UUID) -> ArraySubquery:
    """The words of persons after the goal, in order, without notes; found by who said them: rooms may be long."""
    said = Message.objects.filter(member__team__goal=goal_id, member__user__isnull=False)
    heard = said.filter(kind__in=[MessageKind.SAY, MessageKind.ANSWER]).exclude(delivery=Delivery.NOTE)
    return ArraySubquery(heard.order_by("created_at", "number").values("text"))


_ROWS: CompiledQuery[Any] = CompiledQuery(
    lambda task, goal: evidence_rows(task, goal, _told_by_persons(goal)), uuid.UUID, uuid.UUID
)
