"""Talks of IoA's wire: what was said, and what is still to be told or done."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.db.models.functions import Now

from apps.accounts.queries.sealing import unseal_text
from apps.agents.connectors.socket.mailbox import FRESH
from apps.agents.domain.socket_protocol.outgoing import open_payload
from apps.agents.domain.socket_protocol.states import CallState
from apps.agents.models import AgentSocket, SocketCall, WireErrand, WireMember, WireMessage, WireTalk

WIRE = "ioa-wire"
"""What the socket of a client of IoA calls itself: each agent has one, the newest."""

AT_ONCE = 50  # messages told in one go


@dataclass(frozen=True)
class TalkMember:
    """An agent in a talk, under the name that the talk knows it by; not `on_wire`: the hub speaks for it."""

    id: int
    agent_id: uuid.UUID
    handle: str
    name: str
    on_wire: bool


@dataclass(frozen=True)
class TalkOnWire:
    """A talk of IoA's wire. `call_id`: the call that it belongs to; `is_goal`: a goal of its id was launched for it."""

    id: uuid.UUID
    name: str
    leader_id: uuid.UUID | None
    call_id: uuid.UUID | None
    is_goal: bool
    last_number: int
    members: tuple[TalkMember, ...]

    @property
    def is_call(self) -> bool:
        """Whether it is itself a call of the hub's: a task that one member does."""
        return self.call_id == self.id

    def member(self, name: str) -> TalkMember | None:
        """The member of a name or handle, in any case; None: there is none."""
        folded = name.strip().removeprefix("@").casefold()
        return next((one for one in self.members if folded in (one.name.casefold(), one.handle.casefold())), None)


@dataclass(frozen=True)
class Untold:
    """A message that a member's socket was not sent yet."""

    member_id: int
    number: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Errand:
    """What an agent that the hub speaks for was given in a talk. `task_id`: None until it was handed on.

    `of_goal`: the talk has a goal of its own; else it counts for a task that a team gave its leader.
    """

    id: uuid.UUID
    talk_id: uuid.UUID
    call_id: uuid.UUID | None
    handle: str
    name: str
    giver: str
    kind: int
    brief: str
    task_id: uuid.UUID | None
    of_goal: bool


def talk_of(workspace_id: uuid.UUID, talk_id: uuid.UUID) -> TalkOnWire | None:
    """Give a talk of the wire; None: this workspace has none of this id."""
    row = WireTalk.objects.filter(workspace=workspace_id, pk=talk_id).first()
    return None if row is None else talk_from(row)


def talk_from(row: WireTalk) -> TalkOnWire:
    """The row as others see it, with its members in the order in which they were named."""
    members = row.members.order_by("pk").values_list("pk", "agent_id", "agent__handle", "name", "on_wire")
    return TalkOnWire(
        id=row.pk,
        name=row.name,
        leader_id=row.leader_id,
        call_id=row.call_id,
        is_goal=row.is_goal,
        last_number=row.last_number,
        members=tuple(TalkMember(*values) for values in members),
    )


def newest_talks(workspace_id: uuid.UUID, since: timedelta) -> dict[uuid.UUID, int]:
    """Give the talks in which something was said within `since`, with the number of the last message of each."""
    rows = WireTalk.objects.filter(workspace=workspace_id, said_at__gt=Now() - since)
    return dict(rows.order_by("said_at").values_list("pk", "last_number"))


def lines_of(talk_id: uuid.UUID, after: int, limit: int) -> list[dict[str, Any]]:
    """Give what was said in a talk after a message, the oldest first."""
    rows = WireMessage.objects.filter(talk=talk_id, number__gt=after).order_by("number")
    return list(rows.values_list("body", flat=True)[:limit])


def untold(agent_id: uuid.UUID) -> list[Untold]:
    """Give what the socket of an agent was not sent yet, talk by talk in order."""
    behind = WireMember.objects.filter(agent=agent_id, on_wire=True, told__lt=F("talk__last_number"))
    found: list[Untold] = []
    for member in behind.order_by("pk")[:AT_ONCE]:
        rows = WireMessage.objects.filter(talk=member.talk_id, number__gt=member.told).order_by("number")
        found += [Untold(member.pk, row.number, row.body) for row in rows[: AT_ONCE - len(found)]]
    return found


def open_errands(call_ids: Collection[uuid.UUID]) -> list[Errand]:
    """Give what is to be done or waited for in the talks that belong to these calls, the oldest first."""
    rows = WireErrand.objects.filter(over=False, talk__call_id__in=list(call_ids)).order_by("pk")
    named = rows.values_list(
        "pk",
        "talk_id",
        "talk__call_id",
        "member__agent__handle",
        "member__name",
        "giver",
        "kind",
        "brief",
        "task_id",
        "talk__is_goal",
    )
    return [Errand(*values) for values in named]


def on_wire(agent_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Give those of the agents that have a socket of IoA's wire open."""
    sockets = AgentSocket.objects.filter(client=WIRE, open=True, seen_at__gt=Now() - FRESH)
    rows = sockets.filter(connection__agent__in=list(agent_ids), connection__owner=None)
    return set(rows.values_list("connection__agent_id", flat=True))


def call_at_work(agent_id: uuid.UUID) -> uuid.UUID | None:
    """Give the newest task of the hub's that an agent on the wire works on; None: it has none."""
    calls = SocketCall.objects.filter(state=CallState.HELD, holder=WIRE, connection__agent=agent_id)
    tasks = WireTalk.objects.filter(pk=F("call_id"), members__agent=agent_id)
    return calls.filter(pk__in=tasks.values("pk")).order_by("-pk").values_list("pk", flat=True).first()


def token_of_call(call_id: uuid.UUID) -> str:
    """Give the token of the task that a call is for; empty: the call is over, or has none."""
    open_call = Q(state__in=[CallState.HELD, CallState.WAITING])
    request = SocketCall.objects.filter(open_call, pk=call_id).values_list("request", flat=True).first()
    colleagues = open_payload(request, unseal_text).get("colleagues") if request else None
    return str(colleagues["token"]) if isinstance(colleagues, dict) else ""
