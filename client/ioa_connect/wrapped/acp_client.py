"""The side of an editor in the Agent Client Protocol: what a coding agent asks for while it does a task of the hub.

It may read and write the files of its task's folder. Whether it may do what it asks leave for, a person says in the
hub: the one in whose name the task is done.
"""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any

from acp import RequestError
from acp.schema import (
    AllowedOutcome,
    DeniedOutcome,
    PermissionOption,
    ReadTextFileResponse,
    RequestPermissionResponse,
    ToolCallUpdate,
    WriteTextFileResponse,
)

from ioa_connect.colleagues import ColleagueError
from ioa_connect.tasks import Task, Usage
from ioa_connect.wrapped.workspace import Outside, Workspace

LONGEST_WAIT = 24 * 3600.0  # seconds for a person's word; the hub's limits may end the task before
MOST_SHOWN = 2000  # characters of what it wants to do
MOST_OPTIONS, LONGEST_OPTION = 10, 200  # that the hub offers as buttons
NEWEST = 300  # characters of what it writes, for a sign of life


class Editor:
    """What one session of a coding agent is told and tells."""

    def __init__(self, task: Task, workspace: Workspace, patience: asyncio.Timeout, seconds: float) -> None:
        self._task, self._workspace = task, workspace
        self._patience, self._seconds = patience, seconds
        self._asking = asyncio.Lock()  # a task has one question at a time
        self._said: list[str] = []
        self._since_tool: list[str] = []
        self._money: float | None = None
        self.team_tools = task.team_tools
        self.refused = ""
        """What it was last given no leave for."""
        self.replays = False
        """Set while the agent tells again what was said in a session that it loads."""

    @property
    def text(self) -> str:
        """What it said after the last thing it did; all it said where it ended with a deed."""
        return "".join(self._since_tool).strip() or "".join(self._said).strip()

    def usage(self, said: Any) -> Usage:
        """What it cost, as far as the agent says."""
        asked, answered = getattr(said, "input_tokens", 0) or 0, getattr(said, "output_tokens", 0) or 0
        return Usage(asked, answered, self._money)

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        """Take what it tells of its work."""
        self._wait_on()
        if self.replays:
            return
        match update.session_update:
            case "agent_message_chunk":
                words = getattr(update.content, "text", "")
                self._said.append(words)
                self._since_tool.append(words)
                await self._task.write("".join(self._since_tool), anew=True)
                await self._task.progress("".join(self._since_tool)[-NEWEST:])
            case "tool_call":
                self._said.append("\n\n" if self._since_tool else "")
                self._since_tool = []
                await self._task.progress(update.title)
            case "plan":
                await self._task.progress(
                    next((one.content for one in update.entries if one.status != "completed"), "")
                )
            case "usage_update" if update.cost is not None and update.cost.currency == "USD":
                self._money = update.cost.amount

    async def request_permission(
        self, session_id: str, tool_call: ToolCallUpdate, options: list[PermissionOption], **_: Any
    ) -> RequestPermissionResponse:
        """Have a person say whether it may; without anybody who could it may not."""
        offered = {one.name[:LONGEST_OPTION].strip() or one.kind: one for one in options[:MOST_OPTIONS]}
        if not self._patience.expired():
            self._patience.reschedule(None)
        try:
            async with self._asking:
                answer = await self._task.ask(
                    _question(tool_call), seconds=LONGEST_WAIT, options=tuple(offered), people_only=True
                )
        except ColleagueError as error:
            await self._task.progress(f"Nobody gave leave: {error}")
            self.refused = _about(tool_call)
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        finally:
            self._wait_on()
        chosen = _chosen(offered, answer) or next((one for one in options if one.kind == "reject_once"), None)
        if chosen is None or chosen.kind.startswith("reject"):
            self.refused = _about(tool_call)
        if chosen is None:
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=chosen.option_id))

    async def read_text_file(
        self, session_id: str, path: str, line: int | None = None, limit: int | None = None, **_: Any
    ) -> ReadTextFileResponse:
        """Give a file of the folder; `line`: the first, from 1."""
        self._wait_on()
        try:
            lines = self._workspace.at(path).read_text("utf-8").splitlines(keepends=True)
        except OSError:
            raise RequestError.resource_not_found(path) from None
        except ValueError as error:
            raise RequestError.invalid_params({"path": str(error)}) from None
        start = max((line or 1) - 1, 0)
        return ReadTextFileResponse(content="".join(lines[start : None if limit is None else start + limit]))

    async def write_text_file(self, session_id: str, path: str, content: str, **_: Any) -> WriteTextFileResponse:
        """Write a file of the folder."""
        self._wait_on()
        try:
            place = self._workspace.at(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, "utf-8")
        except (Outside, OSError) as error:
            raise RequestError.invalid_params({"path": str(error)}) from None
        return WriteTextFileResponse()

    def on_connect(self, conn: Any) -> None:
        """Nothing is to be done: whoever prompts has the connection."""

    def _wait_on(self) -> None:
        """It gave a sign: its time begins anew, unless that is over."""
        if self._patience.expired():
            return
        self._patience.reschedule(asyncio.get_running_loop().time() + self._seconds)


def _question(call: ToolCallUpdate) -> str:
    """What it wants to do, in its own words, and with what."""
    shown = call.raw_input
    if shown is None:
        diffs = [one for one in call.content or () if getattr(one, "type", "") == "diff"]
        shown = [{"path": one.path, "new_text": one.new_text} for one in diffs] or None
    asked = f"May I go on with this: {_about(call)}?"
    return (
        asked if shown is None else f"{asked}\n\n{_block(json.dumps(shown, ensure_ascii=False, indent=2, default=str))}"
    )


def _about(call: ToolCallUpdate) -> str:
    return (call.title or call.kind or "something it does not name").strip()[:MOST_SHOWN]


def _block(text: str) -> str:
    """Shown as it stands, between fences longer than any inside."""
    cut = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}\n[{len(text) - MOST_SHOWN:,} characters more]"
    fence = "`" * (max(map(len, re.findall("`{3,}", cut)), default=2) + 1)
    return f"{fence}\n{cut}\n{fence}"


def _chosen(offered: dict[str, PermissionOption], answer: str) -> PermissionOption | None:
    """The option that the person named; None: the answer is none of them, and so no leave."""
    by_name: Sequence[PermissionOption] = [
        option for name, option in offered.items() if name.casefold() == answer.strip().casefold()
    ]
    return by_name[0] if by_name else None
