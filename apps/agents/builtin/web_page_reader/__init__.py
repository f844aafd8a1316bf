"""The web page reader: opens the addresses that stand in a task and answers from them, word for word."""

import asyncio
from collections.abc import AsyncIterator

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.web_page_reader.page import WebPage, answer_from_pages, as_file, page_of
from apps.agents.builtin.web_page_reader.retrieval import fetch, urls_in, without_urls
from apps.agents.domain.calls import AgentError, ArtifactMade, Progress, RunEvent, RunRequest
from apps.agents.domain.failures import Failure
from apps.core.outbound import OutboundError
from apps.core.sentences import join_sentences, sentence, sentence_of

_NOTHING = sentence("There is no web address in what was asked: name the page to read, like https://example.org/page.")


async def work(request: RunRequest) -> AsyncIterator[RunEvent]:
    """Read the pages and answer from them; each page's text is also given as a file.

    Pages that can't be read are named beside those that can. Raises UnableError when no address was given or no page
    can be read; ends in an AgentError when trying again may help.
    """
    urls = urls_in(request.brief) or urls_in(request.goal)
    if not urls:
        raise UnableError(_NOTHING)
    pages: list[WebPage] = []
    problems: list[OutboundError | UnableError] = []
    for url in urls:
        yield Progress(sentence("Reading {names}", names=url))
        try:
            pages.append(await _read(url))
        except (OutboundError, UnableError) as problem:
            problems.append(problem)
    if not pages:
        yield _failure(problems)
        return
    for number, page in enumerate(pages, start=1):
        yield ArtifactMade(as_file(page, number))
    yield answer_from_pages(without_urls(request), pages, [str(problem) for problem in problems])


async def _read(url: str) -> WebPage:
    source = await fetch(url)
    return await asyncio.to_thread(page_of, source)  # a large page takes tenths of a second


def _failure(problems: list[OutboundError | UnableError]) -> AgentError:
    passing = any(isinstance(problem, OutboundError) and not problem.permanent for problem in problems)
    words = join_sentences(" ", map(sentence_of, problems))
    return AgentError(words, permanent=not passing, failure=Failure.SAID)
