"""Document search: finds what the workspace's documents say and quotes it with citations."""

from collections.abc import Iterator, Sequence

from apps.agents.builtin.choice import Steps
from apps.agents.builtin.document_search.answer import as_markdown, caveats, quotes_for_each
from apps.agents.builtin.document_search.chosen import choose_queries, found_by_each, together
from apps.agents.builtin.document_search.matching_tables import Excerpt, excerpts
from apps.agents.builtin.document_search.passages import (
    PassageQuery,
    holds_text,
    nearby_passages,
    read_goal,
    read_queries,
    read_query,
    stems_of,
)
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.tables.export import to_csv
from apps.agents.builtin.words import slug
from apps.agents.domain.calls import ArtifactMade, File, FoundPassage, Progress, Result, RunRequest
from apps.core.sentences import join_sentences, sentence

Queries = tuple[PassageQuery, ...]

_MOST_QUOTES = 4
_QUOTES_BESIDE_TABLES = 1  # a table says it; one sentence tells what it is
_WARNINGS = "restated revised provisional estimated corrected figures"


def work(request: RunRequest) -> Steps:
    """Answer from the library and the attachments: quotations, and tables as CSV.

    What is searched for chooses the request's model; without one, and where that finds nothing, the words of what is
    asked are searched for. Raises UnableError when nothing answers.
    """
    yield Progress(sentence("Searching the documents"))
    choice = yield from choose_queries(request)
    searches = ((queries, found_by_each(request, queries)) for queries in _searches(request, choice.value))
    queries, found = next((each for each in searches if each[1]), ((), []))
    if not found:
        raise UnableError(_nothing_found(request), choice.usage)
    asked = together(queries)
    names = ", ".join(dict.fromkeys(passage.document for passage in found))
    yield Progress(sentence("Reading {names}", names=names))
    tables = excerpts(found, asked, "\n".join(asked.texts))
    warnings = caveats([*found, *_around(request, found)])
    said = quotes_for_each(found, queries, _QUOTES_BESIDE_TABLES if tables else _MOST_QUOTES, warnings)
    for file in _files(tables):
        yield ArtifactMade(file)
    unread = _not_read(request) if _unread(request) else ""
    yield Result(as_markdown(tables, said, warnings, unread), choice.usage)


def _searches(request: RunRequest, chosen: Queries | None) -> Iterator[Queries]:
    """What is searched for, one after the other until something is found."""
    yield from [chosen, (read_query(request),)] if chosen else [read_queries(request)]
    if goal := read_goal(request):
        yield (goal,)


def _around(request: RunRequest, found: Sequence[FoundPassage]) -> list[FoundPassage]:
    """Warnings often stand beside a table, in a passage that does not name the subject itself."""
    return nearby_passages(request, f"{found[0].heading} {_WARNINGS}", {passage.document for passage in found})


def _files(tables: list[Excerpt]) -> list[File]:
    names: dict[str, int] = {}
    files: list[File] = []
    for excerpt in tables:
        name = slug(excerpt.passage.heading.rsplit(" / ", 1)[-1] or excerpt.passage.document, "table")
        names[name] = names.get(name, 0) + 1
        suffix = f"-{names[name]}" if names[name] > 1 else ""
        files.append(File(f"{name}{suffix}.csv", "text/csv", to_csv(excerpt.table)))
    return files


def _nothing_found(request: RunRequest) -> str:
    asked = " ".join((request.words if stems_of(request.words) else request.goal).split())[:200]
    unread = _unread(request)
    read = ", ".join(file.name for file in request.files if file not in unread)
    nothing = (
        sentence("Nothing in the workspace’s documents and {names} answers “{asked}”.", names=read, asked=asked)
        if read
        else sentence("Nothing in the workspace’s documents answers “{asked}”.", asked=asked)
    )
    return join_sentences(" ", [nothing, _not_read(request)]) if unread else nothing


def _unread(request: RunRequest) -> list[File]:
    return [file for file in request.files if not holds_text(file)]


def _not_read(request: RunRequest) -> str:
    names = ", ".join(file.name for file in _unread(request))
    return sentence("Not read, since it holds no text that can be read: {names}.", names=names)
