"""Agents dial in: the web process's end of the mailbox. The worker's is `connectors.socket.mailbox`.

A call is given to one installation at a time, under a fence; what an installation tells under an older fence is not
heard. Each event is kept once, in the agent's own numbering, before it is acknowledged.
"""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from apps.accounts.domain.errors import Refused
from apps.accounts.queries.sealing import unseal_text
from apps.agents.actions.experience import set_availability
from apps.agents.actions.registry import update_agent
from apps.agents.connectors.socket.mailbox import FRESH
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.profile import Availability, skills_from_rows
from apps.agents.domain.reach import merge_told_skills
from apps.agents.domain.registration import QUOTA, AgentProfile
from apps.agents.domain.socket_protocol.frames import CallEvent, DialInCard, Hello
from apps.agents.domain.socket_protocol.outgoing import draft_of_call, open_payload
from apps.agents.domain.socket_protocol.states import ENDINGS, OPEN_CALL, CallState, EventKind
from apps.agents.domain.versions import ITSELF
from apps.agents.models import Agent, AgentSocket, AgentToken, Connection, SocketCall, SocketEvent
from apps.agents.queries.agent_tokens import Dialer
from apps.core.sentences import pack_all, sentence
from apps.journal import gateway

MOST_SOCKETS = 20  # open at one time by one token
MOST_FILE_BYTES = 200 * 1024 * 1024  # of all files of one call
MOST_EVENTS = 20_000  # of one call
TOO_MUCH = sentence(
    "The agent sent more than {most_events:,} messages or {most_file_bytes} MB of files.",
    most_events=MOST_EVENTS,
    most_file_bytes=MOST_FILE_BYTES // 2**20,
)
AT_ONCE = 50  # calls given in one go


@dataclass(frozen=True)
class Welcome:
    """What an agent that has dialled in has to know: how far each call that it has is kept, and which nobody awaits."""

    socket_id: uuid.UUID
    handle: str
    known: dict[uuid.UUID, int] = field(default_factory=dict)
    gone: tuple[uuid.UUID, ...] = ()


@dataclass(frozen=True)
class Given:
    """A call that an installation is to carry out."""

    call: uuid.UUID
    fence: int
    seq: int  # its first event has the number after this
    request: dict[str, Any]


@dataclass(frozen=True)
class Acknowledgement:
    """Up to which number a call's story is kept. Not `awaited`: what comes after is of no use to anybody."""

    call: uuid.UUID
    fence: int
    seq: int
    awaited: bool


@dataclass(frozen=True)
class Deliveries:
    """What is to be told to an installation: calls to carry out, and calls to stop."""

    given: tuple[Given, ...]
    cancelled: tuple[uuid.UUID, ...]


def open_socket(dialer: Dialer, hello: Hello) -> Welcome:
    """An agent dialled in; an older socket of the same installation is closed by whoever holds it.

    Raises Refused for an agent that is reached otherwise, a card that can't be taken, and too many sockets.
    """
    _describe(dialer, hello.card)
    with transaction.atomic():
        rows = Connection.objects.select_for_update(no_key=True, of=("self",)).only("pk", "agent__handle")
        line = rows.select_related("agent").get(pk=dialer.connection_id)
        _check_room(dialer, hello.client)
        AgentSocket.objects.filter(connection=line, client=hello.client).delete()
        socket = AgentSocket.objects.create(
            connection=line,
            token_id=dialer.token_id,
            client=hello.client,
            opened_at=Now(),
            seen_at=Now(),
            tools=list(hello.tools),
        )
        if dialer.token_id is not None:
            AgentToken.objects.filter(pk=dialer.token_id).update(last_used_at=Now())
        known, gone = _resume_calls(socket, hello)
        set_availability(line.pk, Availability.ONLINE)
        return Welcome(socket.pk, line.agent.handle, known, gone)


def _describe(dialer: Dialer, card: DialInCard) -> None:
    """Take over what the agent says of itself, where its registration lets it."""
    line = Connection.objects.select_related("agent").defer(*_UNREAD).get(pk=dialer.connection_id)
    agent = line.agent
    if line.connector != SOCKET:
        raise Refused(
            agent=sentence(
                "@{handle} is reached by {connector}: register an agent that dials in.",
                handle=agent.handle,
                connector=line.connector,
            )
        )
    if line.owner_id is not None:  # one person's own says nothing of the profile that all share
        return
    own = card.told()
    told = own.model_copy(update={"skills": own.skills and merge_told_skills(own.skills, agent.skills)})
    said = {name: value for name, value in told.model_dump(mode="json", by_alias=True).items() if value is not None}
    if said == _registered_values(agent, said) or line.connector_config.get("describes_itself") is False:
        return
    values = {name: getattr(agent, name) for name in ("handle", "name", "description", "enabled")}
    values |= {name: getattr(line, name) for name in ("connector", "connector_config", *QUOTA)}
    values["skills"] = skills_from_rows(agent.skills)
    try:
        profile = AgentProfile.model_validate({**values, **said})
    except ValueError as error:
        raise Refused(card=sentence("The card can't be taken: {value}", value=str(error)[:300])) from None
    update_agent(dialer.workspace_id, profile, otherwise=ITSELF)


_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")


def _registered_values(agent: Agent, names: Iterable[str]) -> dict[str, object]:
    """What is registered of what it says, written as it would be today."""
    skills = [skill.model_dump(mode="json", by_alias=True) for skill in skills_from_rows(agent.skills)]
    return {name: skills if name == "skills" else getattr(agent, name) for name in names}


def _check_room(dialer: Dialer, client: str) -> None:
    others = AgentSocket.objects.filter(connection_id=dialer.connection_id, token_id=dialer.token_id)
    others = others.filter(open=True, seen_at__gt=Now() - FRESH)
    if others.exclude(client=client).count() >= MOST_SOCKETS:
        raise Refused(
            token=sentence("This token has {most_sockets} sockets open: close one first.", most_sockets=MOST_SOCKETS)
        )


def _resume_calls(socket: AgentSocket, hello: Hello) -> tuple[dict[uuid.UUID, int], tuple[uuid.UUID, ...]]:
    """Go on with the calls that the installation still has; those it lost are to be given anew."""
    fences = {held.call: held.fence for held in hello.holding}
    mine = Q(pk__in=fences) | Q(holder=hello.client, state=CallState.HELD)
    known: dict[uuid.UUID, int] = {}
    for call in (
        SocketCall.objects.select_for_update(no_key=True)
        .filter(mine, connection_id=socket.connection_id)
        .order_by("pk")
    ):
        if call.pk not in fences:
            call.state, call.socket_id = CallState.WAITING, None
        elif call.state in OPEN_CALL and call.fence == fences[call.pk]:
            call.state, call.socket_id, call.holder = CallState.HELD, socket.pk, hello.client
            known[call.pk] = call.last_seq
        else:
            continue
        call.save(update_fields=["state", "socket_id", "holder"])
    return known, tuple(call for call in fences if call not in known)


@transaction.atomic
def close_socket(socket_id: uuid.UUID) -> None:
    """A socket was closed; its agent may come back with what it has."""
    AgentSocket.objects.filter(pk=socket_id).update(open=False, seen_at=Now())


_STILL_OPEN = """
UPDATE agents_agentsocket AS socket SET open = true, seen_at = clock_timestamp()
FROM agents_agentsocket AS own JOIN agents_connection AS line ON line.id = own.connection_id
    LEFT JOIN agents_agenttoken AS token ON token.id = own.token_id
WHERE socket.id = ANY(%s) AND own.id = socket.id AND token.revoked_at IS NULL
    AND (line.owner_id IS NULL OR line.enabled)
    AND (token.expires_at IS NULL OR token.expires_at > clock_timestamp())
RETURNING socket.id"""


def keep_open(socket_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Say that these sockets are open, which counts for `FRESH`; gives those that may stay so. One statement.

    Not among them: those whose token was revoked or has expired, those over a person's connection that is off, and
    those that another socket of the same installation replaced.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STILL_OPEN, [list(socket_ids)])
        return {row[0] for row in cursor.fetchall()}


@transaction.atomic
def take_deliveries(socket_id: uuid.UUID) -> Deliveries:
    """Give a socket's installation the calls that wait for its agent, and name those it has to stop."""
    socket = AgentSocket.objects.filter(pk=socket_id).first()
    if socket is None:
        return Deliveries((), ())
    calls = SocketCall.objects.select_for_update(no_key=True, skip_locked=True).filter(
        connection_id=socket.connection_id
    )
    given = tuple(_give(call, socket) for call in calls.filter(state=CallState.WAITING).order_by("pk")[:AT_ONCE])
    stopped = list(calls.filter(state=CallState.WITHDRAWN, socket_id=socket_id)[:AT_ONCE])
    SocketCall.objects.filter(pk__in=[call.pk for call in stopped]).update(socket_id=None)
    return Deliveries(given, tuple(call.pk for call in stopped))


def _give(call: SocketCall, socket: AgentSocket) -> Given:
    """A new holder goes on with the numbers, but what another one had told before counts no more."""
    call.state, call.holder, call.socket_id = CallState.HELD, socket.client, socket.pk
    call.fence += 1
    call.save(update_fields=["state", "holder", "socket_id", "fence"])
    if call.last_seq:
        add_event(call, EventKind.RESTART, {})
    return Given(call.pk, call.fence, call.last_seq, open_payload(call.request, unseal_text))


def lines_with_errands(connection_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Give those of the connections over which something is to be told."""
    open_calls = Q(state=CallState.WAITING) | Q(state=CallState.WITHDRAWN) & ~Q(socket_id=None)
    rows = SocketCall.objects.filter(open_calls, connection_id__in=list(connection_ids))
    return set(rows.values_list("connection_id", flat=True).distinct())


@transaction.atomic
def note_event(socket_id: uuid.UUID, told: CallEvent) -> Acknowledgement | None:
    """Keep what an installation tells, once; gives up to where the call's story is kept.

    What leaves a gap is not kept: it is sent again after the acknowledgement. None: the call is with another socket
    of the same installation by now.
    """
    rows = SocketCall.objects.select_for_update(no_key=True, of=("self",)).filter(connection__sockets=socket_id)
    call = rows.filter(pk=told.call, fence=told.fence).first()
    if call is None or (call.state != CallState.HELD and told.seq > call.last_seq):
        return Acknowledgement(told.call, told.fence, 0, awaited=False)
    if call.state == CallState.HELD and call.socket_id != socket_id:
        return None
    if call.state == CallState.HELD and told.seq == call.last_seq + 1:
        _keep(call, told)
    return Acknowledgement(call.pk, call.fence, call.last_seq, awaited=True)


def _keep(call: SocketCall, told: CallEvent) -> None:
    call.file_bytes += len(told.content or b"")
    if call.file_bytes > MOST_FILE_BYTES or told.seq > MOST_EVENTS:
        add_event(call, EventKind.ERROR, {"reason": TOO_MUCH, "permanent": True, "uncertain": True})
    else:
        add_event(call, told.kind, told.body, told.content)


def add_event(call: SocketCall, kind: EventKind, body: dict[str, object], content: bytes | None = None) -> None:
    """Add the next event to a call whose row this transaction holds, and ring for who listens to it."""
    call.last_seq += 1
    packed = pack_all(body)
    told = {**body, "made_of": packed} if packed else body
    SocketEvent.objects.create(call=call, seq=call.last_seq, kind=kind, body=told, content=content)
    if kind in ENDINGS:
        call.state = ENDINGS[kind]
        SocketCall.objects.filter(pk=call.pk).update(ended_at=Now())
    call.save(update_fields=["last_seq", "file_bytes", "state"])
    call_id, seq = call.pk, call.last_seq
    transaction.on_commit(lambda: gateway.publish({call_id: seq}), robust=True)


def show_writing(call_id: uuid.UUID, text: str) -> None:
    """Let the worker that listens to a call know what its agent has written so far; nothing keeps it. Never raises."""
    gateway.show_draft(draft_of_call(call_id), text, call_id)


def withdraw_all() -> None:
    """Take back every call of an agent: nobody knows how far it came. See chat.actions.restoration."""
    SocketCall.objects.filter(state__in=OPEN_CALL).update(state=CallState.WITHDRAWN, ended_at=Now())
