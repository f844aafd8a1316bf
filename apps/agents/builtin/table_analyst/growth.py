"""Growth of a series: from period to period, in all, and a year on average."""

from decimal import Decimal

from apps.agents.builtin.table_analyst.findings import Figure
from apps.agents.builtin.table_analyst.series import Point, Series
from apps.agents.builtin.tables.numbers import percent, write_plain


def steps(series: Series) -> list[Figure | None]:
    """Give the growth of each point over the one before it; None where it cannot be computed."""
    pairs = zip(series.points, series.points[1:], strict=False)
    return [growth(series, earlier, later, _step_name(earlier, later)) for earlier, later in pairs]


def total(series: Series) -> Figure | None:
    """Give the growth from the first point to the last; None for fewer than two points."""
    if len(series.points) < 2:
        return None
    first, last = series.points[0], series.points[-1]
    return growth(series, first, last, f"growth {first.period} to {last.period}")


def yearly(series: Series) -> Figure | None:
    """Give the compound annual growth rate; None below two years or for values that are not positive."""
    if len(series.points) < 2:
        return None
    first, last = series.points[0], series.points[-1]
    years = last.time.year - first.time.year
    if years < 2 or first.value <= 0 or last.value <= 0 or first.time.month != last.time.month:
        return None
    rate = (last.value / first.value) ** (Decimal(1) / years) - 1
    name = _name(f"yearly growth {first.period} to {last.period}", series)
    computation = f"({write_plain(last.value)} / {write_plain(first.value)}) ^ (1 / {years}) - 1"
    return Figure(name, rate * 100, percent(rate), "%", computation, (series.input(first), series.input(last)))


def growth(series: Series, earlier: Point, later: Point, name: str) -> Figure | None:
    """Give the growth from one point to another; None where the earlier value is not positive."""
    if earlier.value <= 0:
        return None
    rate = (later.value - earlier.value) / earlier.value
    computation = f"({write_plain(later.value)} - {write_plain(earlier.value)}) / {write_plain(earlier.value)}"
    inputs = (series.input(earlier), series.input(later))
    return Figure(_name(name, series), rate * 100, percent(rate), "%", computation, inputs)


def _step_name(earlier: Point, later: Point) -> str:
    gap = later.time.year - earlier.time.year
    return f"growth {earlier.period} to {later.period}" if gap > 1 else f"growth {later.period}"


def _name(name: str, series: Series) -> str:
    return f"{name}, {series.label}" if series.label else name
