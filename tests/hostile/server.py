"""A server with a path for each way in which an agent may misbehave (R15).

`async with hostile() as base:` serves it on this machine; `python -m tests.hostile.server PORT [--bad-tls]` does too.
"""

import asyncio
import contextlib
import gzip
import itertools
import json
import re
import sys
import tempfile
import zlib
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from tests.hostile.authority import Authority

OK = b"HTTP/1.1 200 OK\r\n"
JSON_HEAD = OK + b"Content-Type: application/json\r\n"
SSE_HEAD = OK + b"Content-Type: text/event-stream\r\nConnection: close\r\n\r\n"
CHUNK = b"x" * 65536
BOMB = gzip.compress(bytes(64 * 1024 * 1024), 6)  # 64 MB of nothing in 65 kB


def with_length(head, body):
    return head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body


def completion(text):
    return json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}
    ).encode()


def delta(text):
    return b"data: " + json.dumps({"id": 1, "choices": [{"delta": {"content": text}}]}).encode() + b"\n\n"


async def hang(writer, query):
    await asyncio.sleep(3600)


async def hang_after_headers(writer, query):
    writer.write(JSON_HEAD + b"Content-Length: 100\r\n\r\n")
    await writer.drain()
    await asyncio.sleep(3600)


async def one_byte_a_second(writer, query):
    writer.write(JSON_HEAD + b"Content-Length: 100\r\n\r\n")
    for byte in completion("slow"):
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(1)


async def endless_events(writer, query):
    writer.write(SSE_HEAD)
    while True:
        writer.write(delta("and on " * 100) * 10)
        await writer.drain()


def endless(said):
    """One event of a protocol for ever; `said` gets the number of the event."""

    async def mode(writer, query):
        writer.write(SSE_HEAD)
        for number in itertools.count():
            writer.write(b"data: " + json.dumps(said(number)).encode() + b"\n\n")
            if number % 100 == 0:
                await writer.drain()

    return mode


def artifact(number):
    parts = [{"text": "and on " * 1000}]
    return {"result": {"artifactUpdate": {"taskId": "t", "artifact": {"artifactId": f"a{number}", "parts": parts}}}}


def progress(number):
    return {"method": "notifications/progress", "params": {"progress": number, "message": "and on " * 1000}}


def words(number):
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": f"m{number}", "delta": "and on " * 1000}


async def endless_comments(writer, query):
    writer.write(SSE_HEAD)
    while True:
        writer.write(b": still here\n\n")
        await writer.drain()
        await asyncio.sleep(0.01)


async def endless_line(writer, query):
    writer.write(SSE_HEAD + b"data: ")
    while True:
        writer.write(CHUNK)
        await writer.drain()


async def fifty_megabytes(writer, query):
    writer.write(JSON_HEAD + b"Connection: close\r\n\r\n")
    for _ in range(50 * 16):
        writer.write(CHUNK)
        await writer.drain()


async def events_cut_off(writer, query):
    body = delta("so far ")
    writer.write(OK + b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    writer.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")
    await writer.drain()


async def redirect(writer, query):
    to = query.get("to", ["http://127.0.0.1:9/"])[0]
    writer.write(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode())


def sends(*parts):
    async def mode(writer, query):
        for part in parts:
            writer.write(part)
            await writer.drain()

    return mode


def status(code, body=b'{"error": {"message": "no, and the key is sesame"}}', more=b""):
    return sends(with_length(f"HTTP/1.1 {code} Said so\r\n".encode() + more, body))


MODES = {
    "hang": hang,
    "hang-after-headers": hang_after_headers,
    "one-byte-a-second": one_byte_a_second,
    "endless-events": endless_events,
    "endless-artifacts": endless(artifact),
    "endless-progress": endless(progress),
    "endless-words": endless(words),
    "endless-comments": endless_comments,
    "endless-line": endless_line,
    "fifty-megabytes": fifty_megabytes,
    "fifty-megabytes-announced": sends(JSON_HEAD + b"Content-Length: 52428800\r\n\r\n", CHUNK),
    "gzip-bomb": sends(with_length(JSON_HEAD + b"Content-Encoding: gzip\r\n", BOMB)),
    "deflate-bomb": sends(
        with_length(JSON_HEAD + b"Content-Encoding: deflate\r\n", zlib.compress(bytes(64 * 1024 * 1024)))
    ),
    "gzip-in-name-only": sends(with_length(JSON_HEAD + b"Content-Encoding: gzip\r\n", completion("plain"))),
    "unknown-encoding": sends(with_length(JSON_HEAD + b"Content-Encoding: br\r\n", completion("plain"))),
    "garbage": sends(b"\x00\x01\x02 this is no HTTP \xff\r\n\r\n"),
    "long-header": sends(OK + b"X-Long: " + b"x" * 100_000 + b"\r\n\r\n"),
    "no-answer": sends(),
    "early-close": sends(JSON_HEAD + b"Content-Length: 1000\r\n\r\n", b'{"choices": [{"mess'),
    "events-cut-off": events_cut_off,
    "truncated-json": sends(with_length(JSON_HEAD, b'{"choices": [{"message": {"content": "so')),
    "wrong-type": sends(with_length(JSON_HEAD, b'{"choices": "yes"}')),
    "wrong-type-inside": sends(with_length(JSON_HEAD, b'{"choices": [{"message": {"content": {"a": 1}}}]}')),
    "deep-json": sends(with_length(JSON_HEAD, b"[" * 100_000 + b"]" * 100_000)),
    "huge-number": sends(with_length(JSON_HEAD, b'{"conclusion": 1' + b"0" * 100_000 + b"}")),
    "a-list": sends(with_length(JSON_HEAD, b"[]")),
    "empty": sends(with_length(OK, b"")),
    "html": sends(with_length(OK + b"Content-Type: text/html\r\n", b"<!doctype html><title>Welcome</title>")),
    "binary": sends(with_length(OK + b"Content-Type: application/octet-stream\r\n", bytes(range(256)))),
    "redirect": redirect,
    "400": status(400),
    "401": status(401),
    "403": status(403),
    "404": status(404),
    "405": status(405),
    "408": status(408),
    "429": status(429, more=b"Retry-After: 3600\r\n"),
    "busy": status(
        503, b'{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000, "message": "Busy."}}', b"Retry-After: 7\r\n"
    ),
    "500": status(500),
    "502": status(502, b"<html>bad gateway</html>"),
    "503": status(503),
    "teapot": status(418, b"\xff\xfe"),
}


FINE = sends(with_length(JSON_HEAD, b'{"conclusion": "Fine."}'))  # at /fine, for comparison


TOOL = {"name": "work", "description": "Does the work.", "inputSchema": {"type": "object", "properties": {}}}
WORKING = {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}
POLITE = {  # what is said before the misbehaviour begins, by the method of JSON-RPC
    "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}},
    "tools/list": {"tools": [TOOL]},
    "SendMessage": {"task": WORKING},
}


def polite(path, body):
    """The answer of an agent that behaves until the work itself; None once it is time to misbehave."""
    said = json.loads(body) if body else {}
    if path.endswith("/agent/tasks"):
        return with_length(JSON_HEAD, b'{"task_id": "t"}')
    if said.get("method") == "notifications/initialized":
        return with_length(b"HTTP/1.1 202 Accepted\r\n", b"")
    if said.get("method") in POLITE:
        answer = {"jsonrpc": "2.0", "id": said["id"], "result": POLITE[said["method"]]}
        return with_length(JSON_HEAD + b"Mcp-Session-Id: s\r\n", json.dumps(answer).encode())
    return None


async def serve(reader, writer, heard):
    # OSError: a peer that is gone already has a socket that can't be shut down (ENOTCONN)
    with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        head = await reader.readuntil(b"\r\n\r\n")
        parts = urlsplit(unquote(head.split(b" ", 2)[1].decode()))
        length = re.search(rb"(?i)^content-length: (\d+)", head, re.MULTILINE)
        body = await reader.readexactly(int(length[1])) if length else b""
        heard.append((head, body))
        name, _, rest = parts.path.strip("/").partition("/")
        if name == "late":
            if said := polite(parts.path, body):
                writer.write(said)
                return
            name = rest.partition("/")[0]
        await (FINE if name == "fine" else MODES.get(name, MODES["404"]))(writer, parse_qs(parts.query))
        await writer.drain()
        writer.write_eof()
        await reader.read()


@contextlib.asynccontextmanager
async def hostile(tls=None, port=0, heard=None):
    """Serve the modes on this machine, on a free port unless one is named; give the address without a path.

    `heard`: a list that gets the head and the body of each request.
    """
    writers = set()
    heard = [] if heard is None else heard

    async def tracked(reader, writer):
        task = asyncio.current_task()
        writers.add(task)
        with contextlib.suppress(asyncio.CancelledError):  # asyncio's streams report it as an error
            await serve(reader, writer, heard)
        writers.discard(task)
        writer.transport.abort()

    server = await asyncio.start_server(tracked, "127.0.0.1", port, ssl=tls)
    scheme = "https" if tls else "http"
    try:
        yield f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await asyncio.sleep(0)  # connections accepted a moment ago become tasks
        for task in list(writers):
            task.cancel()
        await asyncio.gather(*writers, return_exceptions=True)
        await server.wait_closed()
        await asyncio.sleep(0)  # aborted connections are gone after one more turn of the loop


async def _main(port, tls):
    async with hostile(tls, port) as base:
        sys.stdout.write(f"{base}: {' '.join(MODES)}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def _bad_tls():
    """A certificate by an authority that nobody trusts."""
    with tempfile.TemporaryDirectory() as folder:
        return Authority().server(Path(folder))


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1]), _bad_tls() if "--bad-tls" in sys.argv else None))
