"""What a file is, by its bytes: what an agent says of it is a hint at most."""

import json

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
)
_TEXT_TYPES = frozenset({"text/csv", "text/markdown", "text/plain", "text/tab-separated-values"})
_BY_ENDING = {
    "csv": "text/csv",
    "md": "text/markdown",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "log": "text/plain",
}


def media_type(name: str, claimed: str, content: bytes) -> str:
    """The type to store: known by its bytes, else a harmless text type, else application/octet-stream.

    HTML and other active text is text/plain. An SVG is one only if its root says so; it is shown as an image alone.
    """
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            return kind
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return "application/octet-stream"
    return _text_type(name, claimed, text)


def _text_type(name: str, claimed: str, text: str) -> str:
    if "\x00" in text:
        return "application/octet-stream"
    head = text[:2000].lstrip("\ufeff \t\r\n").lower()
    if head.startswith("<svg") or (head.startswith(("<?xml", "<!doctype svg")) and "<svg" in head):
        return "image/svg+xml"
    if head.startswith(("{", "[")) and _is_json(text):
        return "application/json"
    if claimed in _TEXT_TYPES:
        return claimed
    return _BY_ENDING.get(name.rsplit(".", 1)[-1].lower(), "text/plain")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
