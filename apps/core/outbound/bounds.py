"""How long a call may take and how much it may answer."""

from dataclasses import dataclass

MOST_BODY = 2 * 1024 * 1024


@dataclass(frozen=True)
class Bounds:
    """The limits of one call, in seconds and bytes."""

    connect: float = 10.0  # until the connection stands, TLS included
    silence: float = 300.0  # between two bytes of the answer, and before its first
    total: float = 86_400.0  # from the first byte sent to the last one read
    body: int = MOST_BODY  # of the answer, both as it is sent and after decompression
