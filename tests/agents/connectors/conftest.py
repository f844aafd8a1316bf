"""Listeners that notice every connection."""

import contextlib
import socket
import threading

import pytest

from apps.core.networks import LOOPBACK, Allowed
from apps.core.outbound import Bounds
from tests.hostile.authority import Authority

QUICK = Bounds(connect=2.0, silence=2.0, total=2.0)
HELLO = b"\x16"  # how TLS begins; a server of plain HTTP answers to it that it is none
LOCAL = Allowed.of(LOOPBACK)


class Canary:
    """A web server on this machine that notes what it is asked and answers with a secret. It runs in threads."""

    def __init__(self, tls):
        self.heard = []
        self._visits = 0
        self._tls = tls
        first = socket.create_server(("127.0.0.1", 0))
        self.port = first.getsockname()[1]
        self._listening = [first, socket.create_server(("::1", self.port), family=socket.AF_INET6)]
        self._threads = [threading.Thread(target=self._serve, args=(each,)) for each in self._listening]
        for thread in self._threads:
            thread.start()

    def close(self):
        for listener in self._listening:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for thread in self._threads:
            thread.join()

    def assert_untouched(self):
        """Nobody as much as connected. A visit of our own, at both addresses, comes after all that came before."""
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as visit:
                visit.connect((host, self.port))  # nothing is looked up: a test may have replaced that
                visit.sendall(b"\r\n\r\n")
                assert visit.recv(1)
        assert self._visits == 2, self.heard
        self._visits, self.heard = 0, []

    def _serve(self, listener):
        with contextlib.suppress(OSError):  # the listener is closed
            while True:
                connection, _ = listener.accept()
                self._visits += 1
                with contextlib.suppress(OSError), connection, self._secured(connection) as talking:
                    self._answer(talking)

    def _secured(self, connection):
        connection.settimeout(5)
        return self._tls.wrap_socket(connection, server_side=True) if self._tls else connection

    def _answer(self, connection):
        asked = b""
        while not asked.startswith(HELLO) and b"\r\n\r\n" not in asked and (more := connection.recv(4096)):
            asked += more
        if asked:
            self.heard.append(asked)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")


@contextlib.contextmanager
def canary(tls=None):
    """A canary on one free port of both loopback addresses."""
    listening = Canary(tls)
    try:
        yield listening
    finally:
        listening.close()


@pytest.fixture
def listening():
    with canary() as heard:
        yield heard


def leading_to(**names):
    """A resolver that knows these names; a list of lists is given away one after the other, as a rebinding one does."""
    asked = {name: iter(answers) for name, answers in names.items()}

    async def resolve(host):
        return next(asked[host.partition(".")[0]])

    return resolve


async def fetched(client, url, *, method="GET", bounds=QUICK, **more):
    """The status and the body of a call."""
    async with client.opened(method, url, bounds=bounds, **more) as reply:
        return reply.status, await reply.body()


@pytest.fixture(scope="session")
def authority():
    return Authority()
