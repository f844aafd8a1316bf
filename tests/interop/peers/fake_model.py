"""A model server for agents that need one: `python fake_model.py PORT`. It needs nothing but Python.

It repeats the last thing a person said, asks for code where a tool called `execute` is offered, and writes it where the
instructions want code.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CODE = "print('the sum is', 6 * 7)"
USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def text_of(message):
    content = message.get("content") or ""
    return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)


def decided(body):
    """What to say, and a tool to call or None."""
    messages = body.get("messages") or [{}]
    tools = {tool.get("function", tool).get("name") for tool in body.get("tools") or []}
    if "execute" in tools and messages[-1].get("role") == "user":
        return "", {"name": "execute", "arguments": json.dumps({"language": "python", "code": CODE})}
    if "final_answer" in " ".join(text_of(each) for each in messages if each.get("role") == "system"):
        return "Thought: easy.\n<code>\nfinal_answer(6 * 7)\n</code>", None
    said = [text_of(each) for each in messages if each.get("role") == "user"]
    return f"The model heard: {(said or [''])[-1].splitlines()[0][:80]}", None


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._send(json.dumps({"object": "list", "data": [{"id": "fake", "object": "model"}]}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text, call = decided(body)
        calls = [{"index": 0, "id": "call_1", "type": "function", "function": call}] if call else None
        reason = "tool_calls" if call else "stop"
        if body.get("stream"):
            self._stream(text, calls, reason)
            return
        message = {"role": "assistant", "content": text or None} | ({"tool_calls": calls} if calls else {})
        choice = {"index": 0, "message": message, "finish_reason": reason}
        self._send(json.dumps(self._base("chat.completion") | {"choices": [choice], "usage": USAGE}))

    def _stream(self, text, calls, reason):
        deltas = [{"tool_calls": calls}] if calls else [{"content": f"{word} "} for word in text.split(" ")]
        pieces = [{"delta": {"role": "assistant", "content": ""}}, *({"delta": delta} for delta in deltas)]
        base = self._base("chat.completion.chunk")
        chunks = [base | {"choices": [{"index": 0, "finish_reason": None} | piece]} for piece in pieces]
        chunks.append(base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        chunks.append(base | {"choices": [], "usage": USAGE})
        events = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
        self._send(f"{events}data: [DONE]\n\n", "text/event-stream")

    def _base(self, kind):
        return {"id": "c1", "object": kind, "created": 1, "model": "fake"}

    def _send(self, body, media_type="application/json"):
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model).serve_forever()
