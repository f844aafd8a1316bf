"""An A2A agent that answers at once with links to files that are much more than they look, or many.

`with bombing() as server:` serves it on this machine. The agent at `<server.url>/<name of a bomb>` gives its files.
"""

import contextlib
import gzip
import json
import os
import threading
from dataclasses import dataclass
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count

MB = 2**20


@dataclass(frozen=True)
class Bomb:
    """So many links, each to so many bytes; `packed`: with gzip, of next to nothing; `same`: always to the
    same, where else no two are."""

    links: int
    size: int
    packed: bool = False
    same: bool = False


BOMBS = {
    "ordinary": Bomb(1, 2000),
    "gzip": Bomb(12, 24 * MB, packed=True),  # each more than a link may have
    "gzip-of-most": Bomb(12, 20 * MB, packed=True),  # together more than a call may give
    "gzip-that-fits": Bomb(12, 8 * MB, packed=True),
    "fifty": Bomb(50, 20 * MB),
    "same": Bomb(1, 20 * MB, same=True),
}


class Arsenal(ThreadingHTTPServer):
    """What is served, and how many bytes went over the wire."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Agent)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.sent = 0
        self.numbers = count()
        self._lock = threading.Lock()

    @cached_property
    def noise(self):
        return os.urandom(20 * MB)

    def counted(self, size):
        with self._lock:
            self.sent += size


class Agent(BaseHTTPRequestHandler):
    """One request."""

    def do_POST(self):
        name = self.path.strip("/")
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        base = f"http://{self.headers['Host']}/{name}"
        parts = [{"url": f"{base}/{number}.bin", "filename": f"{number}.bin"} for number in range(BOMBS[name].links)]
        status = {
            "state": "TASK_STATE_COMPLETED",
            "message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "Here they are."}]},
        }
        task = {"id": "t", "contextId": "c", "status": status, "artifacts": [{"artifactId": "a", "parts": parts}]}
        self.answer(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": {"task": task}}).encode())

    def do_GET(self):
        bomb = BOMBS[self.path.split("/")[1]]
        own = b"" if bomb.same else next(self.server.numbers).to_bytes(8, "big")
        if bomb.packed:
            self.answer(gzip.compress(own + bytes(bomb.size - len(own)), 6), encoding="gzip")
        else:
            self.answer(own + self.server.noise[len(own) : bomb.size])

    def answer(self, body, encoding=""):
        with contextlib.suppress(OSError):  # whoever was told too much does not hear the rest
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream" if encoding else "application/json")
            self.send_header("Content-Length", str(len(body)))
            if encoding:
                self.send_header("Content-Encoding", encoding)
            self.end_headers()
            for start in range(0, len(body), 65536):
                self.wfile.write(body[start : start + 65536])
                self.server.counted(min(65536, len(body) - start))

    def log_message(self, *args):
        """Nothing."""


@contextlib.contextmanager
def bombing():
    """Serve it; gives the server."""
    with Arsenal() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
