"""`/ws/agents/`: an agent dials in with its token, says what it is, and is given calls; see client/PROTOCOL.md."""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import InterfaceError, OperationalError

from apps.accounts.actions.rate_limits import count_refusal
from apps.accounts.actions.refusals import note_refusal
from apps.accounts.domain.access import bearer_in
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.events import AccountsDeed
from apps.agents.actions import mailbox
from apps.agents.consumers.switchboard import switchboard
from apps.agents.domain.socket_protocol import frames, outgoing
from apps.agents.domain.socket_protocol.frames import (
    BadFrame,
    CallEvent,
    Frame,
    FrameRequest,
    GetFile,
    Hello,
)
from apps.agents.domain.socket_protocol.states import ENDINGS
from apps.agents.domain.socket_protocol.writing import CallWriting
from apps.agents.queries.agent_tokens import Dialer, dialer_of, piece_of_file
from apps.journal.domain.audit import from_origin

RATE = 20.0  # messages a second
BURST = 60.0  # messages at once


class Bucket:
    """Fills by RATE a second up to BURST; each message takes one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left, self._at = BURST, clock()

    def take(self) -> bool:
        """Count a message; False when it came too fast."""
        now = self._clock()
        self._left = min(BURST, self._left + (now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


log = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
MOST_MISTAKES = 20

AWAY = 1013  # the database is; come back
NO_TOKEN = 4401  # the token is unknown or revoked
REFUSED = 4403  # the agent or its card is not taken; the frame before says why
SUBPROTOCOL = 4406  # another protocol is spoken
NO_HELLO = 4408  # nothing was said
REPLACED = 4409  # the same installation dialled in again, or the token was revoked
TOO_FAST = 4429  # frames, or unknown tokens from one address; then the frame before says how long to wait
BAD_FRAMES = 4400


class AgentConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One agent's socket."""

    dialer: Dialer | None = None
    socket_id: uuid.UUID
    _joined = False
    _mistakes = 0
    _held: dict[uuid.UUID, int]  # the calls that this socket may tell of, with their fences
    _work: tuple[asyncio.Task[None], ...] = ()

    async def __call__(self, *args: Any) -> None:
        """See AsyncConsumer. However a socket ends, by an error or cancelled too, nobody says that it is open."""
        try:
            await super().__call__(*args)
        except ConnectionResetError:  # it has left before it was answered
            pass
        finally:
            await self._leave()

    async def connect(self) -> None:
        """Let in who brings a token; the reasons for not doing so are codes that tell whether to try again."""
        self._bucket = Bucket()
        if frames.SUBPROTOCOL not in self.scope["subprotocols"]:
            await self.accept()
            await self.close(code=SUBPROTOCOL)
            return
        self.dialer = await database_sync_to_async(dialer_of)(bearer_in(self.scope["headers"]))
        await self.accept(subprotocol=frames.SUBPROTOCOL)  # only an open socket can be closed with a code of ours
        if self.dialer is None:
            await self._turn_away()
            return
        self._work = (asyncio.create_task(self._wait_for_hello()),)

    async def _turn_away(self) -> None:
        """Say that the token is unknown; too many of these from one address have to wait."""
        host, _ = self.scope.get("client") or ("local", 0)
        with from_origin(host):
            await database_sync_to_async(note_refusal)(AccountsDeed.TOKEN_REFUSED, None, "the socket of agents")
        if seconds := await database_sync_to_async(count_refusal)(host):
            await self.send(outgoing.wait(seconds))
            await self.close(code=TOO_FAST)
        else:
            await self.close(code=NO_TOKEN)

    async def _leave(self) -> None:
        """Note that the agent is gone; it may come back with what it has."""
        for task in self._work:
            task.cancel()
        if self._joined:
            self._joined = False
            switchboard.leave(self)
            with contextlib.suppress(OperationalError, InterfaceError):
                await database_sync_to_async(mailbox.close_socket)(self.socket_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read a frame and do what it asks for."""
        if self.dialer is None:
            await self.close(code=NO_TOKEN)
            return
        if not self._bucket.take():
            await self.close(code=TOO_FAST, reason=f"At most {RATE:.0f} frames a second, {BURST:.0f} at once.")
            return
        try:
            await self._heed(self.dialer, frames.read_frame(text_data or ""))
        except BadFrame as error:
            await self._correct(error)
        except (OperationalError, InterfaceError):
            await self.close(code=AWAY)

    async def dismiss(self) -> None:
        """Close it: its token was revoked or has expired, or another socket took its place."""
        await self.close(code=REPLACED)

    async def _heed(self, dialer: Dialer, frame: Frame) -> None:
        match frame:
            case FrameRequest(frame_id=frame_id, what=Hello() as hello) if not self._joined:
                await self._welcome(dialer, frame_id, hello)
            case FrameRequest(frame_id=frame_id) if not self._joined:
                raise BadFrame("Say hello first.", frame_id=frame_id)
            case FrameRequest(frame_id=frame_id, what=GetFile() as wanted):
                await self._send_piece(dialer, frame_id, wanted)
            case FrameRequest(frame_id=frame_id):
                raise BadFrame("Hello was said before.", frame_id=frame_id)
            case CallEvent() if self._joined:
                await self._keep(frame)
            case CallWriting() if self._joined and self._held.get(frame.call) == frame.fence:
                await database_sync_to_async(mailbox.show_writing)(frame.call, frame.text)

    async def _welcome(self, dialer: Dialer, frame_id: str, hello: Hello) -> None:
        try:
            welcome = await database_sync_to_async(mailbox.open_socket)(dialer, hello)
        except Refused as refused:
            await self.send(outgoing.refusal(BadFrame(str(refused), frames.INVALID_PARAMS, frame_id)))
            await self.close(code=REFUSED)
            return
        self.socket_id, self._joined = welcome.socket_id, True
        self._held = {held.call: held.fence for held in hello.holding if held.call in welcome.known}
        await self.send(outgoing.welcome(frame_id, welcome.handle, welcome.known, welcome.gone))
        switchboard.join(self)
        self._work = (*self._work, asyncio.create_task(self._serve(dialer)))

    async def _serve(self, dialer: Dialer) -> None:
        try:
            await switchboard.serve(dialer.connection_id, self._tell_deliveries)
        except ConnectionResetError:  # it has left, as whoever reads from it learns too
            return
        except Exception:
            log.exception("the socket of agent %s broke down", dialer.agent_id)
            await self.close(code=AWAY)

    async def _tell_deliveries(self) -> None:
        deliveries = await database_sync_to_async(mailbox.take_deliveries)(self.socket_id)
        for call in deliveries.cancelled:
            self._held.pop(call, None)
            await self.send(outgoing.cancel_task(call))
        for given in deliveries.given:
            self._held[given.call] = given.fence
            await self.send(outgoing.send_message(given.call, given.fence, given.seq, given.request))

    async def _keep(self, told: CallEvent) -> None:
        if told.kind in ENDINGS:
            self._held.pop(told.call, None)
        kept = await database_sync_to_async(mailbox.note_event)(self.socket_id, told)
        if kept is None:
            return
        await self.send(
            outgoing.ack(kept.call, kept.fence, kept.seq) if kept.awaited else outgoing.cancel_task(kept.call)
        )

    async def _send_piece(self, dialer: Dialer, frame_id: str, wanted: GetFile) -> None:
        try:
            content, size = await database_sync_to_async(piece_of_file)(
                dialer.connection_id, wanted.call, wanted.index, wanted.offset, frames.CHUNK
            )
        except NotFound as missing:
            raise BadFrame(str(missing), frames.INVALID_PARAMS, frame_id) from None
        await self.send(outgoing.piece(frame_id, content, size, wanted.offset))

    async def _correct(self, error: BadFrame) -> None:
        """Say what is wrong; who goes on like that is not an agent."""
        self._mistakes += 1
        await self.send(outgoing.refusal(error))
        if self._mistakes >= MOST_MISTAKES:
            await self.close(code=BAD_FRAMES, reason=_reason(error))

    async def _wait_for_hello(self) -> None:
        await asyncio.sleep(HELLO_SECONDS)
        if not self._joined:
            await self.close(code=NO_HELLO)


def _reason(error: BadFrame) -> str:
    """What was wrong with the last frame, in the 123 bytes that a close frame has for it."""
    words = f"{MOST_MISTAKES} frames could not be read, the last: {error}"
    return words.encode()[:120].decode("utf-8", "ignore")
