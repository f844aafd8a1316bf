"""Reading what a tool gave: texts, pictures, resources, structured content. Pure.

Source: the MCP specification, "Tool Result".
"""

from urllib.parse import unquote, urlsplit

from apps.agents.connectors.packed import decode_base64
from apps.agents.domain.calls import File
from apps.agents.domain.untrusted_json import Said, as_code, map_in, maps_in, text_in

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
    text = "\n\n".join(filter(str.strip, told))
    structured = result.get("structuredContent")
    if text or structured is None:
        return text
    return as_code(structured)


def files_of(result: Said) -> list[File]:
    """The pictures, sounds and binary resources of a result."""
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


def _file(part: Said, number: int) -> File | None:
    kind, resource = text_in(part, "type"), map_in(part, "resource")
    if kind in ("image", "audio"):
        packed, media_type = text_in(part, "data"), text_in(part, "mimeType")
        name = f"{kind}-{number}.{_ENDINGS.get(media_type, media_type.rpartition('/')[2] or 'bin')}"
    else:
        packed, media_type = text_in(resource, "blob"), text_in(resource, "mimeType")
        name = unquote(urlsplit(text_in(resource, "uri")).path.rpartition("/")[2]) or f"resource-{number}"
    content = decode_base64(packed) if packed else None
    return File(name, media_type or "application/octet-stream", content) if content is not None else None
