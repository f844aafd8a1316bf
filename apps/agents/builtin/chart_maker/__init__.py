"""The chart maker: draws the tables of colleagues' results and attachments."""

from dataclasses import replace

from apps.agents.builtin.chart_maker.chart import Chart, ChartKind, choose, undrawn
from apps.agents.builtin.chart_maker.chosen import ChosenChart, choose_chart
from apps.agents.builtin.chart_maker.drawing import draw
from apps.agents.builtin.chart_maker.layout import asked_kind, build_chart
from apps.agents.builtin.choice import Steps
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.questions.date_parts import add_date_parts
from apps.agents.builtin.questions.exclusions import read_exclusions
from apps.agents.builtin.questions.filters import apply_filters
from apps.agents.builtin.questions.products import add_products
from apps.agents.builtin.questions.selection import lengthen, refuse_mixed_column, tables_by_fit
from apps.agents.builtin.questions.unknown_words import unknown_words
from apps.agents.builtin.questions.wish import read_wish
from apps.agents.builtin.sections import file_stem
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import gather
from apps.agents.domain.calls import ArtifactMade, File, Progress, Result, RunRequest
from apps.core.sentences import join_sentences, sentence, sentence_of


def work(request: RunRequest) -> Steps:
    """Draw what the brief asks for, as PNG and SVG.

    What that is chooses the request's model, without one rules, which say what of the brief they left out.
    Raises UnableError when there is no table with numbers.
    """
    yield Progress(sentence("Looking for what to draw"))
    gathered = gather(request)
    by_rules = _first_chart(gathered.tables, request)
    if by_rules is None:
        raise UnableError(join_sentences(" ", [sentence("There is no table with numbers to draw."), *gathered.refused]))
    choice = yield from choose_chart(request, gathered.tables)
    if chosen := choice.value:
        chart, said = chosen.chart, _said_of_choice(chosen)
    elif isinstance(by_rules, UnableError):
        raise UnableError(sentence_of(by_rules), choice.usage)
    else:
        chart = by_rules
        said = _said_of_rules(request, gathered.tables, choice.problem)
    yield Progress(sentence("Drawing the chart"))
    png, svg = draw(chart)
    name = f"{file_stem(request.goal, 'drawn')}-chart"
    yield ArtifactMade(File(f"{name}.png", "image/png", png))
    yield ArtifactMade(File(f"{name}.svg", "image/svg+xml", svg))
    yield Result("\n\n".join(filter(None, (_answer(chart, name), *said))), choice.usage)


def _said_of_choice(chosen: ChosenChart) -> list[str]:
    missing = [f"I did not do this: {escape_markdown(sentence)}" for sentence in chosen.not_done if sentence]
    return [f"Query: {escape_markdown(chosen.query)}.", *missing]


def _said_of_rules(request: RunRequest, tables: tuple[Table, ...], problem: str) -> list[str]:
    fallen_back = [f"{problem} So rules read the brief."] if problem else []
    best = _by_fit(tables, request)[0]
    return [
        escape_markdown(sentence) for sentence in (*fallen_back, *unknown_words(request.words, best), *best.remarks)
    ]


def _first_chart(tables: tuple[Table, ...], request: RunRequest) -> Chart | UnableError | None:
    """Draw the table that fits best and has numbers, by rules; or say why these can't."""
    try:
        return next((chart for table in _by_fit(tables, request) if (chart := _chart(table, request))), None)
    except UnableError as error:
        return error


def _by_fit(tables: tuple[Table, ...], request: RunRequest) -> list[Table]:
    """The tables, those first that have what the brief itself names: what a colleague made of a table may lack it."""
    fitting = tables_by_fit(tables, read_wish(f"{request.brief}\n{request.goal}"))
    return sorted(fitting, key=lambda table: len(unknown_words(request.words, table)))


def _chart(table: Table, request: RunRequest) -> Chart | None:
    text = f"{request.brief}\n{request.goal}"
    whole = add_products(lengthen(table), text)
    left_out = read_exclusions(text, whole)
    wish = read_wish(left_out.rest)
    whole = add_date_parts(whole, wish.parts)
    kept, applied = apply_filters(whole, wish, left_out)
    refuse_mixed_column(kept, wish)
    wider, pair = add_restated(kept)
    kind = asked_kind(request.brief, request.goal)
    choice = choose(wider, wish, left_out.rest, pair, kind)
    chart = build_chart(wider, choice, pair, kind) if choice else None
    missing = undrawn(wider, choice, left_out.rest) if choice else []
    return chart and replace(chart, remarks=(*applied, *chart.remarks, *missing))


def _answer(chart: Chart, name: str) -> str:
    columns = ", ".join(f"“{escape_markdown(column)}”" for column in chart.columns)
    several = [
        escape_markdown(series.label) for series in chart.series if series.label and chart.kind != ChartKind.SCATTER
    ]
    sides = f" It shows {' and '.join(several)} side by side." if 1 < len(several) <= 2 else ""
    said = " ".join(escape_markdown(remark) for remark in chart.remarks)
    title = escape_markdown(chart.title)
    lead = f"The {chart.kind} “{title}” draws {columns} from {escape_markdown(chart.source)}.{sides}"
    return f"{lead} {said}".strip() + f"\n\n![{title}]({name}.svg)"
