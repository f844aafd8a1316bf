"""Reading a file that a person gave: what it is, its text, and the pieces that a search finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.domain.documents.chunking import Piece, split
from apps.agents.domain.documents.decoding import (
    PLAIN,
    NotTextError,
    UnreadableError,
    clean_name,
    decode,
    media_type_of,
)
from apps.agents.domain.documents.outline import LONGEST, outline
from apps.core.sentences import sentence
from apps.core.texts import one_line
from apps.files.domain.media_types import PDF, Sniffer

__all__ = ["NotTextError", "ReadFile", "UnreadableError", "pages_file", "read_file", "unread_file"]


@dataclass(frozen=True)
class ReadFile:
    """A file as it was found. `pieces` hold its text in order, `outline` says in a line what it holds."""

    name: str
    media_type: str
    pieces: tuple[Piece, ...]
    outline: str = ""


def read_file(name: str, content: bytes, limit: int) -> ReadFile:
    """Read a file of at most `limit` bytes.

    Raises UnreadableError with one plain sentence for people; it is a NotTextError where it holds no text.
    """
    name = clean_name(name)
    if not name:
        raise UnreadableError("The file needs a name.")
    if len(content) > limit:
        raise UnreadableError(
            sentence(
                "“{name}” is larger than {value} MB. Give a smaller file or a part of it.",
                name=name,
                value=limit // 2**20,
            )
        )
    text = decode(name, content)
    media_type = media_type_of(name)
    return ReadFile(name, media_type, tuple(split(text, media_type)), outline(text, media_type))


def pages_file(name: str, pages: Sequence[str], total: int) -> ReadFile:
    """A document of `total` pages, of the first of which there is the text; each piece is headed by its page."""
    pieces = (
        Piece(f"Page {number}", piece.text)
        for number, page in enumerate(pages, 1)
        for piece in split(page, PLAIN)
        if piece.text.strip()
    )
    read = "" if len(pages) == total else f", read to page {len(pages):,}"
    begins = outline("\n".join(pages), PLAIN)
    return ReadFile(clean_name(name), PDF, tuple(pieces), one_line(f"pages: {total:,}{read}; {begins}", LONGEST))


UNREAD = "not read by the hub: only agents that take such files can say what it holds"


def unread_file(name: str, content: bytes) -> ReadFile:
    """A file without text, as it is: for agents that can do something with it."""
    name, sniffer = clean_name(name), Sniffer()
    sniffer.look(content)
    return ReadFile(name, sniffer.media_type(name, ""), (), UNREAD)
