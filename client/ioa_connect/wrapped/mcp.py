"""An MCP server that a command starts here: its tools are the agent's skills. Needs `ioa-connect[mcp]`.

Which tool a task is for, and with which arguments, the hub says: by the same rules as for servers that it calls itself.
"""

import asyncio
import base64
import json
import mimetypes
import os
import shlex
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Failed, Task, ToolCall
from ioa_connect.wrapped.reaching import Unusable

TEST = "probe:"  # the key of a test of the connection begins with it
MISSING = "Install ioa-connect[mcp] to wrap an MCP server."
OLD_HUB = "This hub does not say which tool to call: it is older than this ioa-connect."
MOST_TOOLS = 400_000  # characters that all tools of a server take in the first frame


async def wrapped(command: str, tool: str, seconds: float) -> Agent:
    """All tools of the server, each a skill; or the one that is named. A call may take `seconds`. Raises Unusable."""
    try:
        async with _session(command) as (session, server):
            offered = [_tool(one) for one in (await session.list_tools()).tools]
    except ImportError as error:
        raise Unusable(MISSING) from error
    except Exception as error:
        raise Unusable(f"The MCP server could not be started: {_reason(error)}") from error
    chosen = _chosen(offered, tool)

    async def run(task: Task) -> str:
        if task.key.startswith(TEST):
            return await _listed(command)
        if task.tool is None:
            raise Failed(OLD_HUB, permanent=True)
        return await _called(command, task, task.tool, seconds)

    named = (chosen[0]["name"], chosen[0]["description"]) if len(chosen) == 1 else (server, "")
    skills = tuple(_skill(one) for one in chosen)
    harmless = all(one.get("repeatable") is not False and one.get("read_only_hint") is not False for one in skills)
    return Agent(
        run, name=named[0][:120], description=named[1][:4000], skills=skills, repeatable=harmless, tools=tuple(chosen)
    )


async def _listed(command: str) -> str:
    """A test message would be an argument of some tool, which may do something: the tools are listed instead."""
    async with _session(command) as (session, _):
        return f"Tools: {', '.join(one.name for one in (await session.list_tools()).tools)}."


async def _called(command: str, task: Task, call: ToolCall, seconds: float) -> str:
    try:
        async with asyncio.timeout(seconds) as patience, _session(command) as (session, _):
            answer = await session.call_tool(call.name, call.arguments)
    except Exception as error:
        if patience.expired():
            raise Failed(f"The tool {call.name} did not answer within {seconds:g} seconds.") from None
        raise Failed(f"The tool {call.name} failed: {_reason(error)}") from error
    text = _text_of(answer)
    if getattr(answer, "is_error", getattr(answer, "isError", False)):
        raise Failed(f"The tool {call.name} failed: {text or 'it did not say why'}", permanent=True)
    files = [file for number, part in enumerate(answer.content, 1) if (file := _file(part, number))]
    for file in files:
        await task.file(*file)
    if text or files:
        return text or "Done; see the files."
    return f"The tool {call.name} was called and gave nothing back."


def _text_of(answer: Any) -> str:
    """The texts of a result; its structured content where it has none."""
    parts = (
        getattr(part, "text", None) or getattr(getattr(part, "resource", None), "text", None) for part in answer.content
    )
    text = "\n\n".join(filter(None, parts))
    structured = getattr(answer, "structured_content", None) or getattr(answer, "structuredContent", None)
    return text if text or structured is None else json.dumps(structured, ensure_ascii=False, indent=2)


def _file(part: Any, number: int) -> tuple[str, bytes, str] | None:
    """A picture, a sound or a binary resource of a result: name, content and media type."""
    resource = getattr(part, "resource", None)
    packed = getattr(part, "data", None) or getattr(resource, "blob", None)
    if not isinstance(packed, str):
        return None
    kind = next((said for said in (_media_type(part), _media_type(resource)) if said), "application/octet-stream")
    name = (
        str(getattr(resource, "uri", "")).rpartition("/")[2]
        or f"{part.type}-{number}{mimetypes.guess_extension(kind) or ''}"
    )
    return name, base64.b64decode(packed), kind


def _media_type(part: Any) -> str:
    return str(getattr(part, "mime_type", None) or getattr(part, "mimeType", None) or "")


def _reason(error: BaseException) -> str:
    """What went wrong, inside the groups of errors that task groups make."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _chosen(offered: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    if not offered:
        raise Unusable("The MCP server has no tools.")
    chosen = [one for one in offered if name in ("", one["name"])]
    if not chosen:
        raise Unusable(f"The MCP server has no tool {name!r}, but {', '.join(one['name'] for one in offered)}.")
    if len(json.dumps(chosen)) > MOST_TOOLS:
        raise Unusable("The tools of this MCP server take too much to describe: name one with --tool.")
    return chosen


def _tool(said: Any) -> dict[str, Any]:
    """A tool as the protocol has it: packages of before and after 2.0 call things differently."""
    hints = {
        name: value
        for name, spelled in (
            ("readOnlyHint", ("read_only_hint", "readOnlyHint")),
            ("destructiveHint", ("destructive_hint", "destructiveHint")),
            ("idempotentHint", ("idempotent_hint", "idempotentHint")),
        )
        if (value := _hint(said, *spelled)) is not None
    }
    schema = getattr(said, "input_schema", None) or getattr(said, "inputSchema", None) or {}
    told = {"name": said.name, "description": said.description or "", "inputSchema": schema}
    return told | ({"annotations": hints} if hints else {})


def _hint(said: Any, *names: str) -> bool | None:
    hints = getattr(said, "annotations", None)
    return next((value for name in names if isinstance(value := getattr(hints, name, None), bool)), None)


def _skill(tool: dict[str, Any]) -> dict[str, Any]:
    """What the hub is told of a tool as a skill."""
    name, hints = tool["name"], tool.get("annotations", {})
    reads = False if hints.get("destructiveHint") else hints.get("readOnlyHint")
    said = {"id": name[:64], "name": name[:120], "description": (tool["description"] or name)[:2000]}
    known = {"repeatable": True if reads else hints.get("idempotentHint"), "read_only_hint": reads}
    return said | {key: value for key, value in known.items() if value is not None}


def _session(command: str) -> Any:
    """A session with a server of its own, and its name: one that broke is not used again."""
    from contextlib import asynccontextmanager

    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    program, *arguments = shlex.split(command)

    @asynccontextmanager
    async def opened() -> Any:
        environment = {name: value for name, value in os.environ.items() if name != "IOA_AGENT_TOKEN"}
        parameters = StdioServerParameters(command=program, args=arguments, env=environment)
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            said = await session.initialize()
            server = getattr(said, "server_info", None) or getattr(said, "serverInfo", None)
            yield session, getattr(server, "name", "")

    return opened()
