"""An agent that runs errands, to try the connector with: `python -m ioa_errand.agent 9000`."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WHO = {
    "errand": 1,
    "name": "Runner",
    "about": "Fetches what is around the corner.",
    "skills": [{"id": "fetch", "name": "Fetch bread", "description": "Fetches bread from around the corner."}],
}


class Runner(BaseHTTPRequestHandler):
    """Introduces itself, and says of each errand that it is done."""

    def do_GET(self) -> None:
        """Who it is."""
        known = self.path == "/errand"
        self._answer([WHO] if known else [{"detail": "Not Found"}], "application/json", 200 if known else 404)

    def do_POST(self) -> None:
        """One errand; what has no text is none, and hubs that ask for other protocols send such."""
        errand = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "text" not in errand:
            return self._answer([{"detail": "An errand has a text."}], "application/json", 422)
        first = errand["text"].splitlines()[0]
        return self._answer([{"doing": "On my way."}, {"done": f"Fetched: {first}"}], "application/x-ndjson")

    def _answer(self, lines: list[dict[str, object]], media_type: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.end_headers()
        for line in lines:
            self.wfile.write(json.dumps(line).encode() + b"\n")

    def log_message(self, *_: object) -> None:
        """Nothing is worth a line."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Runner).serve_forever()
