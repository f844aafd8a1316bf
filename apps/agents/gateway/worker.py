"""The name of this process, as leases carry it."""

import os
import secrets
import socket
from functools import cache


@cache
def worker_name() -> str:
    """Host, process and a random part, so that a restarted process is another worker."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{secrets.token_hex(4)}"
