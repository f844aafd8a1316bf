"""The link of one agent to the hub: dialled again whenever it breaks, with all that the hub does not have yet."""

import asyncio
import base64
import contextlib
import itertools
import logging
import random
from asyncio import sleep
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from ioa_connect import wire
from ioa_connect.agents import Agent, Slots
from ioa_connect.spool import Spool
from ioa_connect.wire import Call
from ioa_connect.work import Work

log = logging.getLogger("ioa_connect")

PING_SECONDS = 15.0  # keeps a NAT's mapping alive, and finds out that a link is dead
MOST_FRAME = 64 * 1024 * 1024
SEND_GAP = 0.06  # seconds between frames once BURST is used up: the hub takes 20 a second
BURST = 20
ANSWER_SECONDS = 60.0
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds, at most, before dialling again
FINAL = {
    4401: "The hub does not know this token: it is wrong, was revoked, or has expired.",
    4403: "The hub does not take this agent.",
    4406: "The hub speaks another protocol: update ioa-connect.",
}
REPLACED = 4409


class Refused(Exception):
    """The hub will not have this agent, and trying again is pointless. The message is one plain sentence."""


class Link:
    """One agent, one token, one hub."""

    def __init__(self, hub: str, token: str, agent: Agent, spool: Spool) -> None:
        self._hub, self._token, self._agent, self._spool = hub.rstrip("/"), token, agent, spool
        self._work: dict[str, Work] = {}
        self._broken_off: set[str] = set()
        self._slots = Slots(agent.limit)
        self._news = asyncio.Event()
        self._up = asyncio.Event()
        self._shows_writing = False  # whether the hub shows what an agent is writing
        self._socket: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._refusal = ""
        self._wait = 0.0  # seconds that the hub asked for before it is dialled again
        self.connected = asyncio.Event()
        """Set once the hub has said welcome."""

    async def run(self) -> None:
        """Be there for the hub until this is cancelled. Raises Refused."""
        self._remember()
        failures = 0
        try:
            while True:
                was_up = await self._dial()
                failures = 0 if was_up else failures + 1
                pause = random.uniform(0, PAUSES[min(failures, len(PAUSES) - 1)])  # not all at once after a restart
                wait, self._wait = self._wait, 0.0
                await sleep(wait + pause)
        finally:
            for work in self._work.values():
                work.stop()

    def _remember(self) -> None:
        for call, events, story in self._spool.stories():
            if events and wire.is_end(events[-1]):
                self._work[call.id] = Work.resumed(call, events, story, self._news.set)
            else:
                self._broken_off.add(call.id)
                if self._agent.repeatable:
                    story.forget()

    async def _dial(self) -> bool:
        """One link, from its beginning to its end; whether there was one."""
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            async with connect(
                _address(self._hub),
                subprotocols=[Subprotocol(wire.SUBPROTOCOL)],
                additional_headers=headers,
                compression=None,
                max_size=MOST_FRAME,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                open_timeout=20,
                close_timeout=2,
            ) as socket:
                return await self._talk(socket)
        except InvalidURI as error:
            raise Refused(f"{self._hub} is no address of a hub.") from error
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
            log.info("no link to %s: %s", self._hub, str(error) or type(error).__name__)
            return False

    async def _talk(self, socket: ClientConnection) -> bool:
        was_up = False
        sending: asyncio.Task[None] | None = None
        try:
            hello = wire.hello(self._spool.client, self._agent.card(), self._holding(), self._agent.tools)
            with contextlib.suppress(ConnectionClosed):  # what the hub said before it closed is still to be read
                await socket.send(hello)
            async for text in socket:
                frame = wire.read(text)
                if was_up:
                    self._heed(frame)
                elif frame.get("id") == "hello":
                    was_up = self._welcomed(frame)
                    if was_up:
                        self._socket = socket
                        sending = asyncio.create_task(self._send(socket))
                        self._up.set()
                        self.connected.set()
                else:
                    self._wait = wire.wait_in(frame)
        except ConnectionClosed:
            pass
        finally:
            self._down(sending)
        self._judge(socket.close_code)
        return was_up

    def _down(self, sending: asyncio.Task[None] | None) -> None:
        self._socket = None
        self._up.clear()
        if sending is not None:
            sending.cancel()
        for answer in self._answers.values():
            answer.cancel()
        self._answers.clear()

    def _judge(self, code: int | None) -> None:
        if code in FINAL:
            raise Refused(self._refusal or FINAL[code])
        if code == REPLACED:
            log.warning(
                "the hub closed the link: the token was revoked or has expired, or this agent was started twice"
            )
        else:
            log.info("the link was closed (%s)", code)

    def _holding(self) -> list[tuple[str, int]]:
        return [(work.call.id, work.call.fence) for work in self._work.values()]

    def _welcomed(self, frame: dict[str, Any]) -> bool:
        if "result" not in frame:
            self._refusal = str(frame.get("error", {}).get("message", ""))
            return False
        said = frame["result"]
        log.info("connected to %s as @%s", self._hub, said["agent"])
        self._shows_writing = said.get("writing") is True
        for call_id in said["gone"]:
            self._drop(call_id)
        for call_id, seq in said["calls"].items():
            if call_id in self._work:
                self._work[call_id].resume_at(seq)
                self._forget_if_kept(call_id, seq)
        self._news.set()
        return True

    def _heed(self, frame: dict[str, Any]) -> None:
        match frame:
            case {"method": "SendStreamingMessage"}:
                self._accept(Call.of(frame))
            case {"method": "CancelTask", "params": {"id": str(call_id)}}:
                self._drop(call_id)
            case {"method": "ack", "params": {"id": str(call_id), "seq": int(seq)}}:
                self._forget_if_kept(call_id, seq)
            case {"id": str(frame_id)} if frame_id in self._answers:
                answer = self._answers.pop(frame_id)
                if not answer.done():
                    answer.set_result(frame)
            case {"id": call_id, "error": {"message": message}}:
                log.warning("the hub did not understand: %s", message)
                if call_id in self._work:
                    self._work[call_id].unfit(str(message))

    def _accept(self, call: Call) -> None:
        known = self._work.get(call.id)
        if known is not None and known.call.fence == call.fence:
            return
        if known is not None:
            known.forget()
        again = call.id in self._broken_off
        self._broken_off.discard(call.id)
        work = self._work[call.id] = Work(call, self._spool.story(call.id), self._news.set)
        work.start(self._agent, self._slots, self._fetch, self._hub, again=again)

    def _drop(self, call_id: str) -> None:
        work = self._work.pop(call_id, None)
        if work is not None:
            work.forget()

    def _forget_if_kept(self, call_id: str, seq: int) -> None:
        work = self._work.get(call_id)
        if work is not None and work.kept(seq):
            self._drop(call_id)

    async def _send(self, socket: ClientConnection) -> None:
        """Send what there is, each task's events in order, no faster than the hub takes it."""
        credit = float(BURST)
        clock = asyncio.get_running_loop().time
        filled = clock()
        while True:
            frame = next((frame for work in self._work.values() if (frame := work.unsent())), None) or self._unshown()
            if frame is None:
                self._news.clear()
                await self._news.wait()
                continue
            now = clock()
            credit, filled = min(BURST, credit + (now - filled) / SEND_GAP), now
            if credit < 1:
                await asyncio.sleep((1 - credit) * SEND_GAP)
            credit -= 1
            try:
                await socket.send(frame)
            except ConnectionClosed:
                return

    def _unshown(self) -> str | None:
        """What an agent is writing, for a hub that shows it; it waits for all that must not be lost."""
        if not self._shows_writing:
            return None
        return next((frame for work in self._work.values() if (frame := work.unshown())), None)

    async def _fetch(self, call_id: str, index: int, size: int) -> bytes:
        """A file of a call, piece by piece, over as many links as it takes."""
        content = bytearray()
        while len(content) < size:
            frame = await self._asked(call_id, index, len(content))
            if frame is None:
                continue
            if "result" not in frame:
                raise OSError(str(frame.get("error", {}).get("message", "the file can't be read")))
            content += base64.b64decode(frame["result"]["raw"])
            if frame["result"]["next"] is None:
                break
            await asyncio.sleep(SEND_GAP)
        return bytes(content)

    async def _asked(self, call_id: str, index: int, offset: int) -> dict[str, Any] | None:
        """The answer to GetFile; None when the link broke before it came."""
        await self._up.wait()
        socket, frame_id = self._socket, f"file-{next(self._numbers)}"
        if socket is None:
            return None
        answer = self._answers[frame_id] = asyncio.get_running_loop().create_future()
        try:
            await socket.send(wire.get_file(frame_id, call_id, index, offset))
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.shield(answer)
        except (ConnectionClosed, TimeoutError):
            return None
        except asyncio.CancelledError:
            if answer.cancelled() and not _is_cancelled():
                return None
            raise
        finally:
            self._answers.pop(frame_id, None)


def _is_cancelled() -> bool:
    """Whether somebody wants the current task to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _address(hub: str) -> str:
    """Where agents dial in: the hub's address with the way to its socket."""
    parts = urlsplit(hub)
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    if scheme not in ("ws", "wss") or not parts.hostname:
        raise Refused(f"{hub} is no address of a hub: write https://...")
    path = parts.path.rstrip("/").removesuffix("/ws/agents")
    return urlunsplit((scheme, parts.netloc, f"{path}/ws/agents/", "", ""))
