"""An MCP server that a command starts here: its tools are the agent's skills. Needs `ioa-connect[mcp]`."""

import os
import shlex
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Failed, Task
from ioa_connect.wrapped.reaching import Reach, Unusable
from ioa_connect.wrapped.tools import Tool, arguments_for, tool_for

TEST = "probe:"  # the key of a test of the connection begins with it
MISSING = "Install ioa-connect[mcp] to wrap an MCP server."


async def wrapped(command: str, tool: str, reach: Reach) -> Agent:
    """All tools of the server, each a skill; or the one that is named. Raises Unusable.

    A task is for the tool that its skill names, or whose words fit it; see `tools` for the arguments.
    """
    try:
        async with _session(command, reach) as (session, server):
            offered = [_tool(one) for one in (await session.list_tools()).tools]
    except ImportError as error:
        raise Unusable(MISSING) from error
    except Exception as error:
        raise Unusable(f"The MCP server could not be started: {_reason(error)}") from error
    chosen = _chosen(offered, tool)

    async def run(task: Task) -> str:
        if task.key.startswith(TEST):
            return await _listed(command, reach)
        asked = tool_for(chosen, task)
        if asked is None:
            names = ", ".join(one.name for one in chosen)
            raise Failed(f"No tool of this server fits the task. Its tools: {names}.", permanent=True)
        return await _called(command, reach, asked, arguments_for(asked, task))

    named = (chosen[0].name, chosen[0].description) if len(chosen) == 1 else (server, "")
    harmless = all(one.reads is not False and one.repeatable is not False for one in chosen)
    skills = tuple(one.skill() for one in chosen)
    return Agent(run, name=named[0][:120], description=named[1][:4000], skills=skills, repeatable=harmless)


async def _listed(command: str, reach: Reach) -> str:
    """A test message would be an argument of some tool, which may do something: the tools are listed instead."""
    async with _session(command, reach) as (session, _):
        return f"Tools: {', '.join(one.name for one in (await session.list_tools()).tools)}."


async def _called(command: str, reach: Reach, tool: Tool, arguments: dict[str, Any]) -> str:
    try:
        async with _session(command, reach) as (session, _):
            answer = await session.call_tool(tool.name, arguments)
    except Exception as error:
        raise Failed(f"The tool {tool.name} failed: {_reason(error)}") from error
    text = "\n\n".join(part.text for part in answer.content if getattr(part, "text", None))
    if getattr(answer, "is_error", getattr(answer, "isError", False)):
        raise Failed(f"The tool {tool.name} failed: {text or 'it did not say why'}", permanent=True)
    return text or "Done."


def _reason(error: BaseException) -> str:
    """What went wrong, inside the groups of errors that task groups make."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _chosen(offered: list[Tool], name: str) -> list[Tool]:
    if not offered:
        raise Unusable("The MCP server has no tools.")
    chosen = [one for one in offered if name in ("", one.name)]
    if not chosen:
        raise Unusable(f"The MCP server has no tool {name!r}, but {', '.join(one.name for one in offered)}.")
    return chosen


def _tool(said: Any) -> Tool:
    """A tool as the server says it: packages of before and after 2.0 call things differently."""
    schema = getattr(said, "input_schema", None) or getattr(said, "inputSchema", None) or {}
    reads, destroys, again = (
        _hint(said, *names)
        for names in (
            ("read_only_hint", "readOnlyHint"),
            ("destructive_hint", "destructiveHint"),
            ("idempotent_hint", "idempotentHint"),
        )
    )
    only_reads = False if destroys else reads
    return Tool(said.name, said.description or "", schema, only_reads, True if only_reads else again)


def _hint(said: Any, *names: str) -> bool | None:
    hints = getattr(said, "annotations", None)
    return next((value for name in names if isinstance(value := getattr(hints, name, None), bool)), None)


def _session(command: str, reach: Reach) -> Any:
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
