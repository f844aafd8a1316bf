"""The connections to model servers: one client for each event loop, base URL and key, closed with its loop."""

import asyncio
from collections.abc import AsyncGenerator

from openai import AsyncOpenAI

from apps.accounts.domain.model_settings import ModelSettings
from apps.accounts.gateway import outbound_for
from apps.core.outbound import Bounds
from apps.core.outbound.transport import httpx_client

BOUNDS = Bounds(silence=86_400.0)
"""The body's matters: one answer needs a hundredth of it. How long a model may think, its settings say."""

MAX_RETRIES = 2  # by the SDK: on 408, 409, 429, 5xx and broken connections, as Retry-After says, up to two minutes
NO_KEY = "none"  # servers that ask for none accept any; the SDK insists on one


class _Clients(dict[tuple[str, str, bool], AsyncOpenAI]):
    """The clients of one loop. `closing` ends with the loop, which runs the end of each asynchronous generator."""

    closing: AsyncGenerator[None]


_by_loop: dict[asyncio.AbstractEventLoop, _Clients] = {}


async def client_for(settings: ModelSettings) -> AsyncOpenAI:
    """The running loop's client for these settings. Raises ForbiddenTarget for no address."""
    loop = asyncio.get_running_loop()
    if loop not in _by_loop:
        await _open(loop)
    clients, key = _by_loop[loop], (settings.base_url, settings.api_key, settings.by_operator)
    if key not in clients:
        clients[key] = _client(settings)
    return clients[key]


async def _open(loop: asyncio.AbstractEventLoop) -> None:
    clients = _by_loop[loop] = _Clients()
    clients.closing = _closing(loop, clients)
    await anext(clients.closing)


async def _closing(loop: asyncio.AbstractEventLoop, clients: _Clients) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        del _by_loop[loop]
        for client in clients.values():
            await client.close()


def _client(settings: ModelSettings) -> AsyncOpenAI:
    return AsyncOpenAI(
        base_url=settings.base_url,
        api_key=settings.api_key or NO_KEY,
        max_retries=MAX_RETRIES,
        http_client=httpx_client(outbound_for(settings), settings.base_url, BOUNDS),
    )
