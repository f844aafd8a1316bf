"""What a file is, by its bytes: what an agent says of it is a hint at most."""

import codecs
import json

PDF, ZIP = "application/pdf", "application/zip"
_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", PDF),
    (b"PK\x03\x04", ZIP),
)
_OPENXML = "application/vnd.openxmlformats-officedocument"
_PACKED = {  # what is told of a packed file by its name's ending
    "docx": f"{_OPENXML}.wordprocessingml.document",
    "xlsx": f"{_OPENXML}.spreadsheetml.sheet",
    "pptx": f"{_OPENXML}.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "epub": "application/epub+zip",
}
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"})
"""What an img element shows. SVG can't run there."""
TABLES = {"text/csv": ",", "text/tab-separated-values": "\t"}
"""Types of tables, each with what stands between its cells."""
_TEXT_TYPES = frozenset({"text/csv", "text/markdown", "text/plain", "text/tab-separated-values"})
_BY_ENDING = {
    "csv": "text/csv",
    "md": "text/markdown",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "log": "text/plain",
}
PROVED = 1024 * 1024  # bytes up to which it is looked whether JSON is JSON; of what is longer the name says it
HEAD = 4096  # bytes


class Sniffer:
    """Looks at a content as it passes by."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._begun = bytearray()  # the whole, while it is short
        self._size = 0
        self._is_text = True
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def look(self, chunk: bytes) -> None:
        """Look at the next bytes."""
        self._size += len(chunk)
        self._head += chunk[: HEAD - len(self._head)]
        if self._size <= PROVED:
            self._begun += chunk
        if self._is_text:
            self._is_text = self._decodes(chunk) and b"\x00" not in chunk

    def media_type(self, name: str, claimed: str) -> str:
        """The type to store: known by its bytes, else a harmless text type, else application/octet-stream.

        HTML and other active text is text/plain. An SVG is one only if its root says so; it is shown as an image alone.
        """
        head = bytes(self._head)
        for magic, kind in _MAGIC:
            if head.startswith(magic):
                return _PACKED.get(_ending(name), kind) if kind == ZIP else kind
        if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
            return "image/webp"
        if not self._is_text or not self._decodes(b"", last=True):
            return "application/octet-stream"
        return self._text_type(name, claimed)

    def _decodes(self, chunk: bytes, *, last: bool = False) -> bool:
        try:
            self._decoder.decode(chunk, last)
        except UnicodeDecodeError:
            return False
        return True

    def _text_type(self, name: str, claimed: str) -> str:
        ending = _ending(name)
        head = self._head.decode("utf-8", "ignore")[:2000].lstrip("\ufeff \t\r\n").lower()
        if head.startswith("<svg") or (head.startswith(("<?xml", "<!doctype svg")) and "<svg" in head):
            return "image/svg+xml"
        if head.startswith(("{", "[")) and (_is_json(self._begun) if self._size <= PROVED else ending == "json"):
            return "application/json"
        if claimed in _TEXT_TYPES:
            return claimed
        return _BY_ENDING.get(ending, "text/plain")


def _ending(name: str) -> str:
    return name.rsplit(".", 1)[-1].lower()


def _is_json(content: bytearray) -> bool:
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True
