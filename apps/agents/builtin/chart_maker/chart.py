"""A chart as data: what is drawn, before anything is drawn."""

from dataclasses import dataclass
from enum import StrEnum


class ChartKind(StrEnum):
    """The kinds of charts, as an answer names them."""

    BAR = "bar chart"
    LINE = "line chart"
    PIE = "pie chart"
    SCATTER = "scatter plot"


@dataclass(frozen=True)
class Drawn:
    """One series. `values` has a place for every category, None where there is none; `texts` are the cells' own."""

    label: str
    values: tuple[float | None, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """What to draw. A scatter plot has two series, the horizontal one first; `categories` then name the points."""

    kind: ChartKind
    title: str
    x_label: str
    y_label: str
    categories: tuple[str, ...]
    series: tuple[Drawn, ...]
    columns: tuple[str, ...]  # the headers of the columns that are drawn
    source: str  # the table's name
    remarks: tuple[str, ...] = ()
