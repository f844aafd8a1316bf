"""A server on this machine with an answer for each path, and 404 for others."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace


@contextlib.contextmanager
def serving(routes):
    """Serve `routes`: (method, path) -> (status, media type, body), or a function of the request that gives one.

    A request has path, headers and body (read JSON, None for none). Gives url and the requests so far.
    """
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            request = SimpleNamespace(
                method=self.command, path=self.path, headers=self.headers, body=json.loads(body) if body else None
            )
            asked.append(request)
            told = routes.get((self.command, self.path), (404, "application/json", '{"detail": "Not Found"}'))
            status, media_type, sent, *more = told(request) if callable(told) else told
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            for name, value in more[0].items() if more else ():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent if isinstance(sent, bytes) else sent.encode())

        do_GET = do_POST = do_DELETE = answer  # noqa: N815  the names that http.server calls

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}", asked=asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
