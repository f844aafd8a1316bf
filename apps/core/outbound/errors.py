"""Why a call came to nothing, in one plain sentence that never holds a secret or a path."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp

from apps.core.outbound.bounds import Bounds
from apps.core.sentences import Sentence, sentence


class OutboundError(Exception):
    """The call came to nothing. The message is a sentence for people; about a server it begins with its host.

    `permanent`: the same again is pointless. `reached`: there was a connection, so somebody is there, and may have
    taken the request up. `readable`: what came, if anything came, could be read.
    """

    def __init__(self, said: str, *, permanent: bool, reached: bool = True, readable: bool = True) -> None:
        super().__init__(said if isinstance(said, Sentence) else sentence(said))
        self.permanent = permanent
        self.reached = reached
        self.readable = readable


class ForbiddenTarget(OutboundError):
    """The address is one that may not be called. Nothing was sent. `why` follows "The address"; "": it is none."""

    def __init__(self, said: str, why: str = "") -> None:
        super().__init__(said, permanent=True, reached=False)
        self.why = why


class TooLarge(OutboundError):
    """The answer is larger than it may be."""

    def __init__(self, place: str, most: int) -> None:
        size = sentence("{most:g} MB", most=most / 1024**2) if most >= 1024**2 else sentence("{most} bytes", most=most)
        words = sentence("{place} sent more than {size}; nothing of it was used.", place=place, size=size)
        super().__init__(words, permanent=True, readable=False)


class TooMany(OutboundError):
    """The answer has more events than it may have."""

    def __init__(self, place: str, most: int) -> None:
        words = sentence("{place} sent more than {most:,} events; nothing of it was used.", place=place, most=most)
        super().__init__(words, permanent=True, readable=False)


class Unreadable(OutboundError):
    """The answer is compressed in a way that can't be read."""

    def __init__(self, place: str) -> None:
        words = sentence("{place} sent a compressed answer that can't be read.", place=place)
        super().__init__(words, permanent=True, readable=False)


@contextmanager
def explain_errors(place: str, bounds: Bounds) -> Iterator[None]:
    """Turn what the transport raises into an OutboundError about `place`, a host with its port."""
    try:
        yield
    except (TimeoutError, aiohttp.ClientError, ssl.SSLError, OSError) as error:
        raise _explain(error, place, bounds) from None


def _explain(error: Exception, place: str, bounds: Bounds) -> OutboundError:
    limits = {"connect": bounds.connect, "silence": bounds.silence, "total": bounds.total}
    why = getattr(getattr(error, "certificate_error", None), "verify_message", "")
    for kind, permanent, reached, words in _SENTENCES:
        if isinstance(error, kind):
            readable = not isinstance(error, aiohttp.ClientResponseError)
            said = sentence(words, place=place, why=why, **limits)
            return OutboundError(said, permanent=permanent, reached=reached, readable=readable)
    return OutboundError(
        sentence("{place} closed the connection before it had answered.", place=place), permanent=False
    )


# What a kind of error means: is it permanent, was anybody reached, and the words. The narrower comes first. An error of
# TLS without a connector came after the handshake.
_SENTENCES: tuple[tuple[type[Exception], bool, bool, str], ...] = (
    (aiohttp.ConnectionTimeoutError, False, False, "{place} did not accept a connection within {connect:g} seconds."),
    (aiohttp.SocketTimeoutError, False, True, "{place} was silent for {silence:g} seconds."),
    (TimeoutError, False, True, "{place} did not finish within {total:g} seconds."),
    (aiohttp.ClientConnectorDNSError, False, False, "{place} can't be found: there is no host of that name."),
    (
        aiohttp.ClientConnectorCertificateError,
        True,
        False,
        "{place} could not prove who it is (TLS): {why}. Who runs this hub may name its authority in SSL_CERT_FILE.",
    ),
    (aiohttp.ClientSSLError, True, False, "{place} does not speak TLS as it should: is it http:// and not https://?"),
    (ssl.SSLError, True, True, "{place} broke the connection's security (TLS)."),
    (aiohttp.ClientConnectorError, False, False, "{place} can't be reached; is it running?"),
    (aiohttp.InvalidURL, True, False, "This is not an address that can be called."),
    (aiohttp.ClientResponseError, True, True, "{place} did not answer in HTTP."),
)
