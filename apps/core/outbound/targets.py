"""Reading an address that somebody wrote: what is no plain http address is refused before anything is looked up."""

import re
from ipaddress import ip_address
from typing import NamedTuple

from yarl import URL

from apps.core.outbound.errors import ForbiddenTarget

MOST = 2000  # characters of an address
_UNCLEAN = re.compile(r"[\x00-\x20\x7f\\]|[^\x00-\x7f]")  # parsers disagree on what these mean
_AUTHORITY = re.compile(r"[^/?#]*//[^/?#]*@")  # in the text itself: the parser drops an empty user
_NUMERIC = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)


class Target(NamedTuple):
    """An address that can be called, by how it is written."""

    url: URL

    @property
    def host(self) -> str:
        """The name or address that is called."""
        return self.url.raw_host or ""

    @property
    def place(self) -> str:
        """Host and, where it is unusual, port: all that sentences say of an address."""
        return self.url.host_port_subcomponent or self.host


def read_target(text: str) -> Target:
    """Read an http or https address. Raises ForbiddenTarget with a sentence that says what is wrong."""
    if len(text) > MOST or _UNCLEAN.search(text):
        raise ForbiddenTarget("The address has characters that no address has, or is too long.")
    url = _parse(text)
    if url.scheme not in ("http", "https") or not url.raw_host:
        raise ForbiddenTarget("The address must start with http:// or https:// and name a host.")
    if _AUTHORITY.match(text):
        raise ForbiddenTarget("Leave user names and passwords out of the address.")
    _check_host(url.raw_host)
    return Target(url.with_fragment(None))


def _parse(text: str) -> URL:
    try:
        url = URL(text)
        _ = url.port
    except (ValueError, TypeError):
        raise ForbiddenTarget("This is not an address: write it like https://agent.example/run.") from None
    return url


def _check_host(host: str) -> None:
    """Refuse old spellings of addresses (127.1, 0x7f000001, 2130706433): resolvers read them too."""
    try:
        ip_address(host)
    except ValueError:
        last = host.rstrip(".").rpartition(".")[2]
        if ":" in host or "%" in host or not last or _NUMERIC.fullmatch(last):
            raise ForbiddenTarget("Write the host as a name or as a plain address like 192.0.2.1.") from None
