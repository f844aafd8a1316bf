"""Findings as Markdown, CSV and JSON."""

import json
from collections.abc import Sequence
from decimal import Decimal

from apps.agents.builtin.findings import Figure, Finding
from apps.agents.builtin.sections import COMPUTED, LEFT_OUT, REMARKS, SERIES
from apps.agents.builtin.tables.export import escape_markdown, to_csv, to_markdown
from apps.agents.builtin.tables.model import BrokenRow
from apps.agents.builtin.tables.numbers import exactly, round_half_up
from apps.agents.domain.calls import File

_MOST_COMPUTED = 24  # computations in the text; the JSON file has all
_MOST_BROKEN = 20
_JSON_PLACES = 2


@exactly
def as_markdown(
    source: str,
    found: Sequence[Finding],
    applied: Sequence[str],
    remarks: Sequence[str],
    broken: Sequence[BrokenRow],
) -> str:
    """Write the answer: the conclusion first, then the tables, the series used, the computations, what was left out.

    `source` is Markdown; `applied` says which filters the conclusion stands on.
    """
    parts = [" ".join([f"**{escape_markdown(found[0].headline)}**", *map(escape_markdown, applied)])]
    parts += [escape_markdown(finding.headline) for finding in found[1:]]
    parts += [part for finding in found for part in (to_markdown(finding.table), _query(finding))]
    parts += [f"From: {source}."]
    if used := _series_used(found):
        parts += [f"## {SERIES}", escape_markdown(used)]
    parts += [_computations(found)]
    said = [remark for finding in found for remark in finding.remarks] + list(remarks)
    if said:
        parts += [f"## {REMARKS}", _bullets(said)]
    if broken:
        parts += [f"## {LEFT_OUT}", _broken_rows(broken)]
    return "\n\n".join(part for part in parts if part)


@exactly
def as_files(name: str, source: str, found: Sequence[Finding], remarks: Sequence[str]) -> list[File]:
    """Write each finding's table as CSV, and all figures with their computations as JSON."""
    files = [
        File(f"{name}-analysis{f'-{at}' if at > 1 else ''}.csv", "text/csv", to_csv(finding.table))
        for at, finding in enumerate(found, start=1)
    ]
    return [*files, File(f"{name}-figures.json", "application/json", _as_json(source, found, remarks))]


def _query(finding: Finding) -> str:
    return f"Query: {escape_markdown(finding.query)}." if finding.query else ""


def _computations(found: Sequence[Finding]) -> str:
    figures = [figure for finding in found for figure in finding.figures]
    if not figures:
        return ""
    lines = [
        f"- {escape_markdown(f'{item.name}: {item.computation} = {item.sentence}')}"
        for item in figures[:_MOST_COMPUTED]
    ]
    if len(figures) > _MOST_COMPUTED:
        lines.append("- The rest is in the JSON file.")
    return f"## {COMPUTED}\n\n" + "\n".join(lines)


def _series_used(found: Sequence[Finding]) -> str:
    return " ".join(finding.series_used for finding in found if finding.series_used)


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {escape_markdown(line)}" for line in dict.fromkeys(lines))


def _broken_rows(broken: Sequence[BrokenRow]) -> str:
    lines = [f"line {row.line}: {row.reason}" for row in broken[:_MOST_BROKEN]]
    if len(broken) > _MOST_BROKEN:
        lines.append(f"and {len(broken) - _MOST_BROKEN} more")
    return "These rows could not be read and are in none of the figures:\n\n" + _bullets(lines)


def _as_json(source: str, found: Sequence[Finding], remarks: Sequence[str]) -> bytes:
    content = {
        "source": source,
        "conclusions": [finding.headline for finding in found],
        "queries": [finding.query for finding in found if finding.query],
        "series_used": _series_used(found),
        "figures": [_figure(figure) for finding in found for figure in finding.figures],
        "remarks": [remark for finding in found for remark in finding.remarks] + list(remarks),
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _figure(figure: Figure) -> dict[str, object]:
    return {
        "name": figure.name,
        "value": _number(figure.value),
        "shown": figure.shown,
        "unit": figure.unit,
        "computation": figure.computation,
        "inputs": [{"name": item.name, "value": _number(item.value), "text": item.text} for item in figure.inputs],
    }


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(round_half_up(value, _JSON_PLACES))
