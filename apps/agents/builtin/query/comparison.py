"""A query's figures beside those of other periods, or of the whole."""

from collections.abc import Sequence
from decimal import Decimal

from apps.agents.builtin.findings import Figure, Input
from apps.agents.builtin.query.groups import GroupColumn, Key
from apps.agents.builtin.query.language import PeriodComparison, Statistic
from apps.agents.builtin.query.measures import BoundMeasure
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.tables.numbers import percent, write_plain

_SHARED = (Statistic.SUM, Statistic.COUNT)  # their parts make the whole

Figures = dict[Key, Figure | None]


def check_comparison(
    compare: PeriodComparison, groups: Sequence[GroupColumn], measures: Sequence[BoundMeasure]
) -> None:
    """Say whether there is something to compare. Raises InvalidQuery."""
    if compare is PeriodComparison.NONE:
        return
    if not groups or not measures:
        raise InvalidQuery(f"To compare ({compare}) there must be a group and a measure.")
    if compare is PeriodComparison.SHARE:
        if unfit := [one.name for one in measures if one.statistic not in _SHARED]:
            raise InvalidQuery(f"Only sums and counts have shares; “{unfit[0]}” is none.")
    elif not any(group.timed for group in groups):
        raise InvalidQuery(f"To compare with another period ({compare}), group by a column of dates.")


def comparison_header(compare: PeriodComparison, measure: BoundMeasure) -> str:
    """Give the column of the result that holds the comparison."""
    return f"{'share' if compare is PeriodComparison.SHARE else 'growth'} of {measure.name} (%)"


def compare_figures(
    compare: PeriodComparison, figures: Figures, groups: Sequence[GroupColumn], measure: BoundMeasure
) -> Figures:
    """Give each group's comparison, in percent; None where there is nothing to compare with."""
    if compare is PeriodComparison.SHARE:
        return _shares(figures, measure)
    at = max(place for place, group in enumerate(groups) if group.timed)
    found: Figures = {}
    base: dict[Key, Figure] = {}
    for key, figure in figures.items():
        others = key[:at] + key[at + 1 :]
        earlier = base.get(others)
        found[key] = _growth(earlier, figure, key, measure) if earlier and figure else None
        if figure and (compare is PeriodComparison.PREVIOUS or earlier is None):
            base[others] = figure
    return found


def _growth(earlier: Figure, later: Figure, key: Key, measure: BoundMeasure) -> Figure | None:
    """None where the earlier value is not positive: then a percentage says nothing."""
    if earlier.value <= 0:
        return None
    rate = (later.value - earlier.value) / earlier.value
    computation = f"({later.shown} - {earlier.shown}) / {earlier.shown}"
    inputs = tuple(Input(figure.name, figure.shown, figure.value) for figure in (earlier, later))
    return Figure(f"growth of {measure.name}, {', '.join(key)}", rate * 100, percent(rate), "%", computation, inputs)


def _shares(figures: Figures, measure: BoundMeasure) -> Figures:
    known = {key: figure for key, figure in figures.items() if figure}
    whole = sum((figure.value for figure in known.values()), Decimal(0))
    if whole <= 0 or any(figure.value < 0 for figure in known.values()):
        return dict.fromkeys(figures)
    return {key: figure and _share(figure, whole, key, measure) for key, figure in figures.items()}


def _share(figure: Figure, whole: Decimal, key: Key, measure: BoundMeasure) -> Figure:
    part = figure.value / whole
    inputs = (Input(figure.name, figure.shown, figure.value), Input("the whole", write_plain(whole), whole))
    name = f"share of {measure.name}, {', '.join(key)}"
    return Figure(name, part * 100, percent(part), "%", f"{figure.shown} / {write_plain(whole)}", inputs)
