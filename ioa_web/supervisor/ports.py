"""The address to serve on: it is listened on here for as long as the supervisor runs.

A web process that starts again takes up where the last one was: who comes meanwhile waits, and is not turned away.
"""

import errno
import socket

from ioa_web.supervisor.problems import CannotStart

HIGHEST = 65535
BACKLOG = 511  # connections that wait while no web process runs


def listen(host: str, port: int, setting: str = "IOA_PORT") -> socket.socket:
    """Give a socket that listens on `host`:`port`; raises CannotStart. `setting` is where the port stands."""
    if not 0 < port <= HIGHEST:
        raise CannotStart(f"there is no port {port}: set {setting} to a number from 1 to {HIGHEST}")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(BACKLOG)
        except OSError:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:  # UnicodeError: no name of a host can be written like that
        raise CannotStart(_what_is_wrong(host, port, setting, error)) from error
    return listening


def _what_is_wrong(host: str, port: int, setting: str, error: OSError | UnicodeError) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"port {port} on {host} is taken: stop what uses it, or set {setting} to another number"
    if number == errno.EACCES:
        return f"this user may not listen on port {port}: set {setting} to a number above 1023"
    return f"can't listen on {host}, port {port} ({error}): set IOA_HOST to an address of this machine"
