"""A coding agent of the Agent Client Protocol, which does what the brief says. Run as a program by tests."""

import asyncio
import os
import sys
from pathlib import Path
from uuid import uuid4

from acp import (
    PROTOCOL_VERSION,
    RequestError,
    run_agent,
    start_tool_call,
    update_agent_message_text,
)
from acp.schema import (
    AgentCapabilities,
    AuthMethodAgent,
    Implementation,
    InitializeResponse,
    LoadSessionResponse,
    McpCapabilities,
    NewSessionResponse,
    PermissionOption,
    PromptResponse,
    ToolCallUpdate,
)

OPTIONS = (
    ("once", "Allow once", "allow_once"),
    ("always", "Always allow", "allow_always"),
    ("no", "Reject", "reject_once"),
)


class Coder:
    """Its sessions live as files beside it, so that another process can load them."""

    def __init__(self, sessions: Path, *, signed_in: bool = True) -> None:
        self._sessions, self._signed_in = sessions, signed_in
        self._stopped = asyncio.Event()
        self._folder = Path()

    def on_connect(self, conn):
        self._client = conn

    async def initialize(self, protocol_version, **_):
        ways = [AuthMethodAgent(id="login", name="Log in with a browser")]
        return InitializeResponse(
            protocol_version=PROTOCOL_VERSION,
            agent_info=Implementation(name="coder", title="Coder", version="1"),
            agent_capabilities=AgentCapabilities(
                load_session=True, mcp_capabilities=McpCapabilities(http=self._signed_in)
            ),
            auth_methods=[] if self._signed_in else ways,
        )

    async def authenticate(self, method_id, **_):
        self._signed_in = method_id == "login"

    async def new_session(self, cwd, mcp_servers=(), **_):
        self._servers = mcp_servers
        if not self._signed_in:
            raise RequestError.auth_required()
        self._folder, session = Path(cwd), uuid4().hex
        (self._sessions / session).write_text("")
        return NewSessionResponse(session_id=session)

    async def load_session(self, cwd, session_id, mcp_servers=(), **_):
        self._servers = mcp_servers
        self._folder, kept = Path(cwd), self._sessions / session_id
        if not kept.exists():
            raise RequestError.resource_not_found(session_id)
        await self._say(session_id, f"Earlier: {kept.read_text()}")
        return LoadSessionResponse()

    async def cancel(self, session_id, **_):
        (self._sessions / "cancelled").write_text(session_id)
        self._stopped.set()

    async def prompt(self, session_id, prompt, **_):
        asked = prompt[0].text
        with (self._sessions / session_id).open("a") as kept:
            kept.write("prompted ")
        for word in self._words(asked):
            name, _, about = word.partition(":")
            end = await getattr(self, f"_{name}")(session_id, about)
            if end is not None:
                return PromptResponse(stop_reason=end)
        return PromptResponse(stop_reason="end_turn")

    def _words(self, asked):
        """What the brief has between brackets: `[say:hello] [write:a.txt=b]`."""
        return [part.split("]")[0] for part in asked.split("[")[1:] if "]" in part]

    async def _say(self, session, text):
        await self._client.session_update(session_id=session, update=update_agent_message_text(text))

    async def _tool(self, session, title):
        await self._client.session_update(session_id=session, update=start_tool_call("t", title, kind="edit"))

    async def _read(self, session, path):
        try:
            await self._say(session, (await self._client.read_text_file(session_id=session, path=path)).content)
        except RequestError as error:
            await self._say(session, f"refused: {error.data}")

    async def _write(self, session, about):
        path, _, content = about.partition("=")
        try:
            await self._client.write_text_file(session_id=session, path=path, content=content)
        except RequestError as error:
            await self._say(session, f"refused: {error.data}")

    async def _own(self, session, about):
        """Writes without asking anybody, as agents with tools of their own do."""
        path, _, content = about.partition("=")
        place = self._folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)

    async def _link(self, session, about):
        path, _, target = about.partition("=")
        (self._folder / path).symlink_to(target)

    async def _may(self, session, command):
        call = ToolCallUpdate(tool_call_id="t", title=f"Run {command}", kind="execute", raw_input={"command": command})
        options = [PermissionOption(option_id=key, name=name, kind=kind) for key, name, kind in OPTIONS]
        told = await self._client.request_permission(session_id=session, tool_call=call, options=options)
        await self._say(session, f"{told.outcome.outcome} {getattr(told.outcome, 'option_id', '')}")

    async def _listed(self, session, _):
        await self._say(session, " ".join(sorted(one.name for one in self._folder.iterdir())))

    async def _servers_told(self, session, _):
        told = [f"{one.url} {one.headers[0].name}: {one.headers[0].value}" for one in self._servers]
        await self._say(session, "; ".join(told) or "none")

    async def _kept(self, session, _):
        await self._say(session, (self._sessions / session).read_text())

    async def _wait(self, session, _):
        await self._stopped.wait()
        return "cancelled"

    async def _end(self, session, reason):
        return reason

    async def _crash(self, session, words):
        sys.stderr.write(f"{words}\n")
        sys.stderr.flush()
        os._exit(3)


if __name__ == "__main__":
    asyncio.run(run_agent(Coder(Path(sys.argv[1]), signed_in="--signed-out" not in sys.argv)))
