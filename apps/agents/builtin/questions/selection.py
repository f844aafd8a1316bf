"""Which table and which of its columns a question is about."""

from collections import Counter
from textwrap import shorten

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.questions.date_parts import GROUP_LEADS, GROUP_REACH
from apps.agents.builtin.questions.wish import Wish
from apps.agents.builtin.tables.columns import Column, Kind, best_named_columns, columns_of, odd_cell, of_kind
from apps.agents.builtin.tables.model import MAX_ROWS, Table
from apps.agents.builtin.tables.periods import is_year
from apps.agents.builtin.words import words
from apps.core.sentences import sentence

_MOST_QUOTED = 40  # characters of a cell


def choose_table(tables: tuple[Table, ...], wish: Wish) -> Table:
    """Give the table that fits the question best; two of them joined when the words need both."""
    ranked = tables_by_fit(tables, wish)
    main = ranked[0]
    for other in ranked[1:]:
        needed = (_header_words(other) - _header_words(main)) & set(wish.said)
        if (wish.joins or needed) and (joined := join_tables(main, other)):
            return joined
    return main


def tables_by_fit(tables: tuple[Table, ...], wish: Wish) -> list[Table]:
    """Give the tables, the one that shares the most words with the question first."""
    return sorted(tables, key=lambda table: -_fit(table, wish))


def _fit(table: Table, wish: Wish) -> float:
    said = set(wish.said)
    numeric = any(column.kind == Kind.NUMBER for column in columns_of(table.with_rows(table.rows[:200])))
    return 2 * len(_header_words(table) & said) + len(set(words(table.name)) & said) + 0.5 * numeric


def _header_words(table: Table) -> set[str]:
    return {word for cell in table.header for word in words(cell.replace("_", " "))}


def join_tables(left: Table, right: Table) -> Table | None:
    """Join on the first column that both have and in which one side's values are unique."""
    for name in left.header:
        other = _same_column(name, right)
        if other is None:
            continue
        here = left.header.index(name)
        if _unique(right, other):
            return _match_rows(left, here, right, other)
        if _unique(left, here):
            return _match_rows(right, other, left, here)
    return None


def _same_column(name: str, table: Table) -> int | None:
    return next((at for at, cell in enumerate(table.header) if words(cell) == words(name)), None)


def _unique(table: Table, index: int) -> bool:
    return max(Counter(_key(cell) for cell in table.cells(index)).values(), default=0) == 1


def _key(cell: str) -> str:
    return " ".join(cell.lower().split())


def _match_rows(many: Table, here: int, one: Table, there: int) -> Table | None:
    """Put the one row of `one` beside each row of `many` with the same key; rows without a partner are named."""
    lookup = {_key(row[there]): row for row in one.rows}
    extra = [at for at, cell in enumerate(one.header) if at != there and cell not in many.header]
    pairs = [(row, lookup.get(_key(row[here]))) for row in many.rows[:MAX_ROWS]]
    rows = tuple((*row, *(partner[at] for at in extra)) for row, partner in pairs if partner)
    if not rows or not extra:
        return None
    alone = sorted({row[here] for row, partner in pairs if partner is None})
    remarks = [f"{many.name} and {one.name} were joined on “{many.header[here]}”."]
    if alone:
        remarks.append(f"Without a partner in {one.name}, and so left out: {', '.join(alone[:10])}.")
    header = (*many.header, *(one.header[at] for at in extra))
    said = (*many.remarks, *one.remarks, *remarks)
    return Table(f"{many.name} with {one.name}", header, rows, (*many.broken, *one.broken), said)


def groupable(table: Table, texts: tuple[Column, ...]) -> tuple[Column, ...]:
    """Give the columns that tell rows apart: those with more than one value."""
    return tuple(column for column in texts if len(set(table.cells(column.index))) > 1)


def led_column(candidates: tuple[Column, ...], wish: Wish) -> Column | None:
    """Give the column named right after "by", "per", "which", "best" and their kin."""
    for at, word in enumerate(wish.said):
        near = frozenset(wish.said[at + 1 : at + 1 + GROUP_REACH])
        if word in GROUP_LEADS and (found := best_named_columns(candidates, near)):
            return found[0]
    return None


_NAMING_LEADS = frozenset(["which", "each", "every"])


def naming_numbers(columns: tuple[Column, ...], wish: Wish) -> tuple[Column, ...]:
    """Give the columns of numbers that a question takes for names beside another: “which hall”, “energy of hall 2”."""
    named = [column for column in of_kind(columns, Kind.NUMBER) if column.words & set(wish.said)]
    found = tuple(column for column in named if _is_name(column, named, wish.said))
    return found if len(found) < len(named) else ()


def _is_name(column: Column, named: list[Column], said: tuple[str, ...]) -> bool:
    length = len(column.words)
    others = frozenset(word for other in named if other != column for word in other.words)
    for at in range(len(said) - length + 1):
        if frozenset(said[at : at + length]) == column.words:
            behind = said[at + length : at + length + 1]
            numbered = any(word.isdigit() and not is_year(word) for word in behind)
            if numbered or _leads_name(said[:at], others):
                return True
    return False


def _leads_name(before: tuple[str, ...], others: frozenset[str]) -> bool:
    """Whether a column is named after “which”, or after another one and “by”: “energy by hall”."""
    if before[-1:] == ("by",):
        return not others.isdisjoint(before[-1 - GROUP_REACH : -1])
    return not _NAMING_LEADS.isdisjoint(before[-1:])


def part_column(candidates: tuple[Column, ...], wish: Wish) -> Column | None:
    """Give the column of the part of a date that the question groups by."""
    return next((column for column in candidates if column.words & wish.parts), None)


def has_repeats(table: Table, column: Column) -> bool:
    """Whether a value of the column stands in several rows."""
    return len(set(table.cells(column.index))) < len(table.rows)


def refuse_mixed_column(table: Table, wish: Wish) -> None:
    """Raise UnableError where the question names no column of numbers, but one that was meant to be one.

    What it groups by may be of any kind: of sizes “40” is one and “M” another.
    """
    columns = columns_of(table)
    said = frozenset(wish.said)
    if best_named_columns(of_kind(columns, Kind.NUMBER), said):
        return
    for column in best_named_columns((column for column in columns if column.kind != Kind.NUMBER), said):
        if (cell := odd_cell(table, column)) and not led_column((column,), wish):
            raise UnableError(
                sentence(
                    "“{column}” can’t be computed with: too many of its cells are no numbers, such as “{cell}”. "
                    "Correct the file, or ask for another column.",
                    column=column.label,
                    cell=shorten(cell, _MOST_QUOTED, placeholder="…"),
                )
            )


_LONGEST_NAME = 30


def lengthen(table: Table) -> Table:
    """Turn columns headed by years into rows (name, year, value); any other table stays as it is."""
    columns = columns_of(table)
    years = [column for column in columns if is_year(column.header) and column.kind == Kind.NUMBER]
    if len(years) < 2 or len(table.rows) * len(years) > MAX_ROWS:
        return table
    kept = [column.index for column in columns if column not in years and column.kind != Kind.NUMBER]
    header = (*(table.header[index] for index in kept), "year", _value_name(table, years))
    rows = tuple(
        (*(row[index] for index in kept), column.header, row[column.index]) for row in table.rows for column in years
    )
    return Table(table.name, header, rows, table.broken, table.remarks)


def _value_name(table: Table, years: list[Column]) -> str:
    """Name the values after the file, which says what they are where no header does: "sales.tsv" holds sales."""
    stem = table.name.rpartition(".")[0].replace("_", " ").replace("-", " ").strip()
    name = stem if 0 < len(stem) <= _LONGEST_NAME and stem not in table.header else "value"
    return f"{name} ({years[0].unit})" if years[0].unit else name
