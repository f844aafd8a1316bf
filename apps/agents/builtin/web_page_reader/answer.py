"""What the pages say to a question, verbatim and with their addresses."""

from collections.abc import Sequence
from dataclasses import replace

from apps.agents.builtin.document_search.answer import as_markdown
from apps.agents.builtin.document_search.matching_tables import excerpts
from apps.agents.builtin.document_search.passages import PassageQuery, answering_passages, read_query
from apps.agents.builtin.document_search.sentences import Quote, caveats, quotes
from apps.agents.builtin.web_page_reader.page import WebPage
from apps.agents.domain.calls import FoundPassage, Result, RunRequest

_MOST_QUOTES = 5
_BEGINNING = 800  # characters that are quoted where nothing was asked, or nothing answers
_NOT_FOUND = "No sentence of it answers the question in its words; this is how it begins."


def answer_from_pages(request: RunRequest, pages: Sequence[WebPage], problems: Sequence[str]) -> Result:
    """Answer from the pages; where nothing fits the question, give each page's beginning."""
    asked = read_query(request)
    everything = [passage for page in pages for passage in page.passages]
    found = answering_passages(_about(request, everything, asked), asked)
    tables = excerpts(found, asked, f"{request.brief}\n{request.goal}")
    said = quotes(found, asked, _MOST_QUOTES, [])
    named = ", ".join(f"“{page.title}”" for page in pages)
    parts = [f"Read: {named}."]
    if tables or said:
        parts.append(as_markdown(tables, said, caveats(found)))
    else:
        parts += [_NOT_FOUND, as_markdown([], [_beginning(page) for page in pages], [])]
    return Result("\n\n".join([*parts, *problems]))


def _about(request: RunRequest, passages: Sequence[FoundPassage], asked: PassageQuery) -> RunRequest:
    """The request with the pages for its library."""
    scored = [replace(item, score=asked.share(f"{item.heading} {item.text}")) for item in passages]
    return replace(request, files=(), library=lambda _: scored)


def _beginning(page: WebPage) -> Quote:
    first = page.passages[0] if page.passages else FoundPassage(page.url, "", page.blocks[0].text, 0, 0.0)
    return Quote(first.text[:_BEGINNING], first)
