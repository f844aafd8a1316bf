"""The figures of a report, and whether each stands in a result: the writer's last gate."""

import json
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from apps.agents.builtin.tables.delimited import read_delimited
from apps.agents.builtin.tables.model import UnreadableTableError
from apps.agents.builtin.tables.sources import text_of
from apps.agents.domain.calls import ColleagueResult, File

_FIGURE = re.compile(r"[0-9]+(?:[.,'’][0-9]+)*")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[,'’][0-9]{3})+(?:\.[0-9]+)?")
# What looks like a figure and is none: citation marks, the targets of links and pictures, the numbers of a list.
_NO_FIGURE = re.compile(
    r"\[[0-9]{1,3}\](?!\()|\]\([^()\s]*+(?:\([^()\s]*+){0,3}+\)|^[^\S\n]*+[0-9]{1,3}[.)]\s", re.MULTILINE
)
_TEXTS = ("text/", "application/json")


def figures_not_in_results(report: str, results: Sequence[ColleagueResult], goal: str = "") -> list[str]:
    """Give the figures of a report that no result and no file of a result holds, in order.

    Figures are compared as numbers, so "86,833" is 86833. The goal's own figures are the person's and may be repeated.
    """
    return _unknown(report, known_figures(results, goal))


def without_unknown(report: str, results: Sequence[ColleagueResult], goal: str) -> tuple[str, bool]:
    """Drop the lines that hold an unknown figure; says whether there were any."""
    known = known_figures(results, goal)
    lines = report.split("\n")
    kept = [line for line in lines if not _unknown(line, known)]
    return "\n".join(kept), len(kept) < len(lines)


def known_figures(results: Iterable[ColleagueResult], goal: str) -> set[Decimal | str]:
    """Collect every figure of the results' texts, titles and text files, and of the goal."""
    known = _figures(goal)
    for result in results:
        known |= _figures(f"{result.task} {result.text}")
        for file in result.files:
            known |= _figures(f"{file.name} {_text(file)}")
    return known


def _unknown(text: str, known: set[Decimal | str]) -> list[str]:
    return [figure for figure in _FIGURE.findall(_NO_FIGURE.sub(" ", text)) if _value(figure) not in known]


def _figures(text: str) -> set[Decimal | str]:
    return {_value(figure) for figure in _FIGURE.findall(text)}


def _value(figure: str) -> Decimal | str:
    """Give a figure as a number; what is none, such as a date with dots, as it is."""
    if _THOUSANDS.fullmatch(figure):
        return Decimal(re.sub("[,'’]", "", figure))
    return Decimal(figure) if figure.count(".") <= 1 and re.fullmatch(r"[0-9.]+", figure) else figure


def _text(file: File) -> str:
    """Give a text file with its cells and values set apart, so that no delimiter joins two figures into one."""
    if not file.media_type.startswith(_TEXTS):
        return ""
    try:
        text = text_of(file)
        if file.media_type == "text/csv":
            table = read_delimited(file.name, text)
            return "\n".join(cell for row in (table.header, *table.rows) for cell in row)
    except UnreadableTableError:
        return ""
    return _apart(text) if file.media_type == "application/json" else text


def _apart(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, separators=(",\n", ": "))
    except (ValueError, RecursionError):
        return text
