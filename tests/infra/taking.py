"""An application behind the web server that takes what comes.

At `/flood` a body has no end, at a number the status is that. With `?never` it takes nothing, with `?flood` it sends a
lot, with `?say=<number>` one text of so many characters.
"""

import asyncio

import django

from ioa_web import flow

django.setup()  # refusals are worded by the product

flow.TAKE_SECONDS = 3.0
FLOOD = 2000  # messages of 64 kB
flooded = []
taken = []  # paths of requests
poured, ended = [], []  # pieces of bodies without an end, and those bodies that ended none the less
REPORTS = {"/flooded": flooded, "/taken": taken, "/poured": poured, "/ended": ended}


async def application(scope, receive, send):
    """Accepts sockets and gives the size of each message back; answers requests with the size of their body."""
    if scope["type"] == "http":
        report = REPORTS.get(scope["path"])
        size, more = len(report or ()), report is None
        if more:
            taken.append(scope["path"])
        while more:
            event = await receive()
            size, more = size + len(event.get("body", b"")), event.get("more_body", False)
        named = scope["path"].strip("/")
        status = int(named) if named.isdigit() else 200
        await send({"type": "http.response.start", "status": status, "headers": []})
        if scope["path"] == "/flood":
            await pour(receive, send)
            return
        await send({"type": "http.response.body", "body": str(size).encode()})
        return
    await receive()
    await send({"type": "websocket.accept"})
    if "flood" in scope["query_string"].decode():
        for sent in range(FLOOD):
            await send({"type": "websocket.send", "bytes": b"x" * 65535})
            flooded.append(sent)
    if "never" in scope["query_string"].decode():
        await asyncio.sleep(3600)
    if (said := scope["query_string"].decode().partition("say=")[2]).isdigit():
        await send({"type": "websocket.send", "text": "x" * int(said)})
    while (event := await receive())["type"] == "websocket.receive":
        size = len(event.get("bytes") or event.get("text") or "")
        await send({"type": "websocket.send", "text": str(size)})


async def pour(receive, send):
    """A body without an end, until the client is gone."""
    gone = asyncio.ensure_future(receive())
    while not gone.done():
        await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        poured.append(1)
        await asyncio.sleep(0)
    ended.append(1)
