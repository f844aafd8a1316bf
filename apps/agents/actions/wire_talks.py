"""Talks of IoA's wire: opened, spoken in, and what the agents are given that the hub speaks for. Each one transaction.

Messages of a talk are numbered under its row's lock. What the other end was sent is noted, so that a socket that comes
back is sent the rest.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Greatest, Now

from apps.accounts.domain.errors import Refused
from apps.agents.connectors.socket.mailbox import ring_line
from apps.agents.domain.socket_protocol.states import OPEN_CALL
from apps.agents.models import Agent, Connection, SocketCall, WireErrand, WireMember, WireMessage, WireTalk
from apps.agents.queries.wire_talks import TalkOnWire, on_wire, talk_from
from apps.core.sentences import sentence

MOST_MESSAGES = 2000  # of one talk
MOST_ERRANDS = 200  # of one talk
KEPT = timedelta(days=30)  # after the last message


@dataclass(frozen=True)
class NewTalk:
    """What a talk is opened with. `members`: handle -> the name by which the talk knows it, its leader among them.

    `leader`: handle of the agent that opens it; empty: the hub does, for the call whose id it bears. `call_id`: the
    call of the leader's that what is given in it counts for.
    """

    workspace_id: uuid.UUID
    members: Mapping[str, str]
    leader: str = ""
    name: str = ""
    id: uuid.UUID | None = None
    call_id: uuid.UUID | None = None


@dataclass(frozen=True)
class NewErrand:
    """What a message gives to a member that the hub speaks for."""

    member_id: int
    giver: str
    kind: int
    brief: str


@dataclass(frozen=True)
class NewWireMessage:
    """What is said in a talk, as the wire has it, and whom it gives something to do."""

    body: Mapping[str, Any]
    errands: tuple[NewErrand, ...] = field(default=())


@transaction.atomic
def open_talk(new: NewTalk) -> TalkOnWire:
    """Open a talk; one whose id is known is given as it is."""
    if new.id is not None and (known := WireTalk.objects.filter(pk=new.id).first()) is not None:
        return talk_from(known)
    agents = Agent.objects.filter(workspace=new.workspace_id, handle__in=list(new.members)).only("pk", "handle")
    ids = {agent.handle: agent.pk for agent in agents}
    speaking = on_wire(ids.values()) | ({ids[new.leader]} if new.leader else set())
    row = WireTalk(workspace_id=new.workspace_id, name=new.name, call_id=new.call_id, said_at=Now())
    row.leader_id = ids[new.leader] if new.leader else None
    if new.id is not None:
        row.pk = new.id
    row.save(force_insert=True)
    WireMember.objects.bulk_create(
        WireMember(talk=row, agent_id=ids[handle], name=name, on_wire=ids[handle] in speaking)
        for handle, name in new.members.items()
        if handle in ids
    )
    return talk_from(row)


@transaction.atomic
def say(talk_id: uuid.UUID, said: NewWireMessage) -> None:
    """Keep what a client says in a talk, and ring for all who speak on the wire, the sender too.

    Raises Refused where the talk has become too long. What the hub itself says in it is not refused.
    """
    row = WireTalk.objects.select_for_update(no_key=True).get(pk=talk_id)
    if row.last_number >= MOST_MESSAGES:
        raise Refused(
            comm_id=sentence(
                "A talk has at most {most_messages:,} messages: open another one.", most_messages=MOST_MESSAGES
            )
        )
    if said.errands and row.errands.count() + len(said.errands) > MOST_ERRANDS:
        raise Refused(
            comm_id=sentence("A talk gives at most {most_errands} tasks: open another one.", most_errands=MOST_ERRANDS)
        )
    _say(row, said)


@transaction.atomic
def say_as_hub(talk_id: uuid.UUID, said: NewWireMessage) -> None:
    """The same for what the hub says."""
    _say(WireTalk.objects.select_for_update(no_key=True).get(pk=talk_id), said)


def _say(row: WireTalk, said: NewWireMessage) -> None:
    row.last_number += 1
    row.said_at = Now()
    row.save(update_fields=["last_number", "said_at"])
    WireMessage.objects.create(talk=row, number=row.last_number, body=dict(said.body))
    WireErrand.objects.bulk_create(
        WireErrand(talk=row, member_id=one.member_id, giver=one.giver, kind=one.kind, brief=one.brief)
        for one in said.errands
    )
    _ring(row.members.filter(Q(on_wire=True) | Q(agent=row.leader_id)).values_list("agent_id", flat=True))


def _ring(agent_ids: Iterable[uuid.UUID]) -> None:
    for line in Connection.objects.filter(agent__in=list(agent_ids), owner=None).values_list("pk", flat=True):
        ring_line(line)


@transaction.atomic
def note_told(told: Sequence[tuple[int, int]]) -> None:
    """The sockets of these members were sent everything up to these messages: (member, number)."""
    for member_id, number in told:
        WireMember.objects.filter(pk=member_id).update(told=Greatest("told", number))


@transaction.atomic
def tell_again(agent_id: uuid.UUID) -> None:
    """A client was started anew and knows nothing: it is sent the tasks again that it has not done."""
    calls = SocketCall.objects.filter(state__in=OPEN_CALL, connection__agent=agent_id)
    WireMember.objects.filter(agent=agent_id, on_wire=True, talk__in=calls.values("pk")).update(told=0)


@transaction.atomic
def become_goal(talk_id: uuid.UUID) -> bool:
    """A goal is launched for a talk; False: one was, so that no two come of messages at one time."""
    return WireTalk.objects.filter(pk=talk_id, is_goal=False).update(is_goal=True) == 1


@transaction.atomic
def await_call(talk_id: uuid.UUID) -> None:
    """Another round of the talk's goal begins: its call will come."""
    WireTalk.objects.filter(pk=talk_id).update(call_id=None)


@transaction.atomic
def attach_call(talk_id: uuid.UUID, call_id: uuid.UUID) -> bool:
    """The call of a talk's goal has come to its leader; False: it has another one."""
    rows = WireTalk.objects.filter(Q(call_id=None) | Q(call_id=call_id), pk=talk_id)
    return rows.update(call_id=call_id) == 1


@transaction.atomic
def note_handed_on(errand_id: uuid.UUID, task_id: uuid.UUID, said: NewWireMessage | None) -> None:
    """An errand has become a task; `said`: what its member says of that."""
    row = WireErrand.objects.get(pk=errand_id)
    talk = WireTalk.objects.select_for_update(no_key=True).get(pk=row.talk_id)
    WireErrand.objects.filter(pk=errand_id).update(task_id=task_id)
    if said is not None:
        _say(talk, said)


@transaction.atomic
def end_errand(errand_id: uuid.UUID, said: NewWireMessage) -> None:
    """Say what came of an errand, once."""
    row = WireErrand.objects.get(pk=errand_id)
    talk = WireTalk.objects.select_for_update(no_key=True).get(pk=row.talk_id)
    if WireErrand.objects.filter(pk=errand_id, over=False).update(over=True):
        _say(talk, said)


@transaction.atomic
def drop_errands(call_id: uuid.UUID) -> None:
    """A call is over: nobody waits for what was given for it."""
    WireErrand.objects.filter(talk__call_id=call_id, over=False).update(over=True)


def forget_old() -> None:
    """Drop the talks in which nothing was said for a month."""
    WireTalk.objects.filter(said_at__lt=Now() - KEPT).delete()
