"""What persons said in a goal's rooms since it began."""

import uuid

from django.contrib.postgres.expressions import ArraySubquery

from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Message


def told_by_persons(goal_id: uuid.UUID) -> ArraySubquery:
    """The words of persons after the goal, in order, without notes: to be read along with other rows."""
    said = Message.objects.filter(conversation__team__goal=goal_id, kind__in=[MessageKind.SAY, MessageKind.ANSWER])
    heard = said.exclude(member__user=None).exclude(delivery=Delivery.NOTE)
    return ArraySubquery(heard.order_by("created_at", "number").values("text"))
