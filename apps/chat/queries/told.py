"""What a result is judged by, with what persons said in the goal's rooms since it began. In one statement.

Of two results that came at one moment neither was there before the other, so neither is judged by it.
"""

import uuid
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message
from apps.journal.queries.compiled import EarlierQuery
from apps.teams.queries.evidence import evidence_rows
from apps.teams.queries.rows import Attempt


def rows_about(attempt: Attempt) -> list[tuple[Any, ...]]:
    """What `evidence_of` is asked with; the attempt's task and team are loaded."""
    return _ROWS.values(attempt.task_id)


def read_evidence_ahead(tasks: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what `rows_about` gives, for the steps of many goals: task -> stream."""
    _ROWS.read_values_ahead(tasks)


def _told_by_persons() -> ArraySubquery:
    """The words of persons after the goal, in order, without notes; found by who said them: rooms may be long."""
    said = Message.objects.filter(member__team__goal=OuterRef("team__goal"), member__user__isnull=False)
    heard = said.filter(kind__in=[MessageKind.SAY, MessageKind.ANSWER]).exclude(delivery=Delivery.NOTE)
    return ArraySubquery(heard.order_by("created_at", "number").values("text"))


_ROWS: EarlierQuery[Any] = EarlierQuery(lambda tasks: evidence_rows(tasks, _told_by_persons()), itemgetter(-1))
