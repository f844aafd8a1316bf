"""IoA's websockets: `/ws/{name}`, on which a client speaks as an agent; `/chatlist_ws`, which tells of all talks."""

import asyncio
import contextlib
import json
import logging
import time
import uuid
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import InterfaceError, OperationalError
from pydantic import ValidationError

from apps.accounts.actions.rate_limits import count_refusal
from apps.accounts.actions.refusals import note_refusal
from apps.accounts.domain.access import Scope, bearer_in
from apps.accounts.domain.errors import Crowded, Forbidden, NotFound, Refused
from apps.accounts.events import AccountsDeed
from apps.accounts.queries import require_scope
from apps.agents.actions import mailbox, wire_talks
from apps.agents.actions.wire_talks import KEPT
from apps.agents.domain.socket_protocol.frames import MOST_FRAME, Hello
from apps.agents.queries.wire_talks import WIRE, lines_of, newest_talks, talk_of, untold
from apps.api.ioa.relay import NoTalk, Relay
from apps.api.ioa.seats import WireSeat, actor_of, seat_for
from apps.api.ioa.wire_schemas import ChatMessage
from apps.api.waiting_places import WaitingPlace, WaitingPlaces
from apps.core.texts import replace_unstorable
from apps.core.validation import faults_in_a_line
from apps.journal.domain.audit import from_origin
from apps.journal.gateway import StreamFeed, Subscriptions, is_wanted

log = logging.getLogger(__name__)

BAD_MESSAGE = 4400  # what came is no message of IoA's, or of no talk of its sender's
NOBODY = 4401  # no token, or one that is unknown, revoked or expired
FORBIDDEN = 4403  # who sends it may not speak as this agent
UNKNOWN = 4404  # there is no agent of this name that dials in
REPLACED = 4409  # another socket speaks as this agent now, or who let it in may no more
TOO_MANY = 4429
AWAY = 1013  # the database is; come back
BUSY_SECONDS, IDLE_SECONDS = 0.5, 2.0  # between two looks, while native members work and else
CHECK_SECONDS = 3.0
RECENT = timedelta(seconds=30)
MOST_LISTED = 100  # messages told to a list in one go

list_places = WaitingPlaces(of_one=10, in_all=100)
"""Of those in this process that are told of all talks: each looks twice a second."""


def _with_errands(line_ids: Any) -> dict[uuid.UUID, int]:
    return dict.fromkeys(mailbox.lines_with_errands(line_ids), time.time_ns())


lines = Subscriptions(_with_errands)
"""The bells of the agents on the wire in this process."""


class _Wire(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """What both sockets have in common: work that ends with them, and reasons for closing."""

    _work: asyncio.Task[None] | None = None

    async def __call__(self, *args: Any) -> None:
        """See AsyncConsumer. However a socket ends, its work ends with it."""
        try:
            await super().__call__(*args)
        except ConnectionResetError:  # it has left before it was answered
            pass
        finally:
            if self._work is not None:
                self._work.cancel()
            await self.leave()

    async def leave(self) -> None:
        """The socket is closed."""

    async def turn_away(self) -> None:
        """Nobody who may: said after the handshake, since only an open socket can be closed with a code."""
        host, _ = self.scope.get("client") or ("local", 0)
        with from_origin(host):
            await database_sync_to_async(note_refusal)(AccountsDeed.TOKEN_REFUSED, None, "IoA's wire")
        waits = await database_sync_to_async(count_refusal)(host)
        await self.close(TOO_MANY if waits else NOBODY, f"Wait {waits} seconds." if waits else "A token is needed.")


class AgentWire(_Wire):
    """A client of IoA, as one agent of the registry."""

    _relay: Relay | None = None
    _seat: WireSeat
    _socket_id: uuid.UUID

    async def connect(self) -> None:
        """Let in whoever may speak as the agent of this name; an older socket of the same agent is closed."""
        await self.accept()
        try:
            seat = await database_sync_to_async(seat_for)(self.scope, self.scope["url_route"]["kwargs"]["name"])
            if seat is None:
                await self.turn_away()
                return
            welcome = await database_sync_to_async(mailbox.open_socket)(seat.dialer, Hello(client=WIRE))
        except NotFound as missing:
            await self.close(UNKNOWN, _reason(missing))
        except (Forbidden, Refused) as refused:
            await self.close(FORBIDDEN, _reason(refused))
        except (OperationalError, InterfaceError):
            await self.close(AWAY)
        else:
            self._seat, self._socket_id = seat, welcome.socket_id
            self._relay = Relay(seat, welcome.socket_id)
            self._turn = asyncio.Lock()
            self._work = asyncio.create_task(self._serve(self._relay))

    async def leave(self) -> None:
        """Note that the agent is gone; what it has is told again to the socket that comes next."""
        if self._relay is not None:
            self._relay = None
            with contextlib.suppress(OperationalError, InterfaceError):
                await database_sync_to_async(mailbox.close_socket)(self._socket_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read a message and do what it says."""
        if self._relay is None:
            return
        try:
            message = _read(text_data or "")
            async with self._turn:
                await database_sync_to_async(self._relay.take_message)(message)
        except (NoTalk, Refused, ValidationError, ValueError) as error:
            await self.close(BAD_MESSAGE, _reason(error))
        except (OperationalError, InterfaceError):
            await self.close(AWAY)

    async def _serve(self, relay: Relay) -> None:
        try:
            async with lines.listen(self._seat.dialer.connection_id) as feed:
                await self._attend(relay, feed)
        except (OperationalError, InterfaceError):
            await self.close(AWAY)
        except ConnectionResetError:  # it has left, as whoever reads from it learns too
            return
        except Exception:
            log.exception("the wire of agent %s broke down", self._seat.dialer.agent_id)
            await self.close(AWAY)

    async def _attend(self, relay: Relay, feed: StreamFeed) -> None:
        """Tell what is new, up to the end of the process or of the agent's leave to be here."""
        checked_at = 0.0
        while is_wanted():
            if time.monotonic() - checked_at > CHECK_SECONDS:
                checked_at = time.monotonic()
                if not await database_sync_to_async(self._may_stay)(self._seat):
                    await self.close(REPLACED, "Another socket speaks as this agent, or leave was withdrawn.")
                    return
            busy = await self._look(relay)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BUSY_SECONDS if busy else IDLE_SECONDS):
                    await anext(feed)

    def _may_stay(self, seat: WireSeat) -> bool:
        return bool(mailbox.keep_open([self._socket_id])) and seat.holds()

    async def _look(self, relay: Relay) -> bool:
        async with self._turn:
            busy: bool = await database_sync_to_async(self._take_news)(relay)
        messages = await database_sync_to_async(untold)(self._seat.dialer.agent_id)
        for one in messages:
            await self.send(json.dumps(one.body, ensure_ascii=False))
        if messages:
            told = [(one.member_id, one.number) for one in messages]
            await database_sync_to_async(wire_talks.note_told)(told)
        return busy

    def _take_news(self, relay: Relay) -> bool:
        deliveries = mailbox.take_deliveries(self._socket_id)
        for call in deliveries.cancelled:
            relay.drop_call(call)
        for given in deliveries.given:
            relay.take_call(given)
        return relay.do_errands()


class TalkList(_Wire):
    """Tells whoever may read of each talk on the wire as it is opened, and of each message as it comes."""

    _place: WaitingPlace | None = None

    async def connect(self) -> None:
        """Let in who may read, as long as there are places."""
        await self.accept()
        try:
            actor = await database_sync_to_async(self._actor)()
            if actor is None:
                await self.turn_away()
                return
            self._place = list_places.take(actor.workspace_id)
        except Forbidden as refused:
            await self.close(FORBIDDEN, _reason(refused))
        except Crowded as crowd:
            await self.close(TOO_MANY, _reason(crowd))
        else:
            self._work = asyncio.create_task(self._serve(actor.workspace_id))

    async def leave(self) -> None:
        """Give the place back."""
        if self._place is not None:
            self._place.leave()

    def _actor(self) -> Any:
        actor = actor_of(self.scope, bearer_in(self.scope["headers"]))
        if actor is not None:
            require_scope(actor, Scope.READ)
        return actor

    async def _serve(self, workspace_id: uuid.UUID) -> None:
        told = await database_sync_to_async(newest_talks)(workspace_id, KEPT)
        checked_at = time.monotonic()
        try:
            while is_wanted():
                await asyncio.sleep(BUSY_SECONDS)
                for frame in await database_sync_to_async(_news)(workspace_id, told):
                    await self.send(json.dumps(frame, ensure_ascii=False))
                if time.monotonic() - checked_at > CHECK_SECONDS:
                    checked_at = time.monotonic()
                    if await database_sync_to_async(self._actor)() is None:
                        await self.close(REPLACED)
                        return
        except (OperationalError, InterfaceError, Forbidden):
            await self.close(AWAY)


def _news(workspace_id: uuid.UUID, told: dict[uuid.UUID, int]) -> list[dict[str, Any]]:
    """What a list was not told yet; `told`: the last message of each talk that it was."""
    frames: list[dict[str, Any]] = []
    for talk_id, last in newest_talks(workspace_id, RECENT).items():
        talk = talk_of(workspace_id, talk_id) if told.get(talk_id, -1) < last else None
        if talk is None:
            continue
        if talk_id not in told:
            names = [member.name for member in talk.members]
            opened = {"comm_id": str(talk_id), "agent_names": names, "team_name": talk.name or None}
            frames.append(opened | {"frontend_type": "teamup"})
        said = lines_of(talk_id, told.get(talk_id, 0), MOST_LISTED)
        frames += [line | {"frontend_type": "message"} for line in said]
        told[talk_id] = told.get(talk_id, 0) + len(said)
    return frames


def _read(text: str) -> ChatMessage:
    """Understand a message. Raises ValueError."""
    if len(text) > MOST_FRAME:
        raise ValueError(f"A message has at most {MOST_FRAME:,} characters.")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("A message is one JSON object.") from None
    return ChatMessage.model_validate(_storable(said))


def _storable(value: object) -> object:
    match value:
        case str():
            return replace_unstorable(value)
        case list():
            return [_storable(item) for item in value]
        case dict():
            return {replace_unstorable(name): _storable(item) for name, item in value.items()}
    return value


def _reason(error: Exception) -> str:
    """Why a socket is closed, in the 123 bytes that a close frame has for it."""
    words = faults_in_a_line(error, 1) if isinstance(error, ValidationError) else str(error)
    return words.encode()[:120].decode("utf-8", "ignore")
