"""Agents that stay as they are, one way of reaching them a module. `agent_from` makes one of the command's options."""

import argparse
import asyncio
import math
from pathlib import Path
from urllib.parse import urlsplit

from ioa_connect.agents import Agent
from ioa_connect.spool import usual_folder
from ioa_connect.wrapped import a2a, acp, agent_protocol, http, mcp, openai, python
from ioa_connect.wrapped.reaching import Reach, Unusable

__all__ = ["Unusable", "agent_from"]


def agent_from(options: argparse.Namespace) -> Agent:
    """The agent that the command's options name. Raises Unusable."""
    _check(options)
    reach = Reach(_headers(options.header), options.timeout)
    if options.python:
        return python.wrapped(options.python)
    if options.http:
        return http.wrapped(options.http, reach)
    if options.openai:
        return openai.wrapped(options.openai, options.model, reach)
    if options.agent_protocol:
        return agent_protocol.wrapped(options.agent_protocol, reach)
    if options.acp:
        return asyncio.run(acp.wrapped(_coding_agent(options), reach))
    if options.mcp:
        return asyncio.run(mcp.wrapped(options.mcp, options.tool, options.timeout))
    return asyncio.run(a2a.wrapped(options.a2a, reach))


def _check(options: argparse.Namespace) -> None:
    """Raise Unusable for what would only fail once a task is there: the agent would look as if it worked."""
    for address in (options.http, options.openai, options.agent_protocol, options.a2a):
        if address is not None and not _is_address(address):
            raise Unusable(f"{address!r} is no address: write http://host or https://host, and a path if there is one.")
    if not (math.isfinite(options.timeout) and options.timeout > 0):
        raise Unusable("--timeout takes seconds, more than 0.")
    if options.limit < 0:
        raise Unusable("--limit takes a number of tasks; 0: as the hub gives them.")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none, say
        return False


def _coding_agent(options: argparse.Namespace) -> acp.CodingAgent:
    spool = Path(options.spool) if options.spool else usual_folder(options.hub, options.token)
    folder = Path(options.folder) if options.folder else None
    if options.session and folder is None:
        raise Unusable("Name the folder of the session that is to be adopted: --folder.")
    if folder is not None and not folder.is_dir():
        raise Unusable(f"There is no folder {folder}.")
    work = spool.absolute() / "work"
    return acp.CodingAgent(options.acp, work, folder and folder.absolute(), options.session, options.auth)


def _headers(lines: list[str]) -> dict[str, str]:
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            raise Unusable(f"Write a header as 'Name: value', not {name[:20]!r}.")
        headers[name.strip()] = value.strip()
    return headers
