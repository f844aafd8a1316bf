"""The connector of MCP servers: one call of the tool that a task is for."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from apps.agents.connectors.base import CalledConnector, before_the_work
from apps.agents.connectors.files import decode_base64, say_unread
from apps.agents.connectors.mcp.session import MCPConfig, Session
from apps.agents.connectors.mcp.tool_call import NO_TOOLS, ChosenCall, choose_call
from apps.agents.connectors.replies import Failed
from apps.agents.domain.calls import (
    AgentError,
    ArtifactMade,
    File,
    ProbeResult,
    Progress,
    Result,
    RunEvent,
    RunRequest,
    Sign,
)
from apps.agents.domain.failures import Failure
from apps.agents.domain.untrusted_json import Said, as_code, map_in, maps_in, text_in
from apps.core.names import shows_nothing
from apps.core.sentences import sentence

_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/svg+xml": "svg"}


def text_of(result: Said) -> str:
    """The texts of a result; its structured content where it has none."""
    told = []
    for part in maps_in(result, "content"):
        match text_in(part, "type"):
            case "text":
                told.append(text_in(part, "text"))
            case "resource":
                told.append(text_in(map_in(part, "resource"), "text"))
            case "resource_link":
                told.append(f"{text_in(part, 'title', 'name')}: {text_in(part, 'uri')}")
    text = "\n\n".join(words for words in told if not shows_nothing(words))
    structured = result.get("structuredContent")
    if text or structured is None:
        return text
    return as_code(structured)


def files_of(result: Said) -> list[File]:
    """The pictures and sounds of a result, its binary resources, and those of text that are called like a file."""
    return [file for number, part in enumerate(maps_in(result, "content"), 1) if (file := _file(part, number))]


def progress_of(message: Said) -> str:
    """What a notification tells, as a line; "" for one that tells nothing."""
    params = map_in(message, "params")
    match text_in(message, "method"):
        case "notifications/progress":
            done, total = params.get("progress"), params.get("total")
            share = f"{done} of {total}" if done is not None and total is not None else ""
            return text_in(params, "message") or share
        case "notifications/message":
            data = params.get("data")
            return data if isinstance(data, str) else ""
    return ""


def missing_of(result: Said) -> list[str]:
    """A sentence for each picture, sound or resource of which nothing can be made."""
    packed = [_packed(part, number) for number, part in enumerate(maps_in(result, "content"), 1)]
    return [say_unread(name) for name, _, content in packed if content and decode_base64(content) is None]


def _file(part: Said, number: int) -> File | None:
    name, media_type, packed = _packed(part, number)
    text = text_in(map_in(part, "resource"), "text")
    if not packed and text and PurePath(name).suffix:
        return File(name, media_type or "text/plain", text.encode())
    content = decode_base64(packed) if packed else None
    return File(name, media_type or "application/octet-stream", content) if content is not None else None


def _packed(part: Said, number: int) -> tuple[str, str, str]:
    """Name, type and packed content of what may be a file."""
    kind, resource = text_in(part, "type"), map_in(part, "resource")
    if kind in ("image", "audio"):
        media_type = text_in(part, "mimeType")
        name = f"{kind}-{number}.{_ENDINGS.get(media_type, media_type.rpartition('/')[2] or 'bin')}"
        return name, media_type, text_in(part, "data")
    name = _name_in(text_in(resource, "uri")) or f"resource-{number}"
    return name, text_in(resource, "mimeType"), text_in(resource, "blob")


def _name_in(uri: str) -> str:
    try:
        return unquote(urlsplit(uri).path.rpartition("/")[2])
    except ValueError:  # http://[ say
        return ""


CHAIN = "ioa-web/chain"
"""In a call's _meta: in whose name it is made, by the ids of the links."""


class MCPConnector(CalledConnector):
    """Calls the tool that the task's skill names, with arguments read from the task by rules.

    A tool is no agent: it neither plans nor reads files. Where the task does not say enough, what is missing is asked.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = MCPConfig.model_validate(config)
        session = Session(settings)
        with before_the_work():
            await session.open()
        try:
            async with aclosing(_work(session, settings, request)) as events:
                async for event in events:
                    yield event
        finally:
            await session.close()

    async def _tried(self, config: dict[str, object]) -> ProbeResult:
        """A test message would be an argument of some tool, which may do something: the tools are listed instead."""
        started = time.monotonic()
        session = Session(MCPConfig.model_validate(config))
        await session.open()
        try:
            names = [text_in(tool, "name") for tool in await session.tools()]
        finally:
            await session.close()
        latency_ms = round(1000 * (time.monotonic() - started))
        reply = f"Tools: {', '.join(names)}." if names else ""
        return ProbeResult(latency_ms=latency_ms, reply=reply, problem="" if names else NO_TOOLS)


async def _work(session: Session, settings: MCPConfig, request: RunRequest) -> AsyncGenerator[RunEvent]:
    with before_the_work():
        tools = await session.tools()
    call = await choose_call(tools, request, tool=settings.tool, given=settings.arguments, named=settings.argument)
    if not isinstance(call, ChosenCall):
        yield call
        return
    yield call.sign
    params = {"name": call.name, "arguments": call.arguments, "_meta": _meta(request)}
    async with aclosing(session.exchange("tools/call", params)) as messages:
        async for message in messages:
            if "result" in message:
                for event in _result_events(map_in(message, "result"), call.name):
                    yield replace(event, usage=call.usage) if isinstance(event, Result | AgentError) else event
                return
            if sign := progress_of(message):
                yield Progress(sign, Sign.LIFE)
    cut = sentence(
        "{place} closed the connection before the tool {name} had answered.", place=session.place, name=call.name
    )
    raise Failed(cut, failure=Failure.CUT)


def _result_events(result: Said, name: str) -> list[RunEvent]:
    text, files, missing = text_of(result), files_of(result), missing_of(result)
    if result.get("isError") is True:
        words = sentence("The tool {name} failed: {why:bare}.", name=name, why=text or sentence("it did not say why"))
        return [AgentError(words, permanent=True, failure=Failure.SAID)]
    if text_in(result, "resultType") == "input_required":
        words = sentence("The tool {name} asks back in a way that the hub does not speak.", name=name)
        return [AgentError(words, permanent=True, failure=Failure.SAID)]
    if not text and not files and not missing:
        return [Result(sentence("The tool {name} was called and gave nothing back.", name=name))]
    told = text or (sentence("Done; see the files.") if files else "")
    return [*(ArtifactMade(file) for file in files), Result("\n\n".join(filter(None, [told, *missing])))]


def _meta(request: RunRequest) -> dict[str, object]:
    chain = request.chain.named()
    return {"progressToken": request.work_key, **({CHAIN: chain} if chain else {})}
