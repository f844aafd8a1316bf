"""Files on their way to and from agents: behind links, inside JSON, and too large for memory."""

import base64
import binascii
import weakref
from collections.abc import AsyncIterator, Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import Self

from apps.agents.connectors.replies import Failed, require_fine
from apps.agents.domain.calls import File
from apps.agents.domain.untrusted_json import Said, text_in
from apps.core.outbound import Bounds, OutboundError, for_links, same_server
from apps.core.sentences import sentence, sentence_of
from apps.core.texts import one_line
from apps.files.domain.contents import PIECE


class Spool:
    """A content that is being written; when it is whole, it can be read any number of times."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](max_size=PIECE)
        self._size = 0
        weakref.finalize(self, self._file.close)

    @classmethod
    async def of(cls, chunks: AsyncIterator[bytes]) -> Self:
        """All that comes."""
        spool = cls()
        async for chunk in chunks:
            spool.add(chunk)
        return spool

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self._size

    def add(self, chunk: bytes) -> None:
        """Write the next piece."""
        self._file.seek(self._size)
        self._file.write(chunk)
        self._size += len(chunk)

    def chunks(self) -> Iterator[bytes]:
        """See Content."""
        place = 0
        while place < self._size:
            self._file.seek(place)
            piece = self._file.read(PIECE)
            place += len(piece)
            yield piece


BOUNDS = Bounds(connect=10.0, silence=30.0, total=300.0, body=20 * 1024 * 1024)


async def fetch_file(link: Said, agent_url: str, headers: Mapping[str, str]) -> File:
    """Fetch `{"url", "name", "media_type"}`; only the agent's own server gets its headers.

    Raises Failed and OutboundError.
    """
    url = text_in(link, "url")
    sent = headers if same_server(url, agent_url) else {}
    async with for_links(url, agent_url).opened("GET", url, headers=sent, bounds=BOUNDS) as reply:
        await require_fine(reply)
        body = await Spool.of(reply.chunks())
        return File(text_in(link, "name") or "file", text_in(link, "media_type") or reply.media_type, body)


def decode_base64(text: str) -> bytes | None:
    """Read base64, with or without padding and line ends, and in either alphabet; None for what is none."""
    packed = "".join(text.split()).replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


MOST_NAME = 80  # characters of a file's name in a sentence


def say_unread(name: str) -> str:
    """That a file can't be made of what an agent packed into its answer."""
    return sentence(
        "The file “{name}” is missing: what the agent sent of it can't be read.", name=one_line(name, MOST_NAME)
    )


def say_unfetched(name: str, error: OutboundError | Failed) -> str:
    """That a file which an agent pointed to is not to be had, and why."""
    return sentence("The file “{name}” is missing: {why}", name=one_line(name, MOST_NAME), why=sentence_of(error))
