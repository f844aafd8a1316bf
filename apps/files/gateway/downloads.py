"""A content as an answer: piece by piece, from the place that was asked for, and never run by a browser."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping

from channels.db import database_sync_to_async
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from apps.files.domain.contents import PIECE
from apps.files.models import Blob
from apps.files.queries.contents import stored_content

RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII)
Range = tuple[int, int]
"""From the first byte up to before another."""


class Pieces(StreamingHttpResponse):
    """Reads the next piece when the one before has gone, in a thread that may use the database."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Give what the iterator gives, whose steps block."""
        pieces = iter(self)
        while piece := await database_sync_to_async(next)(pieces, b""):
            yield piece


def serve_blob(headers: Mapping[str, str], blob: Blob, content_type: str) -> HttpResponseBase:
    """The content, or the part of it that `Range` names; what is one piece long goes at once."""
    wanted = _range(headers, blob)
    if wanted is None:
        response: HttpResponseBase = HttpResponse(status=416, headers={"Content-Range": f"bytes */{blob.size}"})
    else:
        start, stop = wanted
        chunks = stored_content(blob).chunks(start, stop)
        response = _whole_or_not(chunks, stop - start, content_type)
        response["Content-Length"] = str(stop - start)
        if stop - start < blob.size:
            response.status_code = 206
            response["Content-Range"] = f"bytes {start}-{stop - 1}/{blob.size}"
    response["ETag"] = etag_of(blob)
    response["Accept-Ranges"] = "bytes"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def etag_of(blob: Blob) -> str:
    """The content's own."""
    return f'"{blob.digest}"'


def _whole_or_not(chunks: Iterator[bytes], size: int, content_type: str) -> HttpResponseBase:
    if size <= PIECE:
        return HttpResponse(b"".join(chunks), content_type=content_type)
    return Pieces(chunks, content_type=content_type)


def _range(headers: Mapping[str, str], blob: Blob) -> Range | None:
    """What is asked for; None: nothing that there is. What can't be read, or is about another content, is the whole."""
    asked = RANGE.fullmatch(headers.get("Range", "").strip())
    known = headers.get("If-Range")
    if asked is None or asked[0] == "bytes=-" or (known is not None and etag_of(blob) not in parse_etags(known)):
        return 0, blob.size
    first, last = asked[1], asked[2]
    if not first:  # so many of the last
        start, stop = max(blob.size - int(last), 0), blob.size
    else:
        start, stop = int(first), min(int(last) + 1 if last else blob.size, blob.size)
    return (start, stop) if start < stop else None
