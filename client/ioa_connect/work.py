"""One call that this program carries out: its events, numbered, on the disk before they are sent."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from ioa_connect import wire
from ioa_connect.agents import Agent, Slots
from ioa_connect.colleagues import Colleagues
from ioa_connect.spool import Story
from ioa_connect.tasks import MOST_FILE, MOST_TEXT, Answer, Failed, File, NeedsAnswer, Progress, Writing, task_from
from ioa_connect.wire import Call

log = logging.getLogger("ioa_connect")

LINE_GAP = 0.5  # seconds; signs of life that come faster are dropped
WRITING_GAP = 0.4  # seconds between two looks at what is being written
MOST_WRITTEN = 8000  # characters of it, its end
BROKE_OFF = "The agent's program was ended in the middle of the work, which must not be done twice."
Fetch = Callable[[str, int, int], Awaitable[bytes]]


class Work:
    """A call, from the moment it is given until the hub keeps the whole of its story."""

    def __init__(self, call: Call, story: Story, changed: Callable[[], None]) -> None:
        self.call = call
        self.seq = call.seq
        self.over = False  # the last event is there; the hub may not have it yet
        self.sent = call.seq
        self._kept = call.seq
        self._story = story
        self._changed = changed
        self._frames: deque[tuple[int, str]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._quiet_until = 0.0
        self._written = ""
        self._show_at: asyncio.TimerHandle | None = None
        self._shows = False  # what is written is to be shown now

    @classmethod
    def resumed(cls, call: Call, events: list[dict[str, Any]], story: Story, changed: Callable[[], None]) -> "Work":
        """Work that an earlier run of this program ended, and whose story the hub may not have."""
        work = cls(call, story, changed)
        for event in events:
            work.seq = wire.seq_of(event)
            work._frames.append((work.seq, wire.dumped({"id": call.id, "result": event["result"]})))
        work.over = True
        return work

    def start(self, agent: Agent, slots: Slots, fetch: Fetch, hub: str, *, again: bool) -> None:
        """Have the agent do it."""
        self._story.begin(self.call)
        if again and not agent.repeatable:
            self.fail(BROKE_OFF, permanent=True, uncertain=True)
            return
        self._task = asyncio.create_task(self._run(agent, slots, fetch, hub, again=again))

    def unsent(self) -> str | None:
        """The next frame to send, which then counts as sent."""
        for seq, frame in self._frames:
            if seq > self.sent:
                self.sent = seq
                return frame
        return None

    def unshown(self) -> str | None:
        """A frame with what has been written so far, where there is more of it than was sent."""
        if not self._shows or self.over:
            return None
        self._shows = False
        return wire.writing(self.call, self._written)

    def resume_at(self, seq: int) -> None:
        """A new link: the hub keeps the story up to `seq`, the rest is to be sent again."""
        self.kept(seq)
        self.sent = seq
        self._shows = bool(self._written)

    def kept(self, seq: int) -> bool:
        """The hub keeps the story up to `seq`; True when that is all of it."""
        self._kept = max(self._kept, seq)
        while self._frames and self._frames[0][0] <= seq:
            self._frames.popleft()
        return self.over and not self._frames

    def forget(self) -> None:
        """Stop, and leave nothing on the disk."""
        self.stop()
        self._story.forget()

    def stop(self) -> None:
        """Stop; what is on the disk stays, and nothing is added any more."""
        self.over = True
        if self._show_at is not None:
            self._show_at.cancel()
        if self._task is not None:
            self._task.cancel()
        self._story.close()

    def fail(self, reason: str, *, permanent: bool = False, uncertain: bool = False) -> None:
        """End it without a result. `uncertain`: it may have been done all the same."""
        said = wire.failed(self.call, self.seq + 1, reason, permanent=permanent, uncertain=uncertain)
        self._add(said, last=True)

    def unfit(self, reason: str) -> None:
        """The hub does not take what was sent: end it, in the place of what it does not have."""
        self.stop()
        self._frames.clear()
        self.seq = self.sent = self._kept
        self.over = False
        self.fail(f"The hub did not take the answer: {reason}", permanent=True, uncertain=True)

    async def _run(self, agent: Agent, slots: Slots, fetch: Fetch, hub: str, *, again: bool) -> None:
        try:
            async with slots:
                await self._carry_out(agent, fetch, hub, again=again)
        except NeedsAnswer as question:
            self._add(wire.input_required(self.call, self.seq + 1, str(question)), last=True)
        except Failed as failure:
            self.fail(str(failure), permanent=failure.permanent)
        except Exception as error:
            log.exception("the agent broke down at task %s", self.call.id)
            self.fail(f"The agent broke down ({type(error).__name__}).")

    async def _carry_out(self, agent: Agent, fetch: Fetch, hub: str, *, again: bool) -> None:
        request = self.call.request
        files = [
            File(str(listed["name"]), await fetch(self.call.id, place, int(listed["size"])), str(listed["mediaType"]))
            for place, listed in enumerate(request.get("files", ()))
        ]
        colleagues = Colleagues(hub, request.get("colleagues"))
        task = task_from(request, files, again=again, _tell=self._tell, _colleagues=colleagues)
        async for told in agent.work(task):
            match told:
                case Answer():
                    self._end(told)
                case _:
                    await self._tell(told)

    async def _tell(self, told: Progress | Writing | File) -> None:
        match told:
            case Writing(text=text, anew=anew):
                self._write(text if anew else self._written + text)
            case Progress(text=text):
                now = time.monotonic()
                if text and now >= self._quiet_until:
                    self._quiet_until = now + LINE_GAP
                    self._add(wire.working(self.call, self.seq + 1, text))
            case File():
                if len(told.content) > MOST_FILE:
                    raise Failed(f"The file {told.name} is larger than {MOST_FILE // 2**20} MB.", permanent=True)
                for frame in wire.pieces(self.call, self.seq + 1, told):
                    self._add(frame)

    def _write(self, text: str) -> None:
        """Show it soon, with what comes meanwhile."""
        self._written = text[-MOST_WRITTEN:]
        if self._show_at is None:
            self._show_at = asyncio.get_running_loop().call_later(WRITING_GAP, self._show)

    def _show(self) -> None:
        self._show_at, self._shows = None, True
        self._changed()

    def _end(self, answer: Answer) -> None:
        if len(answer.text.encode("utf-8", "replace")) > MOST_TEXT:
            raise Failed(f"The answer is longer than {MOST_TEXT // 1000} kB; it belongs into a file.", permanent=True)
        self._add(wire.completed(self.call, self.seq + 1, answer), last=True)

    def _add(self, frame: str, *, last: bool = False) -> None:
        if self.over:
            return
        frame = frame.encode("utf-8", "replace").decode("utf-8")
        self._story.add(frame, last=last)
        self.seq += 1
        self.over = last
        self._frames.append((self.seq, frame))
        self._changed()
