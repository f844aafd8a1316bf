"""What the sweeper finds undone in conversations."""

import uuid
from datetime import datetime

from apps.chat.domain.states import TurnOutcome, TurnState
from apps.chat.models import Conversation, Turn

SWEEP_BATCH = 200
SWEEPER = "sweeper"  # the name of its pulse


def turns_due(now: datetime) -> list[uuid.UUID]:
    """Conversations whose next turn may be taken now, longest due first."""
    rows = Conversation.objects.filter(turn_state=TurnState.DUE, turn_due_at__lte=now, team__frozen_at=None)
    return list(rows.order_by("turn_due_at").values_list("id", flat=True)[:SWEEP_BATCH])


def turns_expired(now: datetime) -> list[uuid.UUID]:
    """Conversations whose turn in flight has lost its worker."""
    rows = Turn.objects.filter(outcome=TurnOutcome.OPEN, lease_until__lt=now)
    return list(rows.values_list("conversation_id", flat=True)[:SWEEP_BATCH])
