"""Why a call came to nothing, in one plain sentence that never holds a secret or a path."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp

from apps.agents.connectors.outbound.bounds import Bounds


class OutboundError(Exception):
    """The call came to nothing. The message is a sentence for people.

    `permanent`: the same again is pointless. `reached`: there was a connection, so somebody is there.
    """

    def __init__(self, sentence: str, *, permanent: bool, reached: bool = True) -> None:
        super().__init__(sentence)
        self.permanent = permanent
        self.reached = reached


class ForbiddenTarget(OutboundError):
    """The address is one that may not be called. Nothing was sent."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, permanent=True, reached=False)


class TooLarge(OutboundError):
    """The answer is larger than it may be."""

    def __init__(self, place: str, most: int) -> None:
        size = f"{most / 1024**2:g} MB" if most >= 1024**2 else f"{most} bytes"
        super().__init__(f"{place} sent more than {size}; nothing of it was used.", permanent=True)


class TooMany(OutboundError):
    """The answer has more events than it may have."""

    def __init__(self, place: str, most: int) -> None:
        super().__init__(f"{place} sent more than {most:,} events; nothing of it was used.", permanent=True)


class Unreadable(OutboundError):
    """The answer is compressed in a way that can't be read."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} sent a compressed answer that can't be read.", permanent=True)


@contextmanager
def told(place: str, bounds: Bounds) -> Iterator[None]:
    """Turn what the transport raises into an OutboundError about `place`, a host with its port."""
    try:
        yield
    except (TimeoutError, aiohttp.ClientError, ssl.SSLError, OSError) as error:
        raise _explained(error, place, bounds) from None


def _explained(error: Exception, place: str, bounds: Bounds) -> OutboundError:
    limits = {"connect": bounds.connect, "silence": bounds.silence, "total": bounds.total}
    for kind, permanent, words in _SENTENCES:
        if isinstance(error, kind):
            return OutboundError(words.format(place=place, **limits), permanent=permanent, reached=kind in _REACHED)
    return OutboundError(f"{place} closed the connection before it had answered.", permanent=False)


_SENTENCES: tuple[tuple[type[Exception], bool, str], ...] = (  # what a kind of error means; the narrower comes first
    (aiohttp.ConnectionTimeoutError, False, "{place} did not accept a connection within {connect:g} seconds."),
    (aiohttp.SocketTimeoutError, False, "{place} was silent for {silence:g} seconds."),
    (TimeoutError, False, "{place} did not finish within {total:g} seconds."),
    (aiohttp.ClientConnectorDNSError, False, "{place} can't be found: there is no host of that name."),
    (aiohttp.ClientSSLError, True, "{place} could not prove who it is (TLS)."),
    (ssl.SSLError, True, "{place} could not prove who it is (TLS)."),
    (aiohttp.ClientConnectorError, False, "{place} can't be reached; is it running?"),
    (aiohttp.InvalidURL, True, "This is not an address that can be called."),
    (aiohttp.ClientResponseError, True, "{place} did not answer in HTTP."),
)
_REACHED = (aiohttp.SocketTimeoutError, TimeoutError, aiohttp.ClientResponseError)
