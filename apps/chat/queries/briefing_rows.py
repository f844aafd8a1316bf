"""What briefings are made of, read for the rooms of many goals at once."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from django.db.models import F, Model, QuerySet, prefetch_related_objects
from django.db.models.functions import Greatest, Least

from apps.agents.queries.documents import goal_has_documents
from apps.chat.domain.states import Delivery
from apps.chat.models import Conversation, Message
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS
from apps.teams.queries.rows import Task
from apps.teams.queries.versions import goal_has_files

M = TypeVar("M", bound=Model)

MESSAGES = 40
UNFOLDED = 120
"""The newest messages of which those are told that no summary has: the rest of a room that was never summarised."""


@dataclass(frozen=True)
class BriefingRows:
    """A room with its team, goal and workspace, `has_files` and `has_documents`; its team's tasks in order, and what a
    turn of it is told of its messages.
    """

    room: Conversation
    tasks: list[Task]
    messages: list[Message]


def rows_for_briefings(rooms: Collection[uuid.UUID]) -> dict[uuid.UUID, BriefingRows]:
    """What the briefings of these rooms are made of; nothing of one that is gone."""
    found = _ROOMS.of(list(rooms))
    teams = [room.team_id for room in found]
    owned = _TASKS.of(teams)
    prefetch_related_objects(owned, "depends_on")
    tasks, messages = _by(owned, "team_id"), _by(_MESSAGES.of(list(rooms), teams), "conversation_id")
    return {room.id: BriefingRows(room, tasks[room.team_id], messages[room.id]) for room in found}


def _by(rows: Iterable[M], name: str) -> dict[uuid.UUID, list[M]]:
    found: dict[uuid.UUID, list[M]] = defaultdict(list)
    for row in rows:
        found[attrgetter(name)(row)].append(row)
    return found


def _with_goals(rooms: list[uuid.UUID]) -> "QuerySet[Conversation]":
    rows = Conversation.objects.filter(id__any_of=rooms).select_related("team__goal__workspace")
    rows = rows.annotate(**goal_has_files("team__goal"), **goal_has_documents("team__goal"))
    return rows.defer("team__formation")


def _owned_tasks(teams: list[uuid.UUID]) -> "QuerySet[Task]":
    rows = Task.objects.filter(team__any_of=teams).select_related("owner__agent", "asks")
    return rows.defer(*WITHOUT_VECTORS).order_by("number")


def _heard_messages(rooms: list[uuid.UUID], teams: list[uuid.UUID]) -> "QuerySet[Message]":
    """The newest and what no summary has; of the older ones those that no turn has read and all that persons said.

    Three looks into indexes: one look at the three conditions would go through whole rooms.
    """
    told = Message.objects.exclude(delivery=Delivery.NOTE).defer("html")
    here = told.filter(conversation__any_of=rooms)
    last = F("conversation__last_number")
    begin = Least(last - MESSAGES, Greatest(F("conversation__summary_up_to"), last - UNFOLDED))
    by_persons = told.filter(member__team__any_of=teams, member__kind=MemberKind.PERSON)
    return here.filter(number__gt=begin).union(here.filter(read_in_turn=None), by_persons).order_by("number")


_ROOMS = CompiledQuery(_with_goals, list)
_TASKS, _MESSAGES = CompiledQuery(_owned_tasks, list), CompiledQuery(_heard_messages, list, list)
