"""The floor under the web benchmarks: an application of a few lines, without Django, behind the same Daphne.

`GET` answers a fixed text of the size of a list; `POST` sends its body to every open socket of this process.
"""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator

from benchmarks import product

LIST = b'{"items": [' + b",".join([b'{"id": "0", "text": "' + b"x" * 900 + b'"}'] * 20) + b"]}"

Message = dict[str, object]
Receive, Send = Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]
sockets: set[Send] = set()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application."""
    await (watch if scope["type"] == "websocket" else answer)(scope, receive, send)


async def watch(scope: Message, receive: Receive, send: Send) -> None:
    """Keep a socket until it closes."""
    await receive()
    await send({"type": "websocket.accept"})
    sockets.add(send)
    while (await receive())["type"] != "websocket.disconnect":
        pass
    sockets.discard(send)


async def answer(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a request."""
    body = (await receive()).get("body", b"")
    if scope["method"] == "POST" and isinstance(body, bytes):
        text = body.decode()
        await asyncio.gather(*(each({"type": "websocket.send", "text": text}) for each in sockets))
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": LIST})


@contextlib.contextmanager
def running() -> Iterator[str]:
    """The application behind Daphne; gives its address."""
    port = product.free_port()
    command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen([*command, "benchmarks.bare:application"], cwd=product.BASE)
    try:
        product.wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
