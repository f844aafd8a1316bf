"""What a program of this very machine shows by its request, where it may use the hub without a token."""

from collections.abc import Iterable

from django.http.request import split_domain_port

from apps.core.networks import is_loopback

COMES_ALONG = ("origin", "forwarded", "x-forwarded-", "x-real-ip", "via")  # with what is no program's own request


def is_from_this_host(host: str, headers: Iterable[str]) -> bool:
    """Whether a request asks this machine by its own name, and none of its headers tells of a page or a proxy.

    Any page may send to 127.0.0.1, by its address or by a name of its own that leads there; programs send no Origin.
    """
    name, _ = split_domain_port(host)
    return is_loopback(name) and not any(header.lower().startswith(COMES_ALONG) for header in headers)
