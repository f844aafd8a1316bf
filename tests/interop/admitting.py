"""A door in front of a hub that adds its token to each request, for programs that can't be told one."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

OWN = {"connection", "transfer-encoding", "keep-alive"}  # of one connection alone


@contextmanager
def admitting(hub: str, token: str) -> Iterator[str]:
    """Give the address of the door, which passes all else on as it came."""
    place = urlsplit(hub)

    class Door(BaseHTTPRequestHandler):
        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            there = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in OWN}
            there.request(self.command, self.path, body, headers | {"Authorization": f"Bearer {token}"})
            answer = there.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in OWN:
                    self.send_header(name, value)
            self.end_headers()
            with closing(there), suppress(OSError, http.client.HTTPException):  # whoever goes away first
                while piece := answer.read1(65536):  # a stream has no end to wait for
                    self.wfile.write(piece)

        do_GET = do_POST = do_DELETE = _pass_on  # noqa: N815 - the server's own names

        def log_message(self, *_: object) -> None:
            """Nothing is written down."""

    class Doors(ThreadingHTTPServer):
        daemon_threads, block_on_close = True, False  # streams go on for as long as both sides like

    with Doors(("127.0.0.1", 0), Door) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
