"""What still runs in the name of those who may have it done no more."""

import uuid
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery, UUIDField
from django.db.models.functions import Coalesce

from apps.accounts.queries import lost_among
from apps.chat.domain.states import Delivery
from apps.chat.models import Conversation, Message
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.lost_authority import origins_at_work


def goals_unauthorised(workspace_id: uuid.UUID | None) -> list[uuid.UUID]:
    """The goals of a workspace, or of all, in which something runs in the name of somebody who may no more."""
    rooms = _rooms() if workspace_id is None else _rooms().filter(team__goal__workspace=workspace_id)
    at_work = {*rooms.values_list("begun_by", "team__goal_id"), *origins_at_work(workspace_id)}
    lost = lost_among({origin for origin, _ in at_work})
    return sorted({goal for origin, goal in at_work if origin in lost})


def rooms_unauthorised(goal_id: uuid.UUID) -> list[tuple[uuid.UUID, str]]:
    """The teams of a goal whose rooms may not go on, those above first, each with why."""
    rooms = list(_rooms().filter(team__goal=goal_id).order_by("team__depth").values_list("team_id", "begun_by"))
    lost = lost_among({origin for _, origin in rooms})
    return [(team, lost[origin]) for team, origin in rooms if origin in lost]


def _rooms() -> "QuerySet[Any]":
    """Those that have not ended. `begun_by`: in whose name they go on, by what was said and no turn has read yet."""
    unread = Message.objects.filter(conversation=OuterRef("pk"), begins_chain=True, number__gt=OuterRef("read_number"))
    newest = unread.exclude(delivery=Delivery.NOTE).order_by("-number").values("origin_id")[:1]
    rooms = Conversation.objects.filter(team__ended_at=None, team__goal__outcome=GoalOutcome.RUNNING)
    rooms = rooms.exclude(origin=None)
    return rooms.annotate(begun_by=Coalesce(Subquery(newest), F("origin_id"), output_field=UUIDField()))
