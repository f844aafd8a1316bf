"""The connections to model servers: one client for each event loop, base URL and key, closed with its loop."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from functools import lru_cache
from ssl import SSLContext
from typing import cast
from urllib.parse import urlsplit

import aiohttp
import httpx2
from openai import AsyncOpenAI, DefaultAioHttpClient, OpenAIError
from openai._vendor.httpx_aiohttp.transport import AiohttpTransport  # it takes a session; the public client does not

from apps.accounts.domain.model_settings import ModelSettings
from apps.accounts.gateway import AddressRefused, model_connector

MAX_BODY = 2 * 1024 * 1024
"""Bytes of an answer that are read; one answer needs a hundredth of it."""

MAX_RETRIES = 2  # by the SDK: on 408, 409, 429, 5xx and broken connections, as Retry-After says, up to two minutes
CONNECT_SECONDS = 10.0
CONNECTIONS = httpx2.Limits(max_connections=10_000, max_keepalive_connections=100, keepalive_expiry=30)
NO_KEY = "none"  # servers that ask for none accept any; the SDK insists on one


class BodyTooLarge(OpenAIError):
    """The server sent more than MAX_BODY bytes. The SDK passes its own errors on without a retry."""


class BodyEncoded(OpenAIError):
    """The server compressed the body although it was asked not to: it might grow without bound."""


class EndpointForbidden(OpenAIError):
    """The base URL leads where no call may go; nothing was sent. The message follows the server's name."""


class _Transport(AiohttpTransport):
    """The SDK's transport with the guard's connector. The SDK would try again what is refused, were it not its own."""

    def __init__(self, settings: ModelSettings) -> None:
        super().__init__(verify=_ssl_context(), client=lambda: _session(settings))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises Forbidden."""
        try:
            return await super().handle_async_request(request)
        except AddressRefused as error:
            raise EndpointForbidden(str(error)) from None


def _session(settings: ModelSettings) -> aiohttp.ClientSession:
    """Without cookies; proxies look names up themselves, so the environment's are not used."""
    connector = model_connector(
        settings, limit=CONNECTIONS.max_connections, keepalive_timeout=CONNECTIONS.keepalive_expiry
    )
    return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False)


class _CappedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_BODY:
                raise BodyTooLarge
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _cap(response: httpx2.Response) -> None:
    """A response hook: it runs before the body is read."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise BodyEncoded
    response.stream = _CappedStream(cast("httpx2.AsyncByteStream", response.stream))  # the client is asynchronous


class _Clients(dict[tuple[str, str, bool], AsyncOpenAI]):
    """The clients of one loop. `closing` ends with the loop, which runs the end of each asynchronous generator."""

    closing: AsyncGenerator[None]


_by_loop: dict[asyncio.AbstractEventLoop, _Clients] = {}


async def client_for(settings: ModelSettings) -> AsyncOpenAI:
    """The running loop's client for these settings. Raises httpx2.InvalidURL where the base URL is none."""
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


def _check(base_url: str) -> None:
    """Refuse what can't be asked, and user and password, which would show wherever the address does."""
    try:
        parts = urlsplit(base_url)
    except ValueError as error:
        raise httpx2.InvalidURL(str(error)) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise httpx2.InvalidURL("not an http address of a host")


def _client(settings: ModelSettings) -> AsyncOpenAI:
    _check(settings.base_url)
    http_client = DefaultAioHttpClient(
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_cap]},
        limits=CONNECTIONS,
        verify=_ssl_context(),
        transport=None if settings.by_operator else _Transport(settings),
        follow_redirects=False,  # a redirect would take the key elsewhere
    )
    return AsyncOpenAI(
        base_url=settings.base_url,
        api_key=settings.api_key or NO_KEY,
        max_retries=MAX_RETRIES,
        http_client=http_client,
    )


@lru_cache(maxsize=1)
def _ssl_context() -> SSLContext:
    """Made once: each takes 25 ms and half a megabyte."""
    return httpx2.create_ssl_context()
