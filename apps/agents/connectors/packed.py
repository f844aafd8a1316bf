"""Bytes that came inside JSON."""

import base64
import binascii


def decode_base64(text: str) -> bytes | None:
    """Read base64, with or without its padding and in either alphabet; None for what is none."""
    try:
        return base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
