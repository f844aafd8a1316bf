"""JSON: lists of records, columns, rows, name-value pairs, and one record a line."""

import json
from collections.abc import Iterable, Iterator
from typing import cast

from apps.agents.builtin.tables.model import MAX_COLUMNS, BrokenRow, Table, UnreadableTableError, table_of
from apps.core.sentences import sentence

_DEEPEST = 4  # levels below the top at which tables are looked for


def read_records(name: str, text: str) -> list[Table]:
    """Read every table in a JSON text; numbers keep the digits they were written with. Raises UnreadableError."""
    tables = list(_tables(name, _load(name, text), 0))
    if not tables:
        raise UnreadableTableError(sentence("{name} holds no records that make a table.", name=name))
    return tables


def _load(name: str, text: str) -> object:
    try:
        return _parse(text)
    except (ValueError, RecursionError):
        return _load_lines(name, text)


def _parse(text: str) -> object:
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=lambda _: None)


def _load_lines(name: str, text: str) -> list[object]:
    """Read one JSON value a line; a line that is none stays a text, and so a broken row."""
    values: list[object] = []
    for line in filter(str.strip, text.split("\n")):
        try:
            values.append(_parse(line))
        except (ValueError, RecursionError):
            values.append(line)
    if not any(isinstance(value, dict) for value in values):
        raise UnreadableTableError(sentence("{name} is not valid JSON.", name=name))
    return values


def _tables(name: str, value: object, depth: int) -> Iterator[Table]:
    if isinstance(value, list) and value:
        yield from _from_list(name, value)
    elif isinstance(value, dict) and value and depth < _DEEPEST:
        yield from _from_object(name, value, depth)


def _from_list(name: str, items: list[object]) -> Iterator[Table]:
    if any(isinstance(item, dict) for item in items):
        yield _from_dicts(name, items)
    elif isinstance(items[0], list) and len(items) > 1:
        yield from _from_rows(name, items[0], items[1:])


def _from_object(name: str, value: dict[str, object], depth: int) -> Iterator[Table]:
    columns = value.get("columns") or value.get("header") or value.get("fields")
    rows = value.get("rows") or value.get("data")
    if isinstance(columns, list) and isinstance(rows, list) and rows and isinstance(rows[0], list):
        yield from _from_rows(name, columns, rows)
    elif all(_is_plain_list(item) for item in value.values()):
        yield _from_columns(name, cast(dict[str, list[object]], value))
    elif len(value) > 1 and not any(isinstance(item, dict | list) for item in value.values()):
        yield table_of(
            name,
            ["name", "value"],
            [[key, _cell(item)] for key, item in value.items()],
            [],
        )
    else:
        for key, item in value.items():
            yield from _tables(f"{name}, {key}", item, depth + 1)


def _is_plain_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and not any(isinstance(item, dict | list) for item in value)


def _from_dicts(name: str, items: list[object]) -> Table:
    flat = [_flatten(item) if isinstance(item, dict) else None for item in items]
    header = list(dict.fromkeys(key for record in flat if record for key in record))[: MAX_COLUMNS + 1]
    rows = [[record.get(key, "") for key in header] for record in flat if record]
    broken = [BrokenRow(at, "not a record") for at, record in enumerate(flat, start=1) if not record]
    if not rows:
        raise UnreadableTableError(sentence("{name} holds only empty records.", name=name))
    return table_of(name, header, rows, broken)


def _flatten(record: dict[str, object]) -> dict[str, str]:
    """Lay one level of nesting flat: {"a": {"b": 1}} gives "a.b"."""
    flat: dict[str, str] = {}
    for key, value in record.items():
        if isinstance(value, dict):
            flat |= {f"{key}.{inner}": _cell(item) for inner, item in value.items()}
        else:
            flat[key] = _cell(value)
    return flat


def _from_rows(name: str, columns: list[object], rows: Iterable[object]) -> Iterator[Table]:
    header = [_cell(column) for column in columns]
    numbered = list(enumerate(rows, start=1))
    kept = [row for _, row in numbered if isinstance(row, list) and len(row) == len(header)]
    broken = [
        BrokenRow(at, f"not a row of {len(header)} cells")
        for at, row in numbered
        if not isinstance(row, list) or len(row) != len(header)
    ]
    if kept and header:
        yield table_of(name, header, [[_cell(cell) for cell in row] for row in kept], broken)


def _from_columns(name: str, columns: dict[str, list[object]]) -> Table:
    length = max(len(cells) for cells in columns.values())
    padded = {key: [*map(_cell, cells), *[""] * (length - len(cells))] for key, cells in columns.items()}
    rows = [list(row) for row in zip(*padded.values(), strict=True)]
    return table_of(name, list(padded), rows, [])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
