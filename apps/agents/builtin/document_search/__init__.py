"""Document search: finds what the workspace's documents say and quotes it with citations."""

from collections.abc import Iterator, Sequence

from apps.agents.builtin.document_search.answer import as_markdown, caveats, quotes
from apps.agents.builtin.document_search.matching_tables import Excerpt, excerpts
from apps.agents.builtin.document_search.passages import answering_passages, nearby_passages, read_query
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.tables.export import to_csv
from apps.agents.builtin.words import slug
from apps.agents.domain.calls import ArtifactMade, File, FoundPassage, Progress, Result, RunEvent, RunRequest

_MOST_QUOTES = 4
_QUOTES_BESIDE_TABLES = 1  # a table says it; one sentence tells what it is
_WARNINGS = "restated revised provisional estimated corrected figures"


def work(request: RunRequest) -> Iterator[RunEvent]:
    """Answer from the library and the attachments: quotations, and tables as CSV.

    Raises UnableError when nothing answers.
    """
    yield Progress("Searching the documents")
    asked = read_query(request)
    found = answering_passages(request, asked)
    if not found:
        raise UnableError(_nothing_found(request))
    yield Progress(f"Reading {', '.join(dict.fromkeys(passage.document for passage in found))}")
    tables = excerpts(found, asked, f"{request.brief}\n{request.goal}")
    warnings = caveats([*found, *_around(request, found)])
    said = quotes(found, asked, _QUOTES_BESIDE_TABLES if tables else _MOST_QUOTES, warnings)
    for file in _files(tables):
        yield ArtifactMade(file)
    yield Result(as_markdown(tables, said, warnings))


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
    searched = "the workspace’s documents"
    if request.files:
        searched += f" and {', '.join(file.name for file in request.files)}"
    return f"Nothing in {searched} answers “{request.goal.strip()[:200]}”."
