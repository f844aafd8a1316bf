"""Bytes of a file to text, or a plain sentence why not."""

import codecs

from apps.agents.builtin.tables.model import MAX_BYTES, UnreadableTableError
from apps.agents.domain.calls import File


def text_of(file: File) -> str:
    """Decode a text file: UTF-8, UTF-16 with its mark, else Windows-1252. Raises UnreadableError for the rest."""
    if file.size > MAX_BYTES:
        raise UnreadableTableError(f"{file.name} is larger than 20 MB.")
    text = _decode(file.content)
    if "\x00" in text:
        raise UnreadableTableError(f"{file.name} is not a text file.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
