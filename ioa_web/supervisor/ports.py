"""Whether the address to serve on can be had."""

import errno
import socket

from ioa_web.supervisor.problems import CannotStart

HIGHEST = 65535


def ensure_free(host: str, port: int, setting: str = "IOA_PORT") -> None:
    """Raise CannotStart unless this process could listen on `host`:`port` now; `setting` is where the port stands."""
    if not 0 < port <= HIGHEST:
        raise CannotStart(f"there is no port {port}: set {setting} to a number from 1 to {HIGHEST}")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, proto) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        raise CannotStart(_what_is_wrong(host, port, setting, error)) from error


def _what_is_wrong(host: str, port: int, setting: str, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} on {host} is taken: stop what uses it, or set {setting} to another number"
    if error.errno == errno.EACCES:
        return f"this user may not listen on port {port}: set {setting} to a number above 1023"
    return f"can't listen on {host}, port {port} ({error}): set IOA_HOST to an address of this machine"
