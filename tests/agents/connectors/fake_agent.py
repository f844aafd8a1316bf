"""An agent on this machine that answers as a test says and keeps what it was asked."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace


@contextlib.contextmanager
def served(tell, host="127.0.0.1"):
    """Answer each request with what `tell(request)` gives: (status, media type, body) and perhaps headers.

    A request has method, path, headers, body (read JSON, None for none) and raw, the body as it came. Gives url and the
    requests so far.
    """
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            said = json.loads(body) if body else None
            asked.append(
                SimpleNamespace(method=self.command, path=self.path, headers=self.headers, body=said, raw=body)
            )
            status, media_type, sent, *more = tell(asked[-1])
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            for name, value in more[0].items() if more else ():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(sent if isinstance(sent, bytes) else sent.encode())

        do_GET = do_POST = do_HEAD = do_DELETE = answer  # noqa: N815  the names that http.server calls

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer((host, 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield SimpleNamespace(url=f"http://{host}:{server.server_port}", asked=asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def agent(*answers):
    """Serve the answers one after the other, the last one for ever; each is (status, media type, body)."""
    left = list(answers)
    return served(lambda request: left.pop(0) if len(left) > 1 else left[0])


def as_json(said, status=200):
    return status, "application/json", json.dumps(said)


def as_events(*pieces, ending="data: [DONE]\n\n"):
    body = "".join(f"data: {piece if isinstance(piece, str) else json.dumps(piece)}\n\n" for piece in pieces)
    return 200, "text/event-stream", body + ending


def piece(text, **more):
    return {"id": "c1", "choices": [{"index": 0, "delta": {"content": text}, **more}]}


def whole(text, **more):
    return {
        "id": "c1",
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        **more,
    }
