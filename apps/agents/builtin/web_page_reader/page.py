"""A page as it is read, and the answer that it gives."""

from codecs import lookup
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.agents.builtin.document_search.answer import Quote, as_markdown, caveats, quotes
from apps.agents.builtin.document_search.matching_tables import excerpts
from apps.agents.builtin.document_search.passages import PassageQuery, answering_passages, read_query
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.web_page_reader.html import Block, blocks_in, sanitize, title_in
from apps.agents.builtin.web_page_reader.retrieval import WebSource
from apps.agents.builtin.words import slug
from apps.agents.domain.calls import File, FoundPassage, Result, RunRequest
from apps.agents.domain.documents.decoding import UnreadableError, decode
from apps.core.sentences import sentence

LONG = 1500  # characters of a passage
MOST_TEXT = 400_000  # characters of a page that are read
_HTML = ("text/html", "application/xhtml+xml")
_TEXT = ("text/", "application/json", "application/xml", "application/yaml")
_NO_CHARSETS = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})
"""Python decodes these too; no page is written in them, and the first takes a minute for 300 kB."""


@dataclass(frozen=True)
class WebPage:
    """What stands on a page. Passages are in reading order; their document is the page's address."""

    url: str
    title: str
    blocks: tuple[Block, ...]
    passages: tuple[FoundPassage, ...]


def page_of(source: WebSource) -> WebPage:
    """Read a page. Raises UnableError for what is not text, or has none."""
    text = _decode(source)
    is_html = source.media_type in _HTML or (not source.media_type and "<html" in text[:2000].lower())
    text = sanitize(text) if is_html else text
    blocks = blocks_in(text) if is_html else [Block(part.strip()) for part in text.split("\n\n") if part.strip()]
    blocks = list(_shorten(blocks))
    if not blocks:
        raise UnableError(
            sentence("The page {url} has no text to read; it may be made by a script in the browser.", url=source.url)
        )
    title = title_in(text) if is_html else ""
    return WebPage(source.url, title or source.url, tuple(blocks), tuple(_passages(source.url, blocks)))


def as_file(page: WebPage, number: int) -> File:
    """Give the page's text as Markdown, with where it is from."""
    parts = [f"# {page.title}", f"Source: {page.url}"]
    parts += [f"{'#' * (block.level + 1)} {block.text}" if block.level else block.text for block in page.blocks]
    return File(f"{slug(page.title, f'page-{number}')}.md", "text/markdown", "\n\n".join(parts).encode())


def _decode(source: WebSource) -> str:
    if source.media_type and not source.media_type.startswith((*_HTML, *_TEXT)):
        raise UnableError(
            sentence(
                "The page {url} is {kind}, which can't be read; only texts can.", url=source.url, kind=source.media_type
            )
        )
    try:
        if lookup(source.charset).name not in _NO_CHARSETS:
            return source.body.decode(source.charset)
    except (LookupError, UnicodeError, ValueError):
        pass  # what a server says of its pages is often wrong
    try:
        return decode(source.url, source.body)
    except UnreadableError as error:
        raise UnableError(sentence("The page can't be read: {error}", error=error)) from None


def _shorten(blocks: list[Block]) -> Iterator[Block]:
    left = MOST_TEXT
    for block in blocks:
        if left <= 0:
            return
        yield Block(block.text[:left], block.level)
        left -= len(block.text)


def _passages(url: str, blocks: list[Block]) -> Iterator[FoundPassage]:
    """Put blocks under the same headings together, up to a length; a table stays in one piece."""
    heading: list[Block] = []
    texts: list[str] = []
    position = 0
    for block in [*blocks, Block("", 1)]:
        if texts and (block.level or sum(map(len, texts)) + len(block.text) > LONG):
            yield FoundPassage(url, " / ".join(each.text for each in heading), "\n\n".join(texts), position, 0.0)
            texts, position = [], position + 1
        if block.level:
            heading = [*(each for each in heading if each.level < block.level), block]
        else:
            texts.append(block.text)


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
