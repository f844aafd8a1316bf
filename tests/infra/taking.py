"""An application behind the web server that takes what comes; with `?never` nothing, with `?flood` it sends a lot."""

import asyncio

FLOOD = 2000  # messages of 64 kB
flooded = []
taken = []  # paths of requests
REPORTS = {"/flooded": flooded, "/taken": taken}


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
        await send({"type": "http.response.start", "status": 200, "headers": []})
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
    while (event := await receive())["type"] == "websocket.receive":
        size = len(event.get("bytes") or event.get("text") or "")
        await send({"type": "websocket.send", "text": str(size)})
