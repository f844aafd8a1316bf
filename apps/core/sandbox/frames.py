"""What goes between a process and its child: JSON behind its length."""

import json
import struct

NUMBER = struct.Struct(">I")


def frame_message(said: object) -> bytes:
    """Give the bytes to send."""
    body = json.dumps(said).encode()
    return NUMBER.pack(len(body)) + body
