"""Keeping what a real agent said, and saying it again.

`python -m tests.interop.recording NAME URL VERSION [TASK [SETTINGS]]` finds the agent at URL, sends it a test message
and a task, over what was found and SETTINGS (JSON), and writes the conversation to `tests/interop/wire/NAME.json`;
`replayed` serves it without the agent.
"""

import asyncio
import contextlib
import json
import os
import secrets
import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit, urlunsplit

WIRES = Path(__file__).parent / "wire"
TASK = "Count the bees in the garden."
KEPT = ("content-type", "mcp-session-id")


def at(config, base):
    """A configuration with its address on another server."""
    parts, server = urlsplit(config["url"]), urlsplit(base)
    return config | {"url": urlunsplit((server.scheme, server.netloc, parts.path, parts.query, ""))}


@contextlib.asynccontextmanager
async def replayed(exchanges):
    """Serve recorded answers: those of one method, path and kind of request in their order, the last one for ever."""
    from aiohttp import web

    told = defaultdict(list)
    for each in exchanges:
        told[each["key"]].append(each)

    async def answer(request):
        left = told.get(_key(request.method, request.path_qs, await request.read()))
        if not left:
            return web.json_response({"detail": "Not Found"}, status=404)
        each = left.pop(0) if len(left) > 1 else left[0]
        return web.Response(status=each["status"], headers=each["headers"], body=each["body"].encode())

    async with _served(answer) as base:
        yield base


@contextlib.asynccontextmanager
async def recorded(upstream):
    """Pass on what is asked to `upstream`, and keep the answers."""
    import aiohttp

    kept = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session:

        async def answer(request):
            asked = await request.read()
            headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
            url = upstream.rstrip("/") + request.path_qs
            async with session.request(
                request.method, url, headers=headers, data=asked, allow_redirects=False
            ) as reply:
                sent = {name: value for name, value in reply.headers.items() if name.lower() in KEPT}
                each = {
                    "key": _key(request.method, request.path_qs, asked),
                    "status": reply.status,
                    "headers": sent,
                    "body": "",
                }
                if reply.status not in (404, 405):
                    kept.append(each)
                return await _passed_on(request, reply, each)

        async with _served(answer) as base:
            yield SimpleNamespace(url=base, exchanges=kept)


async def _passed_on(request, reply, each):
    """Pass an answer on as it comes, so that a caller who has heard enough may leave; keep what came."""
    from aiohttp import web

    body = bytearray()
    passed = web.StreamResponse(status=reply.status, headers=each["headers"])
    await passed.prepare(request)
    try:
        with contextlib.suppress(ConnectionError):
            async for chunk in reply.content.iter_any():
                body += chunk
                await passed.write(chunk)
    finally:
        each["body"] = body.decode()
    return passed


@contextlib.asynccontextmanager
async def _served(answer):
    from aiohttp import web

    app = web.Application(client_max_size=2**25)
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    finally:
        await runner.cleanup()


def _key(method, path, body):
    """Requests to one address that mean different things are told apart by JSON-RPC's method; ids are left out."""
    with contextlib.suppress(ValueError):
        said = json.loads(body)
        if isinstance(said, dict) and "method" in said:
            return f"{method} {_without_ids(path)} {said['method']}"
        if said == {}:
            return f"{method} {_without_ids(path)} empty"
    return f"{method} {_without_ids(path)}"


def _without_ids(path):
    return "/".join("ID" if len(part) >= 32 and part.count("-") == 4 else part for part in path.split("/"))


async def conversation(base, detected_at, task=TASK, settings=None):
    """What the hub makes of the agent: how it is found, what it answers to a test message, and to a task."""
    from apps.agents.connectors import connector_for
    from apps.agents.domain.calls import ArtifactMade, Result, RunRequest
    from apps.agents.gateway.trials import detect

    found = await detect(detected_at, {})
    config = at(found.config, base) | (settings or {})
    connector = connector_for(found.connector)
    card = await connector.probe(config)
    request = RunRequest(key="wire", goal=task, brief=task)
    events = [event async for event in connector.run(config, request)]
    return {
        "connector": found.connector,
        "name": found.name,
        "skills": [skill.id for skill in found.skills],
        "reply": card.reply,
        "problem": card.problem,
        "quirks": list(card.quirks),
        "events": sorted({type(event).__name__ for event in events}),
        "files": [event.file.name for event in events if isinstance(event, ArtifactMade)],
        "end": vars(events[-1]).get("text") or repr(events[-1]),
        "usage": asdict(events[-1].usage) if isinstance(events[-1], Result) else None,
    }


async def _record(name, url, version, task=TASK, settings="{}"):
    path = urlunsplit(("", "", *urlsplit(url)[2:4], ""))
    async with recorded(urlunsplit((*urlsplit(url)[:2], "", "", ""))) as proxy:
        told = await conversation(proxy.url, proxy.url + path, task, json.loads(settings))
    kept = {"peer": name, "version": version, "path": path, "task": task}
    kept |= {"settings": json.loads(settings), "told": told, "exchanges": proxy.exchanges}
    (WIRES / f"{name}.json").write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    os.environ.setdefault("IOA_SECRET_KEYS", secrets.token_urlsafe(64))
    import django

    django.setup()
    asyncio.run(_record(*sys.argv[1:6]))
