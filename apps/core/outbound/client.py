"""The guarded client: checked addresses, proven identity, bounded time and size, no redirects, no proxies.

No connection is shared between agents, and neither is a cookie or a looked-up name. A connection ends with its call,
or stays a moment for the next one to the same agent (`keeping`). A model's server, which is asked for every turn, has
connections that are kept longer, and they are its own.
"""

import asyncio
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import lru_cache, partial
from typing import Any
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2
from django.conf import settings
from multidict import CIMultiDict

from apps.core.networks import LOOPBACK, Allowed, is_loopback
from apps.core.outbound.bodies import cap_body
from apps.core.outbound.bounds import Bounds
from apps.core.outbound.errors import TooLarge, explain_errors
from apps.core.outbound.keeping import KEPT_SECONDS, kept_sessions
from apps.core.outbound.pinning import Pin, Resolve, by_system
from apps.core.outbound.targets import Target, read_target

AGENT = "ioa-web"  # what we call ourselves
Headers = Mapping[str, str]
NO_HEADERS: Headers = {}


class Reply:
    """An answer whose body is still to be read, once, inside the `async with` that gave it."""

    def __init__(self, response: aiohttp.ClientResponse, target: Target, bounds: Bounds) -> None:
        self.status = response.status
        self.headers = response.headers
        self.place = target.place
        self.url = str(target.url)
        self._response = response
        self._bounds = bounds

    @property
    def media_type(self) -> str:
        """What the server says the body is, "application/json" say; "" when it says nothing."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Give the body as it comes, decompressed. Raises TooLarge and Unreadable."""
        if (self._response.content_length or 0) > self._bounds.body:
            raise TooLarge(self.place, self._bounds.body)
        encoding = self.headers.get("Content-Encoding", "").strip().lower()
        async for chunk in cap_body(self._response.content.iter_any(), encoding, self._bounds.body, self.place):
            yield chunk

    async def lines(self) -> AsyncIterator[str]:
        """Give the body line by line as it comes, read as UTF-8; what is not becomes a replacement character."""
        begun: list[bytes] = []  # pieces of a line: put together once, however small they come
        async for chunk in self.chunks():
            first, *more = chunk.split(b"\n")
            begun.append(first)
            for piece in more:
                yield _line(begun)
                begun = [piece]
        if any(begun):
            yield _line(begun)

    async def body(self) -> bytes:
        """Give the whole body, decompressed."""
        return b"".join([chunk async for chunk in self.chunks()])


def _line(pieces: list[bytes]) -> str:
    return b"".join(pieces).decode(errors="replace").rstrip("\r")


class Outbound:
    """A client for one set of allowed networks. Tests bring their own resolver and their own roots of trust.

    `proxied`: the environment's proxy is asked, which looks names up itself.
    """

    def __init__(
        self,
        allowed: Allowed,
        *,
        resolve: Resolve = by_system,
        trusted: ssl.SSLContext | None = None,
        proxied: bool = False,
    ) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._trusted = trusted
        self._proxied = proxied

    def check(self, url: str) -> None:
        """Raise ForbiddenTarget for what is no address, and for an IP address that it would not call; call nobody."""
        Pin(read_target(url), self._allowed, self._resolve).check_literal()

    @asynccontextmanager
    async def opened(
        self,
        method: str,
        url: str,
        *,
        headers: Headers = NO_HEADERS,
        body: bytes | AsyncIterable[bytes] | None = None,
        bounds: Bounds,
        kept: aiohttp.ClientSession | None = None,
    ) -> AsyncIterator[Reply]:
        """Send a request and give the reply once its headers are there. Leaving the block closes the connection, unless
        the reply was read to its end and the connection stays for the next call (`keeping`).

        `kept`: a session for this server, to which the connection goes back instead. Raises OutboundError, also for
        what goes wrong while the body is read. A redirect is a reply like others.
        """
        target = read_target(url)
        opening = nullcontext(kept) if kept else self._session(target, bounds)
        with explain_errors(target.place, bounds):
            async with asyncio.timeout(bounds.total), opening as session:
                sent = CIMultiDict({"User-Agent": AGENT, "Accept-Encoding": "identity"})
                sent.update(headers)
                async with session.request(
                    method, target.url, headers=sent, data=body, allow_redirects=False, timeout=_timeout(bounds)
                ) as response:
                    yield Reply(response, target, bounds)

    def _session(self, target: Target, bounds: Bounds) -> AbstractAsyncContextManager[aiohttp.ClientSession]:
        """A session for one call, or one that stays for the next; none is shared by clients that may call others."""
        kept = kept_sessions()
        if kept is None:
            return self.session(target, bounds, force_close=True)
        caller, sessions = kept
        key = caller, self._allowed, self._proxied, self._trusted, target.url.origin()
        return sessions.lend(key, partial(self.session, target, bounds, limit=0, keepalive_timeout=KEPT_SECONDS))

    def session(self, target: Target, bounds: Bounds, **connections: Any) -> aiohttp.ClientSession:
        """Make a session for one server. `connections`: aiohttp's own words on how many there are, and how long.

        Call it in a running loop, and close it there. Raises ForbiddenTarget.
        """
        pin = Pin(target, self._allowed, self._resolve)
        connector = aiohttp.TCPConnector(
            resolver=pin,
            socket_factory=pin.socket,
            use_dns_cache=False,
            ssl=self._trusted or _system_roots(),
            **connections,
        )
        return aiohttp.ClientSession(
            connector=connector,
            timeout=_timeout(bounds),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,  # ours is bounded
            trust_env=False,  # no proxy and no password of the environment, unless somebody means it
            proxy=_proxy_for(target) if self._proxied else None,
        )


def _timeout(bounds: Bounds) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=None, connect=bounds.connect, sock_read=bounds.silence)


def _proxy_for(target: Target) -> str | None:
    proxies = getproxies()
    return None if proxy_bypass(target.host) else proxies.get(target.url.scheme) or proxies.get("all")


@lru_cache(maxsize=1)
def _system_roots() -> ssl.SSLContext:
    """Made once: each takes 25 ms."""
    context = httpx2.create_ssl_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def for_agents() -> Outbound:
    """The client for addresses that somebody registered: what the settings allow, this machine on a laptop too."""
    local = LOOPBACK if settings.IOA_LOCAL_AGENTS else ()
    return Outbound(Allowed.of([*settings.IOA_ALLOWED_NETWORKS, *local]))


def for_operator(url: str) -> Outbound:
    """The client for an address that the environment names: it may be anywhere. Raises ForbiddenTarget."""
    return Outbound(Allowed(hosts=frozenset({read_target(url).host})), proxied=True)


def for_links(url: str, known: str) -> Outbound:
    """The client for an address that an agent names: what the settings allow by name, and this machine on a laptop.

    That only where both `url` and the address that the agent is `known` by say that it is this machine: what has to be
    looked up may lead elsewhere the next time. Raises ForbiddenTarget for what is no address.
    """
    here = all(is_loopback(read_target(each).host) for each in (url, known))
    return for_agents() if here else for_pages()


def same_server(one: str, other: str) -> bool:
    """Whether two addresses have scheme, host and port in common. Raises ForbiddenTarget for what is no address."""
    return read_target(one).url.origin() == read_target(other).url.origin()


def for_pages() -> Outbound:
    """The client for addresses that stand in texts: what the settings allow by name and nothing else."""
    return Outbound(Allowed.of(settings.IOA_ALLOWED_NETWORKS))
