"""The chart maker: draws the tables of colleagues' results and attachments."""

from collections.abc import Iterator

from apps.agents.builtin.chart_maker.chart import Chart, ChartKind, choose
from apps.agents.builtin.chart_maker.drawing import draw
from apps.agents.builtin.chart_maker.layout import asked_kind, build_chart
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.questions.filters import apply_filters
from apps.agents.builtin.questions.selection import lengthen, tables_by_fit
from apps.agents.builtin.questions.wish import read_wish
from apps.agents.builtin.sections import file_stem
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import gather
from apps.agents.domain.calls import ArtifactMade, File, Progress, Result, RunEvent, RunRequest


def work(request: RunRequest) -> Iterator[RunEvent]:
    """Draw the table that fits the question best, as PNG and SVG.

    Raises UnableError when there is no table with numbers.
    """
    yield Progress("Looking for what to draw")
    gathered = gather(request)
    chart = _first_chart(gathered.tables, request)
    if chart is None:
        raise UnableError(" ".join(["There is no table with numbers to draw.", *gathered.refused]))
    yield Progress(f"Drawing a {chart.kind}")
    png, svg = draw(chart)
    name = f"{file_stem(request.goal, 'drawn')}-chart"
    yield ArtifactMade(File(f"{name}.png", "image/png", png))
    yield ArtifactMade(File(f"{name}.svg", "image/svg+xml", svg))
    yield Result(_answer(chart, name))


def _first_chart(tables: tuple[Table, ...], request: RunRequest) -> Chart | None:
    wish = read_wish(f"{request.brief}\n{request.goal}")
    return next((chart for table in tables_by_fit(tables, wish) if (chart := _chart(table, request))), None)


def _chart(table: Table, request: RunRequest) -> Chart | None:
    text = f"{request.brief}\n{request.goal}"
    wish = read_wish(text)
    kept, _ = apply_filters(lengthen(table), wish)
    wider, pair = add_restated(kept)
    kind = asked_kind(request.brief, request.goal)
    choice = choose(wider, wish, text, pair, kind)
    return build_chart(wider, choice, pair, kind) if choice else None


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
