"""A coding agent that speaks the Agent Client Protocol and that a command starts here. Needs `ioa-connect[acp]`.

Each task is a prompt in a session of its own, in a folder of its own that holds the files of the goal; what is new or
changed in it at the end goes to the hub. A task that was broken off goes on in the session in which it was begun, where
the agent can load sessions.
"""

import asyncio
import os
import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, Task, told
from ioa_connect.wrapped.reaching import Reach, Unusable
from ioa_connect.wrapped.workspace import Workspace, forget_old

MISSING = "Install ioa-connect[acp] to wrap an agent of the Agent Client Protocol."
SKILL = {
    "id": "coding",
    "name": "writing and changing code",
    "description": "Reads, writes and changes files and code in a folder, and runs what is needed for it.",
}
BEGIN_SECONDS = 120.0  # until it has said what it is: some load for long
FAREWELL_SECONDS = 5.0
MOST_FRAME = 50 * 1024 * 1024
AUTH_REQUIRED = -32000
ENDS = {  # why it stopped, where that was not for having done it
    "max_tokens": "Its answer grew longer than its model allows.",
    "max_turn_requests": "It asked its model as often as it may for one task.",
    "refusal": "It refused the task.",
    "cancelled": "It was told to stop.",
}


@dataclass(frozen=True)
class CodingAgent:
    """How it is started, and where it works.

    `base`: where tasks have their folders; `folder`: the one that all tasks share instead; `session`: the running one
    that takes them. `auth`: the id of the way in which it is to be signed in; "": it is, or needs it not.
    """

    command: str
    base: Path
    folder: Path | None = None
    session: str = ""
    auth: str = ""

    @property
    def shares(self) -> bool:
        """Whether tasks meet in one place, so that they are done one after the other, and none is begun twice."""
        return self.folder is not None or bool(self.session)


async def wrapped(program: CodingAgent, reach: Reach) -> Agent:
    """An agent of the program. Raises Unusable."""
    program.base.mkdir(parents=True, exist_ok=True)
    forget_old(program.base)
    try:
        async with asyncio.timeout(BEGIN_SECONDS), _started(program, None, program.base / "start.log") as (_, said):
            name = _name(said)
            loads = bool(said.agent_capabilities and said.agent_capabilities.load_session)
    except ImportError as error:
        raise Unusable(MISSING) from error
    except Exception as error:
        raise Unusable(
            f"The agent could not be started: {_reason(error)}{_last_line(program.base / 'start.log')}"
        ) from error
    if program.session and not loads:
        raise Unusable(f"{name} can't load a session: leave --session out.")

    async def run(task: Task) -> Answer:
        return await _done(program, task, reach.seconds, loads=loads)

    return Agent(
        run,
        name=name[:120],
        description=f"{name}, a coding agent.",
        skills=({**SKILL, "repeatable": not program.shares},),
        repeatable=not program.shares,
        limit=1 if program.shares else 0,
    )


async def _done(program: CodingAgent, task: Task, seconds: float, *, loads: bool) -> Answer:
    """Do one task: a prompt, its answer and its files. Raises Failed."""
    from acp import RequestError

    from ioa_connect.wrapped.acp_client import Editor

    workspace = Workspace.of(program.base, task.key, program.folder)
    workspace.lay([*task.files, *(file for one in task.results for file in one.files)])
    log = workspace.record.with_name("stderr.log")
    try:
        async with asyncio.timeout(seconds) as patience:
            editor = Editor(task, workspace, patience, seconds)
            async with _started(program, editor, log, workspace.folder) as (connection, said):
                session = await _session(program, workspace, connection, editor, said, loads=loads)
                answer = await _prompted(connection, session, _prompt(task, workspace))
    except TimeoutError:
        raise Failed(f"The agent gave no sign for {seconds:g} seconds.") from None
    except RequestError as error:
        raise Failed(f"The agent failed: {_reason(error)}", permanent=error.code == AUTH_REQUIRED) from error
    except (OSError, ConnectionError) as error:
        raise Failed(f"The agent ended in the middle of its work{_last_line(log)}.") from error
    if answer.stop_reason != "end_turn":
        raise Failed(ENDS.get(answer.stop_reason, "It stopped."), permanent=answer.stop_reason == "refusal")
    count = await _hand_over(task, workspace)
    if not editor.text and not count:
        if editor.refused:
            raise Failed(f"It ended without the leave that it asked for: {editor.refused}.", permanent=True)
        raise Failed("The agent answered with nothing.")
    workspace.drop()
    return Answer(editor.text or "Done; see the files.", editor.usage(answer.usage))


async def _session(
    program: CodingAgent, workspace: Workspace, connection: Any, editor: Any, said: Any, *, loads: bool
) -> str:
    """The session that takes the prompt: the one that is named, the one it was begun in, or a new one."""
    from acp import RequestError

    place, known = str(workspace.folder), program.session or workspace.session
    servers = _team_server(editor.team_tools, said)
    if program.auth:
        await connection.authenticate(method_id=program.auth)
    if known and loads:
        editor.replays = True
        try:
            await connection.load_session(cwd=place, session_id=known, mcp_servers=servers)
            return known
        except RequestError:
            if program.session:
                raise
        finally:
            editor.replays = False
    try:
        session: str = (await connection.new_session(cwd=place, mcp_servers=servers)).session_id
    except RequestError as error:
        ways = ", ".join(f"{one.name}: --auth {one.id}" for one in said.auth_methods or ())
        if error.code == AUTH_REQUIRED and ways:
            raise RequestError(AUTH_REQUIRED, f"sign it in by itself, or say how ({ways})") from error
        raise
    workspace.begin(session)
    return session


def _team_server(tools: tuple[str, str] | None, said: Any) -> list[Any]:
    """The hub's tools for agents at work, for one that takes servers over HTTP: ask_team, find_agents, delegate."""
    from acp.schema import HttpHeader, HttpMcpServer

    takes = said.agent_capabilities and said.agent_capabilities.mcp_capabilities
    if tools is None or not takes or not takes.http:
        return []
    address, token = tools
    headers = [HttpHeader(name="Authorization", value=f"Bearer {token}")]
    return [HttpMcpServer(type="http", name="team", url=address, headers=headers)]


async def _prompted(connection: Any, session: str, prompt: str) -> Any:
    """The answer to a prompt. Where nobody waits for it any more the agent is told so, and gets a moment to stop."""
    from acp import text_block

    prompting = asyncio.ensure_future(connection.prompt(session_id=session, prompt=[text_block(prompt)]))
    try:
        return await asyncio.shield(prompting)
    except asyncio.CancelledError:
        await connection.cancel(session_id=session)
        await asyncio.wait([prompting], timeout=FAREWELL_SECONDS)
        prompting.cancel()
        raise


def _prompt(task: Task, workspace: Workspace) -> str:
    """The task in words, and where its files are."""
    names = sorted(workspace.known)
    there = f"The files lie in your working folder: {', '.join(names)}." if names and len(names) <= 100 else ""
    where = f"# Files\n\n{there}\nWrite what is to be handed over as a file into your working folder.".replace(
        "\n\n\n", "\n\n"
    )
    again = "You began this task before and were broken off: look at what is there, and go on." if task.again else ""
    return "\n\n".join(filter(None, (told(task), where, again)))


async def _hand_over(task: Task, workspace: Workspace) -> int:
    """Give the hub what the agent made; how many files that were."""
    files, left_out = workspace.made()
    for file in files:
        await task.file(file.name, file.content)
    if left_out:
        await task.progress(f"Too many or too large to hand over: {', '.join(left_out)}")
    return len(files)


@asynccontextmanager
async def _started(
    program: CodingAgent, editor: Any, log: Path, folder: Path | None = None
) -> AsyncIterator[tuple[Any, Any]]:
    """A process of its own, and what it says of itself: one that broke is not used again."""
    from acp import PROTOCOL_VERSION, spawn_agent_process
    from acp.schema import ClientCapabilities, FileSystemCapabilities, Implementation

    words = shlex.split(program.command)
    handler: Any = editor or _Nobody()
    if not words:
        raise Unusable("Name the command that starts the agent.")
    environment = {name: value for name, value in os.environ.items() if name != "IOA_AGENT_TOKEN"}
    with log.open("wb") as said_aside:
        transport = {"stderr": said_aside.fileno(), "limit": MOST_FRAME}
        async with spawn_agent_process(handler, *words, env=environment, cwd=folder, transport_kwargs=transport) as (
            connection,
            _,
        ):
            files = FileSystemCapabilities(read_text_file=True, write_text_file=True)
            said = await connection.initialize(
                protocol_version=PROTOCOL_VERSION,
                client_capabilities=ClientCapabilities(fs=files, terminal=False),
                client_info=Implementation(name="ioa-connect", title="IoA Web", version="0.1.0"),
            )
            yield connection, said


class _Nobody:
    """Stands in where no session is begun, so that nothing is asked."""

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        """Nothing is told to anybody."""

    def on_connect(self, conn: Any) -> None:
        """Nothing is to be done."""


def _name(said: Any) -> str:
    info = said.agent_info
    return (info.title or info.name) if info else "Coding agent"


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    details = getattr(error, "data", None)
    told = details.get("details") or details.get("message") if isinstance(details, dict) else details
    said = str(error) or type(error).__name__
    return f"{said}: {told}"[:1000] if isinstance(told, str) and told else said


def _last_line(log: Path) -> str:
    """The last that it said aside, for whoever has to mend it."""
    try:
        lines = log.read_bytes()[-4000:].decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f" ({last[:300]})" if last else ""
