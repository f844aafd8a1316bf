"""What an agent has done, as small pictures: bars in an SVG that the server draws. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.utils.translation import gettext, gettext_noop, ngettext

from apps.agents.domain.provenance import CameBy
from apps.agents.queries.checks import CheckView
from apps.chat.domain.display import TaskStateLook
from apps.core.languages import day_of_year
from apps.teams.queries.records import DAYS, LAST, Lately, PastWork, Try, percentile
from apps.web.rendering.figures import money, percent, short
from apps.web.rendering.sparks import HEIGHT, LOWEST, Bar, Spark, bar_height, draw_bar
from apps.web.templatetags.ui import clock, duration

CAME_BY = {
    CameBy.ADDRESS: gettext_noop("Found at an address"),
    CameBy.CARD: gettext_noop("By its card, which was pasted"),
    CameBy.DIAL_IN: gettext_noop("Dials in by itself"),
    CameBy.SETTINGS: gettext_noop("How it is reached was entered"),
    CameBy.LIST: gettext_noop("From an imported list"),
    CameBy.PERSON: gettext_noop("A person who offered to work"),
    CameBy.REGISTRY: gettext_noop("From a registry elsewhere"),
}
"""How an agent came here, in words."""


@dataclass(frozen=True)
class AgentWork:
    """What an agent has to do: tasks that wait for it, and since when it works, is waited for, or does nothing.

    `since` is None for one that never did anything.
    """

    queued: int
    since: datetime | None


@dataclass(frozen=True)
class PastTask:
    """A task of the past, and how it is shown wherever it is."""

    past: PastWork
    look: TaskStateLook


@dataclass(frozen=True)
class ActivityChart:
    """One figure over the last DAYS days: its name, the number that sums it up, a bar a day, the days at both ends."""

    name: str
    figure: str
    bars: tuple[Bar, ...]
    label: str
    first: str = ""
    last: str = ""


@dataclass(frozen=True)
class Day:
    """What an agent did in a day."""

    day: date
    tries: tuple[Try, ...] = ()

    @property
    def seconds(self) -> list[float]:
        """How long the tries took, shortest first."""
        return sorted(each.seconds for each in self.tries)

    @property
    def cost(self) -> float | None:
        """US dollars; None where no try said a price."""
        return _sum(self.tries)


def spark(lately: Lately) -> Spark | None:
    """Draw the last tries; None where there are none."""
    tries = lately.tries
    if not tries:
        return None
    longest = max(each.seconds for each in tries)
    bars = tuple(
        draw_bar(place, LAST, bar_height(each.seconds, longest), "ok" if each.good else "no")
        for place, each in enumerate(tries, start=LAST - len(tries))
    )
    failed = sum(not each.good for each in tries)
    usual = gettext("{span} each").format(span=duration(percentile(sorted(each.seconds for each in tries), 50) or 0.0))
    words = ngettext("last {count} try, {failed} failed", "last {count} tries, {failed} failed", len(tries))
    return Spark(bars, words.format(count=len(tries), failed=failed), usual)


def work_of(lately: Lately) -> AgentWork:
    """Give what an agent has to do."""
    ended = lately.tries[-1].at if lately.tries else None
    return AgentWork(lately.waiting, lately.working_since or lately.waiting_since or ended)


def check_spark(checks: Sequence[CheckView]) -> Spark:
    """Draw the last checks, which come newest first: height is latency, red is one that found something wrong."""
    slowest = max((check.latency_ms for check in checks), default=0)
    places = max(len(checks), LAST)
    bars = tuple(
        draw_bar(place, places, bar_height(check.latency_ms, slowest), "no" if check.problem else "ok")
        for place, check in enumerate(reversed(checks), start=places - len(checks))
    )
    failed = sum(bool(check.problem) for check in checks)
    words = ngettext(
        "last {count} check, {failed} found something wrong",
        "last {count} checks, {failed} found something wrong",
        len(checks),
    )
    return Spark(bars, words.format(count=len(checks), failed=failed), "")


def charts(tries: Sequence[Try], now: datetime) -> tuple[ActivityChart, ...]:
    """Draw what the tries of the last days came to; nothing where there are none."""
    if not tries:
        return ()
    days = _days(tries, now)
    drawn = (_outcomes(days), _durations(days, tries), _cost(days, tries))
    first, last = (day_of_year(days[end].day) for end in (0, -1))
    return tuple(replace(chart, first=first, last=last) for chart in drawn if chart is not None)


def _days(tries: Sequence[Try], now: datetime) -> list[Day]:
    by_day: dict[date, list[Try]] = {}
    for each in tries:
        by_day.setdefault(each.at.date(), []).append(each)
    first = now.date() - timedelta(days=DAYS - 1)
    dates = [first + timedelta(days=number) for number in range(DAYS)]
    return [Day(day, tuple(by_day.get(day, ()))) for day in dates]


def _outcomes(days: Sequence[Day]) -> ActivityChart:
    most = max(len(day.tries) for day in days) or 1
    bars: list[Bar] = []
    for place, day in enumerate(days):
        good = sum(each.good for each in day.tries)
        bad = len(day.tries) - good
        title = gettext("{day}: {good} done, {bad} failed").format(day=day_of_year(day.day), good=good, bad=bad)
        failed = HEIGHT * bad / most
        if bad:
            bars.append(draw_bar(place, DAYS, max(failed, LOWEST), "no", title))
        if good:
            bars.append(draw_bar(place, DAYS, max(HEIGHT * good / most, LOWEST), "ok", title, above=failed))
    done, all_of_them = sum(each.good for day in days for each in day.tries), sum(len(day.tries) for day in days)
    share = percent(round(100 * done / max(all_of_them, 1)))
    figure = gettext("{number}, {share} good").format(number=short(all_of_them), share=share)
    label = gettext("Tries a day over {days} days: {done} done, {failed} failed")
    return ActivityChart(
        gettext("Tries"), figure, tuple(bars), label.format(days=DAYS, done=done, failed=all_of_them - done)
    )


def _durations(days: Sequence[Day], tries: Sequence[Try]) -> ActivityChart:
    ends = {
        day.day: (percentile(day.seconds, 50) or 0.0, percentile(day.seconds, 95) or 0.0) for day in days if day.tries
    }
    longest = max((late for _, late in ends.values()), default=0.0)
    bars: list[Bar] = []
    for place, day in enumerate(days):
        if day.day in ends:
            half, late = ends[day.day]
            title = gettext("{day}: half within {half}, 95% within {late}").format(
                day=day_of_year(day.day), half=clock(half), late=clock(late)
            )
            bars.append(draw_bar(place, DAYS, bar_height(late, longest), "late", title))
            bars.append(draw_bar(place, DAYS, bar_height(half, longest), "ok", title))
    ordered = sorted(each.seconds for each in tries)
    p50, p95 = (duration(percentile(ordered, share) or 0.0) for share in (50, 95))
    label = gettext("Time a try took over {days} days: half within {half}, 95% within {late}").format(
        days=DAYS, half=p50, late=p95
    )
    return ActivityChart(gettext("Time"), f"{p50} p50, {p95} p95", tuple(bars), label)


def _cost(days: Sequence[Day], tries: Sequence[Try]) -> ActivityChart | None:
    """Money where anybody said a price, else tokens; nothing where neither is known."""
    total = _sum(tries)
    if total is not None:
        return _amounts(gettext("Cost"), days, lambda day: day.cost or 0.0, money, money(total))
    tokens = sum(each.tokens for each in tries)
    if not tokens:
        return None
    return _amounts(
        gettext("Tokens"), days, lambda day: float(sum(each.tokens for each in day.tries)), short, short(tokens)
    )


def _amounts(
    name: str, days: Sequence[Day], amount: Callable[[Day], float], word: Callable[[float], str], total: str
) -> ActivityChart:
    most = max(amount(day) for day in days)
    bars = tuple(
        draw_bar(place, DAYS, bar_height(amount(day), most), "ok", f"{day_of_year(day.day)}: {word(amount(day))}")
        for place, day in enumerate(days)
        if amount(day)
    )
    label = gettext("{what} a day over {days} days: {total} in all").format(what=name, days=DAYS, total=total)
    return ActivityChart(name, total, bars, label)


def _sum(tries: Sequence[Try]) -> float | None:
    said = [each.money for each in tries if each.money is not None]
    return sum(said) if said else None
