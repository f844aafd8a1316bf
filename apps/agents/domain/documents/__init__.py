"""Reading a file that a person gave: what it is, its text, and the pieces that a search finds."""

from dataclasses import dataclass

from apps.agents.domain.documents.chunking import Piece, split
from apps.agents.domain.documents.decoding import UnreadableError, clean_name, decode, media_type_of
from apps.agents.domain.documents.outline import outline
from apps.core.sentences import sentence

__all__ = ["ReadFile", "UnreadableError", "read_file"]


@dataclass(frozen=True)
class ReadFile:
    """A file that was found readable. `pieces` hold its text in order, `outline` says in a line what it holds."""

    name: str
    media_type: str
    pieces: tuple[Piece, ...]
    outline: str = ""


def read_file(name: str, content: bytes, limit: int) -> ReadFile:
    """Read a file of at most `limit` bytes. Raises UnreadableError with one plain sentence for people."""
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
