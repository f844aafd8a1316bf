"""Giving a task to an agent as the hub does."""

from types import SimpleNamespace

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import RunRequest
from apps.agents.gateway.run import run_agent
from apps.agents.gateway.trials import detect
from tests.basket import Basket


async def asked(peer, text, *skills, seconds=60.0, **more):
    """Find the agent, give it a task, and tell what came."""
    found = await detect(peer.url, {})
    request = RunRequest(key=f"{peer.url} {text}", goal=text, brief=text, skills=skills, **more)
    told = []
    address = AgentAddress("1", found.connector, found.config, seconds)
    outcome = await run_agent(address, request, told.append, Basket())
    return SimpleNamespace(found=found, end=outcome.end, files=outcome.files, told=told)
