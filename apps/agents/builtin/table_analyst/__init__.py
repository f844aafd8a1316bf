"""The table analyst: computes what was asked of the tables it is given, and says how."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import shorten

from apps.agents.builtin.choice import Steps
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.findings import Finding
from apps.agents.builtin.questions.date_parts import add_date_parts
from apps.agents.builtin.questions.english import reads_as_english
from apps.agents.builtin.questions.exclusions import read_exclusions
from apps.agents.builtin.questions.filters import apply_filters
from apps.agents.builtin.questions.products import add_products
from apps.agents.builtin.questions.selection import choose_table, lengthen, refuse_mixed_column
from apps.agents.builtin.questions.wish import Wish, read_wish
from apps.agents.builtin.sections import Bibliography, Cited, caveats_of, file_stem, first_citation
from apps.agents.builtin.table_analyst.analysis import findings, gaps
from apps.agents.builtin.table_analyst.answer import as_files, as_markdown
from apps.agents.builtin.table_analyst.binding import bind
from apps.agents.builtin.table_analyst.chosen import ChosenAnalysis, choose_analysis
from apps.agents.builtin.table_analyst.shortfalls import shortfalls
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.numbers import exactly
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import Gathered, gather
from apps.agents.domain.calls import ArtifactMade, Progress, Result, RunRequest
from apps.core.sentences import join_sentences, sentence

MOST_QUOTED = 160  # characters of a brief that could not be followed
_BY_MODEL = "A model chose what to compute; every figure was computed from the table."


@dataclass(frozen=True)
class _Analysed:
    """What was found in which tables; `applied` says what the conclusion stands on, and which files it lacks."""

    findings: Sequence[Finding]
    sources: Sequence[Table]
    applied: tuple[str, ...]
    remarks: tuple[str, ...]


def work(request: RunRequest) -> Steps:
    """Compute what the brief and the goal ask for; give Markdown, the tables as CSV and the figures as JSON.

    What is computed is chosen by the request's model, without one by rules, which say what of the brief they left out.
    Raises UnableError when there is no table, and where rules can't read the brief.
    """
    yield Progress(sentence("Reading the tables"))
    gathered = gather(request)
    if not gathered.tables:
        raise UnableError(_no_table(gathered))
    yield Progress(sentence("Computing"))
    choice = yield from choose_analysis(request, gathered.tables)
    analysed = _of_model(choice.value) if choice.value else _by_rules(request, gathered.tables, choice.problem)
    analysed = replace(analysed, applied=(*analysed.applied, *gathered.refused))
    name = analysed.sources[0].name
    for file in as_files(
        file_stem(request.goal, "table"), name, analysed.findings, (*analysed.applied, *analysed.remarks)
    ):
        yield ArtifactMade(file)
    yield Result(_answer(request, analysed), choice.usage)


def _of_model(chosen: ChosenAnalysis) -> _Analysed:
    missing = (f"I did not do this: {each}" for each in chosen.not_done if each)
    remarks = (*missing, *(remark for table in chosen.sources for remark in table.remarks), _BY_MODEL)
    return _Analysed(chosen.findings, chosen.sources, (), remarks)


@exactly
def _by_rules(request: RunRequest, tables: tuple[Table, ...], problem: str) -> _Analysed:
    """Read the brief by rules. `problem`: why no model chose, where one was to. Raises UnableError."""
    if not read_wish(request.words).operations() and not reads_as_english(request.words):
        raise UnableError(
            sentence(
                "Without a model I read English alone, and could follow nothing of “{words}”. Ask in English, or "
                "connect a model.",
                words=shorten(request.words, MOST_QUOTED, placeholder="…"),
            )
        )
    whole = f"{request.brief}\n{request.goal}"
    chosen = choose_table(tables, read_wish(whole))
    table = add_products(lengthen(chosen), whole)
    left_out = read_exclusions(whole, table)
    wish = _wish(read_exclusions(request.brief, table).rest, left_out.rest)
    table = add_date_parts(table, wish.parts)
    kept, applied = apply_filters(table, wish, left_out)
    refuse_mixed_column(kept, wish)
    wider, pair = add_restated(kept)
    plan = bind(table, wider, wish, pair)
    found = findings(plan)
    fallen_back = (f"{problem} So rules read the brief.",) if problem else ()
    missing = (*plan.unmeasured(found), *_others_alike(chosen, tables), *shortfalls(request.words, table, plan, found))
    return _Analysed(found, (table,), applied, (*fallen_back, *missing, *table.remarks, *gaps(plan)))


def _others_alike(chosen: Table, tables: Iterable[Table]) -> list[str]:
    """Say which tables have the columns of the one that the figures are of, and so may have been meant too."""
    alike = [table.name for table in tables if table.header == chosen.header and table.rows != chosen.rows]
    return [f"The figures are of {chosen.name} alone, not of {', '.join(alike)}."] if alike else []


def _wish(brief: str, both: str) -> Wish:
    """Read brief and goal together; what the brief says of rows and order counts before the goal's."""
    own, whole = read_wish(brief), read_wish(both)
    return replace(whole, span=own.span or whole.span, top=own.top or whole.top)


def _answer(request: RunRequest, analysed: _Analysed) -> str:
    books = Bibliography()
    cited = [books.adopt(result.text) for result in request.results]
    source = ", ".join(_sources(request, cited, analysed.sources))
    broken = [row for table in analysed.sources for row in table.broken]
    written = as_markdown(source, analysed.findings, analysed.applied, analysed.remarks, broken)
    return "\n\n".join(filter(None, (written, caveats_of(cited), books.written())))


def _sources(request: RunRequest, cited: list[Cited], tables: Iterable[Table]) -> Iterator[str]:
    for table in tables:
        yield f"{escape_markdown(table.name)} {_citation(request, cited, table.name)}".strip()


def _citation(request: RunRequest, cited: list[Cited], table: str) -> str:
    """Give the citation under which a colleague handed over the table."""
    for result, text in zip(request.results, cited, strict=True):
        if any(file.name in table for file in result.files) and text.sections:
            return first_citation(text.sections[0].text)
    return ""


def _no_table(gathered: Gathered) -> str:
    if gathered.refused:
        return join_sentences(" ", [sentence("No table could be read."), *gathered.refused])
    return sentence("There is no table to compute with: neither a colleague’s result nor an attachment holds one.")
