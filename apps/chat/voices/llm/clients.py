"""One client for each loop, model server and key; none outlives its loop."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping

import httpx2
from openai import AsyncOpenAI

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.gateway import outbound_for
from apps.core.outbound import Bounds
from apps.core.outbound.transport import FINE, Transport, answer_with, httpx_client

BOUNDS = Bounds(silence=86_400.0)
"""The body's matters: one answer needs a hundredth of it. How long a model may think, its settings say."""

MAX_RETRIES = 2  # by the SDK: on 408, 409, 429, 5xx and broken connections, as Retry-After says, up to two minutes
NO_KEY = "none"  # servers that ask for none accept any; the SDK insists on one
COMPLETIONS = "/chat/completions"


class ModelClient:
    """A model's server, as one loop asks it.

    The SDK makes the first request. Those after it are made as that one was, with their own body: the SDK takes a
    millisecond for each. An answer that is not a fine one goes back to the SDK as its own request's, which knows what
    may be asked again, when, and what an error means.
    """

    def __init__(self, settings: ModelSettings) -> None:
        self._transport = Transport(outbound_for(settings), settings.base_url, BOUNDS)
        self._sdk = AsyncOpenAI(
            base_url=settings.base_url,
            api_key=settings.api_key or NO_KEY,
            max_retries=MAX_RETRIES,
            http_client=httpx_client(self._transport),
        )

    async def complete(self, parameters: Mapping[str, object]) -> bytes:
        """The body of what the server answers to a request for a chat completion.

        Raises OpenAIError and OutboundError, and ValueError for a key that can't be sent.
        """
        body = json.dumps(parameters, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        answer = await self._transport.ask_again(body)
        if isinstance(answer, httpx2.Response) and answer.status_code == FINE:
            return answer.content
        with answer_with(answer):
            del answer  # an error is held by nobody who has a part in it
            response = await self._sdk.post(
                COMPLETIONS,
                cast_to=httpx2.Response,  # the typed method is strict where servers are not
                body=parameters,
            )
        return response.content

    async def close(self) -> None:
        """Let its connections go."""
        await self._sdk.close()


class _Clients(dict[tuple[str, str, bool], ModelClient]):
    """The clients of one loop. `closing` ends with the loop, which runs the end of each asynchronous generator."""

    closing: AsyncGenerator[None]


_by_loop: dict[asyncio.AbstractEventLoop, _Clients] = {}


async def client_for(settings: ModelSettings) -> ModelClient:
    """The running loop's client for these settings. Raises ForbiddenTarget for no address."""
    loop = asyncio.get_running_loop()
    if loop not in _by_loop:
        await _open(loop)
    clients, key = _by_loop[loop], (settings.base_url, settings.api_key, settings.by_operator)
    if key not in clients:
        clients[key] = ModelClient(settings)
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
