"""Web addresses that stand in a text."""

import re
from dataclasses import replace

from apps.agents.domain.calls import RunRequest

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
