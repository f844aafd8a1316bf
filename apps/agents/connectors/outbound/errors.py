"""Why a call came to nothing, in one plain sentence that never holds a secret or a path."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp

from apps.agents.connectors.outbound.bounds import Bounds
from apps.agents.domain.calls import AgentError
from apps.agents.domain.failures import Failure


class OutboundError(Exception):
    """The call came to nothing. The message is a sentence for people.

    `permanent`: the same again is pointless. `reached`: there was a connection, so somebody is there. `error`: the end
    of a call that it was.
    """

    def __init__(self, sentence: str, *, permanent: bool, reached: bool = True, failure: Failure = Failure.CUT) -> None:
        super().__init__(sentence)
        self.permanent = permanent
        self.reached = reached
        self.error = AgentError(sentence, permanent=permanent, failure=failure)


class ForbiddenTarget(OutboundError):
    """The address is one that may not be called. Nothing was sent."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, permanent=True, reached=False, failure=Failure.UNSENT)


class TooLarge(OutboundError):
    """The answer is larger than it may be."""

    def __init__(self, place: str, most: int) -> None:
        size = f"{most / 1024**2:g} MB" if most >= 1024**2 else f"{most} bytes"
        words = f"{place} sent more than {size}; nothing of it was used."
        super().__init__(words, permanent=True, failure=Failure.UNREADABLE)


class TooMany(OutboundError):
    """The answer has more events than it may have."""

    def __init__(self, place: str, most: int) -> None:
        words = f"{place} sent more than {most:,} events; nothing of it was used."
        super().__init__(words, permanent=True, failure=Failure.UNREADABLE)


class Unreadable(OutboundError):
    """The answer is compressed in a way that can't be read."""

    def __init__(self, place: str) -> None:
        words = f"{place} sent a compressed answer that can't be read."
        super().__init__(words, permanent=True, failure=Failure.UNREADABLE)


@contextmanager
def told(place: str, bounds: Bounds) -> Iterator[None]:
    """Turn what the transport raises into an OutboundError about `place`, a host with its port."""
    try:
        yield
    except (TimeoutError, aiohttp.ClientError, ssl.SSLError, OSError) as error:
        raise _explained(error, place, bounds) from None


def _explained(error: Exception, place: str, bounds: Bounds) -> OutboundError:
    limits = {"connect": bounds.connect, "silence": bounds.silence, "total": bounds.total}
    for kind, permanent, failure, words in _SENTENCES:
        if isinstance(error, kind):
            sentence, reached = words.format(place=place, **limits), failure is not Failure.UNSENT
            return OutboundError(sentence, permanent=permanent, reached=reached, failure=failure)
    return OutboundError(f"{place} closed the connection before it had answered.", permanent=False)


# What a kind of error means; the narrower comes first. An error of TLS without a connector came after the handshake.
_SENTENCES: tuple[tuple[type[Exception], bool, Failure, str], ...] = (
    (
        aiohttp.ConnectionTimeoutError,
        False,
        Failure.UNSENT,
        "{place} did not accept a connection within {connect:g} seconds.",
    ),
    (aiohttp.SocketTimeoutError, False, Failure.CUT, "{place} was silent for {silence:g} seconds."),
    (TimeoutError, False, Failure.CUT, "{place} did not finish within {total:g} seconds."),
    (
        aiohttp.ClientConnectorDNSError,
        False,
        Failure.UNSENT,
        "{place} can't be found: there is no host of that name.",
    ),
    (aiohttp.ClientSSLError, True, Failure.UNSENT, "{place} could not prove who it is (TLS)."),
    (ssl.SSLError, True, Failure.CUT, "{place} broke the connection's security (TLS)."),
    (aiohttp.ClientConnectorError, False, Failure.UNSENT, "{place} can't be reached; is it running?"),
    (aiohttp.InvalidURL, True, Failure.UNSENT, "This is not an address that can be called."),
    (aiohttp.ClientResponseError, True, Failure.UNREADABLE, "{place} did not answer in HTTP."),
)
