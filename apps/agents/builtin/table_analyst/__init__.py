"""The table analyst: computes what was asked of the tables it is given, and says how."""

from collections.abc import Iterator
from dataclasses import replace

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.questions.filters import apply_filters
from apps.agents.builtin.questions.selection import choose_table, lengthen
from apps.agents.builtin.questions.wish import Wish, read_wish
from apps.agents.builtin.sections import Bibliography, Cited, caveats_of, file_stem, first_citation
from apps.agents.builtin.table_analyst.analysis import findings, gaps
from apps.agents.builtin.table_analyst.answer import as_files, as_markdown
from apps.agents.builtin.table_analyst.binding import bind
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import Gathered, gather
from apps.agents.domain.calls import ArtifactMade, Progress, Result, RunEvent, RunRequest


def work(request: RunRequest) -> Iterator[RunEvent]:
    """Compute what the brief and the goal ask for; give Markdown, the tables as CSV and the figures as JSON.

    Raises UnableError when there is no table.
    """
    yield Progress("Reading the tables")
    gathered = gather(request)
    if not gathered.tables:
        raise UnableError(_no_table(gathered))
    wish = _wish(request)
    table = lengthen(choose_table(gathered.tables, wish))
    kept, applied = apply_filters(table, wish)
    wider, pair = add_restated(kept)
    plan = bind(wider, wish, pair)
    yield Progress("Computing")
    found = findings(plan)
    remarks = (*table.remarks, *gathered.refused, *gaps(plan))
    for file in as_files(file_stem(request.goal, "table"), table.name, found, (*applied, *remarks)):
        yield ArtifactMade(file)
    books = Bibliography()
    cited = [books.adopt(result.text) for result in request.results]
    source = f"{escape_markdown(table.name)} {_citation(request, cited, table.name)}".strip()
    answer = as_markdown(source, found, applied, remarks, table.broken)
    yield Result("\n\n".join(filter(None, (answer, caveats_of(cited), books.written()))))


def _wish(request: RunRequest) -> Wish:
    """Read brief and goal together; what the brief says of rows and order counts before the goal's."""
    brief, whole = read_wish(request.brief), read_wish(f"{request.brief}\n{request.goal}")
    return replace(whole, span=brief.span or whole.span, top=brief.top or whole.top)


def _citation(request: RunRequest, cited: list[Cited], table: str) -> str:
    """Give the citation under which a colleague handed over the table."""
    for result, text in zip(request.results, cited, strict=True):
        if any(file.name in table for file in result.files) and text.sections:
            return first_citation(text.sections[0].text)
    return ""


def _no_table(gathered: Gathered) -> str:
    if gathered.refused:
        return f"No table could be read. {' '.join(gathered.refused)}"
    return "There is no table to compute with: neither a colleague’s result nor an attachment holds one."
