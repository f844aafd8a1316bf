"""One agent or many, until the program is told to stop."""

import asyncio
import contextlib
import signal
from collections.abc import Mapping
from pathlib import Path

from ioa_connect.agents import Agent
from ioa_connect.link import Link
from ioa_connect.spool import Spool, usual_folder


def connect(hub: str, token: str, agent: Agent, *, spool: str | Path | None = None) -> None:
    """Be this agent for the hub, until Ctrl-C or SIGTERM.

    `spool`: the folder that keeps what the hub does not have yet; by default one in the person's state folder. Raises
    Refused when the hub will not have this agent.
    """
    connect_all(hub, {token: agent}, spool=spool)


def connect_all(hub: str, agents: Mapping[str, Agent], *, spool: str | Path | None = None) -> None:
    """Be several agents in one program: token -> agent. Each gets a folder of its own below `spool`."""
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_until_told(hub, agents, spool))


async def serve(hub: str, agents: Mapping[str, Agent], *, spool: str | Path | None = None) -> None:
    """Do the same inside a running event loop, until this is cancelled. Raises Refused and spool.Taken."""
    spools = [Spool(_folder(hub, token, spool, alone=len(agents) == 1)) for token in agents]
    links = [Link(hub, token, agent, own) for (token, agent), own in zip(agents.items(), spools, strict=True)]
    work = [asyncio.create_task(link.run()) for link in links]
    try:
        await asyncio.gather(*work)
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        for own in spools:
            own.close()


async def _until_told(hub: str, agents: Mapping[str, Agent], spool: str | Path | None) -> None:
    task = asyncio.current_task()
    if task is not None:
        with contextlib.suppress(NotImplementedError, RuntimeError):  # on Windows, or outside the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await serve(hub, agents, spool=spool)


def _folder(hub: str, token: str, spool: str | Path | None, *, alone: bool) -> Path:
    usual = usual_folder(hub, token)
    if spool is None:
        return usual
    return Path(spool) if alone else Path(spool) / usual.name
