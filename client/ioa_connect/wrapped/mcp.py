"""An MCP server that a command starts here: one of its tools is the agent. Needs `ioa-connect[mcp]`."""

import json
import os
import shlex
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Failed, Task
from ioa_connect.wrapped.reaching import Reach, Unusable

MISSING = "Install ioa-connect[mcp] to wrap an MCP server."


async def wrapped(command: str, tool: str, reach: Reach) -> Agent:
    """The tool that is named, or the only one. Raises Unusable.

    A tool with one text parameter gets the brief; others get the JSON object that the brief holds, or the parameters'
    defaults where it holds none.
    """
    try:
        async with _session(command, reach) as session:
            offered = (await session.list_tools()).tools
    except ImportError as error:
        raise Unusable(MISSING) from error
    except Exception as error:
        raise Unusable(f"The MCP server could not be started: {_reason(error)}") from error
    chosen = _chosen(offered, tool)
    schema = _schema(chosen)

    async def run(task: Task) -> str:
        async with _session(command, reach) as session:
            answer = await session.call_tool(chosen.name, arguments_for(schema, task))
        text = "\n\n".join(part.text for part in answer.content if getattr(part, "text", None))
        if getattr(answer, "is_error", getattr(answer, "isError", False)):
            raise Failed(text or "The tool failed.", permanent=True)
        return text or "Done."

    described = chosen.description or chosen.name
    skill = {"id": chosen.name[:64], "name": chosen.name[:120], "description": described[:2000], "repeatable": True}
    return Agent(run, name=chosen.name[:120], description=described[:4000], skills=(skill,))


def arguments_for(schema: dict[str, Any], task: Task) -> dict[str, Any]:
    """The tool's arguments. Raises Failed where the brief does not give them."""
    properties: dict[str, Any] = schema.get("properties") or {}
    required = [name for name in schema.get("required", []) if name in properties]
    if (given := _object_in(task.brief)) is not None:
        return {name: value for name, value in given.items() if name in properties}
    missing = [name for name in required if "default" not in properties[name]]
    if not missing:
        return {}
    if len(missing) == 1 and properties[missing[0]].get("type", "string") == "string":
        return {missing[0]: task.brief}
    raise Failed(f"The tool needs {', '.join(missing)}: write the brief as one JSON object.", permanent=True)


def _object_in(text: str) -> dict[str, Any] | None:
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        return None
    try:
        said = json.loads(text[start : end + 1])
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def _reason(error: BaseException) -> str:
    """What went wrong, inside the groups of errors that task groups make."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _chosen(offered: list[Any], tool: str) -> Any:
    names = [one.name for one in offered]
    if tool:
        if tool not in names:
            raise Unusable(f"The MCP server has no tool {tool!r}, but {', '.join(names)}.")
        return offered[names.index(tool)]
    if len(offered) != 1:
        raise Unusable(f"Choose a tool with --tool: {', '.join(names)}.")
    return offered[0]


def _schema(tool: Any) -> dict[str, Any]:
    return getattr(tool, "input_schema", None) or getattr(tool, "inputSchema", None) or {}


def _session(command: str, reach: Reach) -> Any:
    """A session with a server of its own: one that broke is not used again."""
    from contextlib import asynccontextmanager

    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    program, *arguments = shlex.split(command)

    @asynccontextmanager
    async def opened() -> Any:
        environment = {name: value for name, value in os.environ.items() if name != "IOA_AGENT_TOKEN"}
        parameters = StdioServerParameters(command=program, args=arguments, env=environment)
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            yield session

    return opened()
