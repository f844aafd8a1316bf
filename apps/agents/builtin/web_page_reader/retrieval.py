"""Getting a page: redirects are followed a few steps, and each step is checked like the first address."""

import re
from dataclasses import dataclass, replace

from yarl import URL

from apps.agents.builtin.errors import UnableError
from apps.agents.connectors.replies import as_error, is_fine
from apps.agents.domain.calls import RunRequest
from apps.core.outbound import Bounds, OutboundError, Reply, for_pages
from apps.core.sentences import sentence

BOUNDS = Bounds(connect=10, silence=15, total=30)
MOST_STEPS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_HEADERS = {
    "Accept": "text/html, application/xhtml+xml, text/plain, text/markdown, application/json;q=0.9, */*;q=0.1",
    "Accept-Encoding": "gzip, deflate",
}


@dataclass(frozen=True)
class WebSource:
    """What an address gave. `url` is where it was found in the end."""

    url: str
    media_type: str
    charset: str
    body: bytes


async def fetch(url: str) -> WebSource:
    """Get what stands at an address. Raises OutboundError, and UnableError for a redirect that leads nowhere."""
    for _ in range(MOST_STEPS + 1):
        async with for_pages().opened("GET", url, headers=_HEADERS, bounds=BOUNDS) as reply:
            if reply.status not in _REDIRECTS:
                return await _read(reply)
            url = _next(url, reply)
    raise UnableError(
        sentence("The page {url} can't be read: it redirects more than {most} times.", url=url, most=MOST_STEPS)
    )


async def _read(reply: Reply) -> WebSource:
    if not is_fine(reply.status):
        error = await as_error(reply)
        raise OutboundError(error.reason, permanent=error.permanent)
    charset = reply.headers.get("Content-Type", "").lower().partition("charset=")[2].partition(";")[0].strip("\"' ")
    return WebSource(reply.url, reply.media_type, charset, await reply.body())


def _next(url: str, reply: Reply) -> str:
    try:
        return str(URL(url).join(URL(reply.headers.get("Location", ""))))
    except ValueError:
        raise UnableError(
            sentence("{place} redirects to something that is not an address.", place=reply.place)
        ) from None


MOST = 3  # pages of one task
_URL = re.compile(r"https?://[^\s<>\"'`{}|\\^\[\]]{1,2000}", re.IGNORECASE)
_AFTER = ".,;:!?…*_”’"


def urls_in(text: str) -> list[str]:
    """Give the addresses of a text in its order, each once, without the marks of the sentence around them."""
    found = (_trim(match.group()) for match in _URL.finditer(text))
    return list(dict.fromkeys(found))[:MOST]


def without_urls(request: RunRequest) -> RunRequest:
    """Give the request with what is asked, not where: the words of an address say nothing about the question."""
    return replace(request, goal=_URL.sub(" ", request.goal), brief=_URL.sub(" ", request.brief))


def _trim(url: str) -> str:
    url = url.rstrip(_AFTER)
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(_AFTER)
    return url
