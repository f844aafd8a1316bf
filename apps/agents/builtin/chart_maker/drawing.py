"""Drawing a chart with matplotlib: real PNG and SVG, the same bytes for the same chart.

The object API only, no pyplot: a Figure belongs to nobody else. Fonts and settings are global in the library,
so one chart is drawn at a time.
"""

import io
import threading
from functools import cache
from html import escape
from typing import Any

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Patch

from apps.agents.builtin.chart_maker.chart import Chart, ChartKind

INK, GREY, GRID = "#17191c", "#636a73", "#e3e5e8"
BLUE, PALE_BLUE = "#2f5fb3", "#b4c6e6"
# One accent; further series are told apart by lightness first, and by their dashes in a line chart.
SHADES = (BLUE, "#8fa9d8", "#9aa1aa", "#1d3c74", "#c3cad3", INK)
AT_NIGHT = {
    "#ffffff": "#17191c",
    INK: "#e9ebee",
    GREY: "#8f969f",
    GRID: "#2a2d31",
    BLUE: "#86adff",
    PALE_BLUE: "#3d5688",
    "#8fa9d8": "#5876b0",
    "#9aa1aa": "#7b828c",
    "#1d3c74": "#c3d5fb",
    "#c3cad3": "#4b525b",
}
"""Each colour of a drawing and what stands for it on a dark page."""
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
SETTINGS: dict[Any, Any] = {
    "axes.edgecolor": GRID,
    "axes.labelcolor": GREY,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.formatter.use_mathtext": False,
    "axes.unicode_minus": True,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.fonttype": "path",
    "svg.hashsalt": "chart",
    "text.color": INK,
    "text.parse_math": False,  # a "$" in somebody's header is a dollar
    "xtick.color": GREY,
    "xtick.major.size": 0,
    "ytick.color": GREY,
    "ytick.major.size": 0,
}
_SIZE, _DPI = (8.0, 4.5), 160
_LONGEST_LABEL, _LONGEST_UNIT, _LONGEST_NAME = 60, 36, 24  # characters that leave room for the drawing
_MOST_VALUES = 14  # values written at bars or points
_LONGEST_VALUE = 10
_MOST_TICKS = 14
_lock = threading.Lock()


def draw(chart: Chart) -> tuple[bytes, bytes]:
    """Draw a chart; gives the PNG and the SVG."""
    with _lock, mpl.rc_context(SETTINGS):
        figure = Figure(figsize=_SIZE, dpi=_DPI, layout=ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.12))
        axes = figure.add_subplot()
        _PAINTERS[chart.kind](axes, chart)
        axes.set_title(_clean(chart.title), loc="left", fontsize=12, fontweight="bold", color=INK, pad=14)
        return _save(figure, "png"), _tidy(_save(figure, "svg").decode(), chart)


def _save(figure: Figure, kind: str) -> bytes:
    out = io.BytesIO()
    metadata = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
    figure.savefig(out, format=kind, metadata=metadata)
    return out.getvalue()


def _tidy(svg: str, chart: Chart) -> bytes:
    """Take out what points outside the file, and give the picture a name for those who cannot see it."""
    svg = _without(_without(svg, "<!DOCTYPE", ">"), "<metadata>", "</metadata>")
    head = f"<title>{escape(_clean(chart.title))}</title>\n {_night()}"
    opened, closing, inside = svg.partition("<svg")[2].partition(">")
    return f'{svg.partition("<svg")[0]}<svg{opened} role="img"{closing}\n {head}{inside}'.encode()


def _without(svg: str, opening: str, closing: str) -> str:
    before, _, rest = svg.partition(opening)
    _, closed, after = rest.partition(closing)
    return before.rstrip() + after if closed else svg


def _night() -> str:
    """Rules that repaint the drawing where it is shown on a dark page; what is drawn stays the same."""
    rules = (
        f'[style*="{what}: {day}"]{{{what}:{night}!important}}'
        for day, night in AT_NIGHT.items()
        for what in ("fill", "stroke")
    )
    return f"<style>@media (prefers-color-scheme: dark){{{''.join(rules)}}}</style>"


def _bars(axes: Axes, chart: Chart) -> None:
    width = 0.74 / len(chart.series)
    for at, series in enumerate(chart.series):
        offset = (at - (len(chart.series) - 1) / 2) * width
        places = [place + offset for place in range(len(chart.categories))]
        heights = [value or 0.0 for value in series.values]
        axes.bar(places, heights, width * 0.92, color=_shade(chart, at))
    _frame(axes, chart)
    _write_values(axes, chart, width)
    axes.axhline(0, color=GREY, linewidth=0.8)


def _lines(axes: Axes, chart: Chart) -> None:
    places = list(range(len(chart.categories)))
    for at, series in enumerate(chart.series):
        heights = [float("nan") if value is None else value for value in series.values]
        marker = "o" if len(places) <= _MOST_TICKS else None
        axes.plot(places, heights, color=_shade(chart, at), linestyle=DASHES[at % len(DASHES)], marker=marker, ms=4)
    _frame(axes, chart)


def _pie(axes: Axes, chart: Chart) -> None:
    values = [value or 0.0 for value in chart.series[0].values]
    shades = [SHADES[at % len(SHADES)] for at in range(len(values))]
    axes.pie(values, colors=shades, startangle=90, counterclock=False, wedgeprops={"edgecolor": "white"})
    labels = [f"{_clean(name)}: {text}" for name, text in zip(chart.categories, chart.series[0].texts, strict=True)]
    handles = [Patch(color=shade) for shade in shades]
    axes.legend(handles, labels, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, title=_clean(chart.y_label))


def _points(axes: Axes, chart: Chart) -> None:
    across, up = chart.series[0].values, chart.series[1].values
    axes.scatter([value or 0.0 for value in across], [value or 0.0 for value in up], color=BLUE, s=22, alpha=0.8)
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(_clean(chart.x_label))
    axes.set_ylabel(_clean(chart.y_label, _LONGEST_UNIT))


_PAINTERS = {
    ChartKind.BAR: _bars,
    ChartKind.LINE: _lines,
    ChartKind.PIE: _pie,
    ChartKind.SCATTER: _points,
}


def _frame(axes: Axes, chart: Chart) -> None:
    """Draw what bars and lines share: grid, ticks, labels, legend."""
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(_clean(chart.x_label))
    axes.set_ylabel(_clean(chart.y_label, _LONGEST_UNIT))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    _name_ticks(axes, chart.categories)
    if len(chart.series) > 1:
        labels = [_clean(series.label, _LONGEST_NAME) for series in chart.series]
        handles: list[Any] = list(axes.lines if chart.kind == ChartKind.LINE else axes.containers)
        axes.legend(handles[: len(labels)], labels, frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)


def _name_ticks(axes: Axes, categories: tuple[str, ...]) -> None:
    step = max(1, -(-len(categories) // _MOST_TICKS)) if len(categories) > 20 else 1
    places = list(range(0, len(categories), step))
    labels = [_clean(categories[place], _LONGEST_NAME) for place in places]
    crowded = sum(map(len, labels)) > 80
    axes.set_xticks(places, labels, rotation=35 if crowded else 0, ha="right" if crowded else "center")


def _write_values(axes: Axes, chart: Chart, width: float) -> None:
    """Write the cells' own texts at the bars, where there is room for all; bars of one text side by side share it."""
    texts = [text for series in chart.series for text in series.texts]
    if len(texts) > _MOST_VALUES or max(map(len, texts)) > _LONGEST_VALUE:
        return
    for place in range(len(chart.categories)):
        here = [(series.texts[place], series.values[place] or 0.0) for series in chart.series]
        shared = len({text for text, _ in here}) == 1
        for at, (text, height) in enumerate(here[:1] if shared else here):
            offset = 0.0 if shared else (at - (len(here) - 1) / 2) * width
            _write(axes, _clean(text), place + offset, height, 9 if len(here) == 1 else 7.5)


def _write(axes: Axes, text: str, place: float, height: float, size: float) -> None:
    below = height < 0
    gap, side = (0, -3 if below else 3), "top" if below else "bottom"
    axes.annotate(text, (place, height), gap, textcoords="offset points", ha="center", va=side, fontsize=size)


def _shade(chart: Chart, at: int) -> str:
    """Two bars side by side: the later series (the restated one) carries the accent."""
    if chart.kind == ChartKind.BAR and len(chart.series) == 2:
        return (PALE_BLUE, BLUE)[at]
    return SHADES[at % len(SHADES)]


def _clean(text: str, longest: int = _LONGEST_LABEL) -> str:
    """Give a label on one line, without characters that the font cannot draw."""
    drawable = _drawable()
    flat = " ".join("".join(char if ord(char) in drawable else "?" for char in " ".join(text.split())).split())
    short = flat if len(flat) <= longest else f"{flat[: longest - 1]}…"
    return f" {short}" if short.startswith("_") else short  # the library leaves "_..." out of legends


@cache
def _drawable() -> frozenset[int]:
    font = font_manager.get_font(font_manager.findfont("DejaVu Sans"))
    return frozenset(code for code in font.get_charmap() if code >= 32)
