"""A model server for agents that need one: `python fake_model.py PORT`. It needs nothing but Python.

It repeats the last thing a person said, asks for code where a tool called `execute` is offered, and writes it where the
instructions want code. Asked for something "into a file", it calls a tool `write`, where one is offered. Where that
person said "wait", or "take your time", it streams its answer slowly, or has code run that takes long, and writes down
when it began, and whether its answer was wanted to the end. It says where it was shown the word "heliotrope", which
stands in a file of the goals.
"""

import itertools
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CODE = "print('the sum is', 6 * 7)"
LONG_CODE = """import time
for number in range(300):
    with open("ticks.txt", "a") as ticks: ticks.write(f"{number} ")
    print(number, flush=True)
    time.sleep(0.1)
"""
SEEN = "heliotrope"
NOTED = "into a file"  # what is asked for where a tool called `write` is to be used
FINAL = "final_answer"  # a tool by which some agents want their answer
WORDS = 60  # of a slow answer
PAUSE = 0.1  # seconds between them
USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def text_of(message):
    content = message.get("content") or ""
    return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)


def decided(body):
    """What to say, and a tool to call or None."""
    messages = body.get("messages") or [{}]
    waits = waiting(messages)
    tools = {tool.get("function", tool).get("name") for tool in body.get("tools") or []}
    if "execute" in tools and messages[-1].get("role") == "user":
        return "", {
            "name": "execute",
            "arguments": json.dumps({"language": "python", "code": LONG_CODE if waits else CODE}),
        }
    if "write" in tools and messages[-1].get("role") == "user" and NOTED in heard(messages):
        return "", {"name": "write", "arguments": json.dumps({"filePath": "bees.txt", "content": "ten bees"})}
    seen = f", and read {SEEN}" if any(SEEN in text_of(each) for each in messages) else ""
    text = f"The model heard: {heard(messages)[:80]}{seen}" + " and so on" * (WORDS // 3 if waits else 0)
    if FINAL in tools:
        return "", {"name": FINAL, "arguments": json.dumps({"response": text})}
    if FINAL in " ".join(text_of(each) for each in messages if each.get("role") == "system"):
        return "Thought: easy.\n<code>\nfinal_answer(6 * 7)\n</code>", None
    return text, None


def heard(messages):
    """The first line of what a person said last."""
    said = [text_of(each) for each in messages if each.get("role") == "user"]
    return ((said or [""])[-1].splitlines() or [""])[0]


def waiting(messages):
    """Whether a line of what was said last, before the model's turn, begins with "wait" or asks to take time."""
    newest = itertools.takewhile(lambda each: each.get("role") == "user", reversed(messages))
    lines = [line for each in newest for line in text_of(each).splitlines()]
    return any(line.startswith("wait") or "take your time" in line for line in lines)


def note(what):
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._send(json.dumps({"object": "list", "data": [{"id": "fake", "object": "model"}]}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text, call = decided(body)
        calls = [{"index": 0, "id": "call_1", "type": "function", "function": call}] if call else None
        reason = "tool_calls" if call else "stop"
        slow = waiting(body.get("messages") or [{}]) and (call is None or call["name"] == FINAL)
        if body.get("stream"):
            self._stream(text, calls, reason, slow=slow)
            return
        if slow and not self._still_wanted():
            return
        message = {"role": "assistant", "content": text or None} | ({"tool_calls": calls} if calls else {})
        choice = {"index": 0, "message": message, "finish_reason": reason}
        self._send(json.dumps(self._base("chat.completion") | {"choices": [choice], "usage": USAGE}))

    def _still_wanted(self):
        """Take as long as the slow answer does, and see whether the other side is there all the time."""
        note("begun")
        self.connection.settimeout(PAUSE)
        for _ in range(WORDS):
            try:
                if self.connection.recv(1) == b"":
                    note("given up")
                    self.close_connection = True
                    return False
            except TimeoutError:
                pass
        self.connection.settimeout(None)
        note("told to the end")
        return True

    def _stream(self, text, calls, reason, *, slow):
        deltas = [{"tool_calls": calls}] if calls else [{"content": f"{word} "} for word in text.split(" ")]
        pieces = [{"delta": {"role": "assistant", "content": ""}}, *({"delta": delta} for delta in deltas)]
        base = self._base("chat.completion.chunk")
        chunks = [base | {"choices": [{"index": 0, "finish_reason": None} | piece]} for piece in pieces]
        chunks.append(base | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        chunks.append(base | {"choices": [], "usage": USAGE})
        signs = [": thinking\n\n"] * WORDS if slow and calls else []
        events = [*signs, *(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks), "data: [DONE]\n\n"]
        if slow:
            self._drip(events)
        else:
            self._send("".join(events), "text/event-stream")

    def _drip(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        note("begun")
        try:
            for event in events:
                self.wfile.write(event.encode())
                time.sleep(PAUSE)
        except OSError:
            note("given up")
        else:
            note("told to the end")

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
