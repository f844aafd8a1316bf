"""Keys that sort by the time they were made."""

import os
import time
import uuid
from datetime import UTC, datetime


def uuid7() -> uuid.UUID:
    """A random UUID whose first 48 bits are the milliseconds since 1970 (RFC 9562, section 5.7)."""
    stamp = time.time_ns() // 1_000_000
    value = stamp << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)


def made_at(key: uuid.UUID) -> datetime:
    """When a key of `uuid7` was made, to the millisecond."""
    return datetime.fromtimestamp((key.int >> 80) / 1000, UTC)
