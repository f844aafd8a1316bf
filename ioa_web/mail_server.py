"""What the settings say of the mail server. A mistake in them stops the start, with a sentence."""

import re
from dataclasses import dataclass, field
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

SCHEMES = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
"""Each with its usual port: plain, plain until STARTTLS, TLS from the first byte."""
SENDER = re.compile(r"[^\s@<>]+@[^\s@<>]+")


@dataclass(frozen=True)
class MailServer:
    """Where mail is handed in, and as whom; without a host none is."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = field(default="", repr=False)
    starttls: bool = False
    tls: bool = False


def mail_server(url: str) -> MailServer:
    """The server that an address names, `smtp+tls://user:password@host:587` say. Raises ValueError with a sentence."""
    if not url:
        return MailServer()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("IOA_MAIL_URL is no address: write it like smtp+tls://user:password@host:587") from None
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError("IOA_MAIL_URL: begin with smtp://, smtp+tls:// or smtps:// and a host")
    return MailServer(
        host=parts.hostname,
        port=port or SCHEMES[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


def check_sender(written: str) -> None:
    """Raise ValueError, with a sentence, where letters could not come from there."""
    if not SENDER.fullmatch(parseaddr(written)[1]) or "\n" in written:
        raise ValueError("IOA_MAIL_FROM: write an address, or a name with it: IoA Web <notices@example.com>")
