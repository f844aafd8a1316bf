"""Tables out of files and texts."""

import contextlib
import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.builtin.questions.products import add_products
from apps.agents.builtin.tables.columns import Kind, columns_of
from apps.agents.builtin.tables.delimited import read_delimited
from apps.agents.builtin.tables.export import escape_markdown, quote_markdown, to_csv, to_markdown
from apps.agents.builtin.tables.markdown import read_markdown
from apps.agents.builtin.tables.model import MAX_BYTES, Table, UnreadableTableError, table_of
from apps.agents.builtin.tables.numbers import decimal_mark, group_thousands, number_of, percent, with_unit
from apps.agents.builtin.tables.periods import period_of
from apps.agents.builtin.tables.records import read_records
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import gather, read_file, read_log
from apps.agents.domain.calls import File, RunRequest
from tests.agents.builtin.samples import ENERGY, LOG, ORDERS, REVENUE, SALES, text_file


@pytest.mark.parametrize(
    ("cell", "value", "unit"),
    [
        ("86,833", "86833", ""),
        ("1 234.5", "1234.5", ""),
        ("1'234", "1234", ""),
        ("-3.5", "-3.5", ""),
        ("−4", "-4", ""),
        ("–4", "-4", ""),
        ("(12)", "-12", ""),
        ("US$ 5", "5", "US$"),
        ("-€3.20", "-3.20", "€"),
        ("$(200.50)", "-200.50", "$"),
        ("22.7%", "22.7", "%"),
        ("12 kWh", "12", "kWh"),
        ("1e3", "1000", ""),
        ("2016*", "2016", ""),
        (".5", "0.5", ""),
    ],
)
def test_a_cell_is_read_as_the_number_people_mean(cell, value, unit):
    number = number_of(cell)
    assert (number.value, number.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "cell", ["", "n/a", "hello", "1,2,3", "12 Main Street", "2024-01-05", "(3", "A1", "--5", "9" * 80]
)
def test_what_is_no_number_is_none(cell):
    assert number_of(cell) is None


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["1,5", "2,25"], ","),
        (["1.234,5"], ","),
        (["0,125"], ","),
        (["1.234.567"], ","),
        (["1,234", "5"], "."),
        (["1.5", "1,5"], "."),
        (["0.125"], "."),
        ([], "."),
    ],
)
def test_a_decimal_comma_is_known_by_its_column(cells, mark):
    assert decimal_mark(cells) == mark


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("price;units\n3,5;1.200\n2,25;800\n", [1200, 800]),
        ("price;units\n3;1.200\n2;800\n", [Decimal("1.2"), 800]),
        ("price;units;rate\n3,5;1.200;2.5\n2,25;800;1.5\n", [Decimal("1.2"), 800]),
        ("price;units\n3,5;0.125\n2,25;0.250\n", [Decimal("0.125"), Decimal("0.25")]),
        ("note;units\nabout 3,5;1.200\nnone;800\n", [Decimal("1.2"), 800]),
    ],
)
def test_a_point_groups_thousands_where_another_column_has_a_decimal_comma(text, units):
    table = read_delimited("t.csv", text)
    column = columns_of(table)[1]
    assert [column.value(cell) for cell in table.cells(1)] == units


def test_what_is_derived_in_a_table_with_decimal_commas_is_read_as_it_was_computed():
    table = read_delimited("t.csv", "price;units\n1,125;1.200\n2,5;3\n0,375;1\n")
    product = add_products(table, "price times units")
    assert [columns_of(product)[2].value(cell) for cell in product.cells(2)] == [1350, Decimal("7.5"), Decimal("0.375")]
    assert columns_of(product)[1].value("1.200") == 1200


def test_a_decimal_comma_is_read():
    assert number_of("1.234,5", ",").value == Decimal("1234.5")


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("2014", 2014, 0, 0),
        ("FY2014", 2014, 0, 0),
        ("fiscal year 2014", 2014, 0, 0),
        ("2016*", 2016, 0, 0),
        ("2014-03", 2014, 3, 0),
        ("2014-03-05", 2014, 3, 5),
        ("05.03.2014", 2014, 3, 5),
        ("2014-Q2", 2014, 4, 0),
        ("Q2 2014", 2014, 4, 0),
        ("March 2014", 2014, 3, 0),
        ("Mar", 0, 3, 0),
        ("März 2014", 2014, 3, 0),
        ("5. Mai 2014", 2014, 5, 5),
        ("Okt. 2014", 2014, 10, 0),
        ("Dez", 0, 12, 0),
    ],
)
def test_a_time_is_read(text, year, month, day):
    period = period_of(text)
    assert (period.year, period.month, period.day) == (year, month, day)


@pytest.mark.parametrize("text", ["", "12", "86,833", "2014-13", "maybe", "9999"])
def test_what_is_no_time_is_none(text):
    assert period_of(text) is None


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (with_unit("5", "US$ million"), "US$ 5 million"),
        (with_unit("5", "%"), "5 %"),
        (group_thousands(Decimal("-1234567.50")), "-1,234,567.5"),
        (percent(Decimal("0.077701")), "7.8"),
        (percent(Decimal("0.0042")), "0.42"),
        (percent(Decimal("-0.0000001")), "0.00"),
    ],
)
def test_numbers_are_written_for_people(written, text):
    assert written == text


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        ("a,b\n1,2\n", ("a", "b"), 1),
        ("a;b\n1,5;2\n3;4\n", ("a", "b"), 2),
        ("a\tb\n1\t2", ("a", "b"), 1),
        ('a,b\n"x, y",2\n"two\nlines",3\n', ("a", "b"), 2),
        ("Title of the file\n\na,b\n1,2\n3,4\n", ("a", "b"), 2),
        ("1,2\n3,4\n", ("column 1", "column 2"), 2),
        ("name,2019,2020\nx,1,2\n", ("name", "2019", "2020"), 1),
        ("a,a\n1,2\n", ("a", "a (2)"), 1),
        ("a,b\n1,2,,\n", ("a", "b"), 1),
        ('a,b\n5" nail,2\n', ("a", "b"), 1),
        ("sep=;\na;b\n1,5;2\n", ("a", "b"), 1),
        ("Sales,,\n,,\na,b,c\nx,y,1\nx,z,2\n", ("a", "b", "c"), 2),
        ("Sales,\na,b\nx,1\ny,2\n", ("a", "b"), 2),
        (",2023,,2024,\na,Q1,Q2,Q1,Q2\nx,1,2,3,4\n", ("a", "2023 Q1", "2023 Q2", "2024 Q1", "2024 Q2"), 1),
        ("a,2023,\n,Q1,Q2\nx,1,2\n", ("a", "2023 Q1", "2023 Q2"), 1),
        ("a,,b\nx,y,1\nx,z,2\n", ("a", "column 2", "b"), 2),
        (",a,b\nx,1,2\n", ("column 1", "a", "b"), 1),
    ],
)
def test_delimited_text_is_read(text, header, rows):
    table = read_delimited("f.csv", text)
    assert (table.header, len(table.rows), table.broken) == (header, rows, ())


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("only one", "1 cell where the header has 3"),
        ("a,b,c,d", "4 cells where the header has 3"),
        ('"never closed,2,3', "a quotation mark is never closed"),
    ],
)
def test_a_broken_row_is_left_out_and_named_by_its_line(row, reason):
    table = read_delimited("f.csv", f"x,y,z\n1,2,3\n{row}\n4,5,6\n7,8,9\n")
    assert [(item.line, item.reason) for item in table.broken] == [(3, reason)]
    assert table.cells(0) == ("1", "4", "7")


@pytest.mark.parametrize("text", ["", "\n\n", "a,b\n"])
def test_a_file_without_rows_is_unreadable(text):
    with pytest.raises(UnreadableTableError):
        read_delimited("f.csv", text)


@pytest.mark.parametrize(
    ("text", "header", "first"),
    [
        ('[{"a": 1.50, "b": "x"}, {"b": "y"}]', ("a", "b"), ("1.50", "x")),
        ('{"rows": [{"a": 1}]}', ("a",), ("1",)),
        ('{"columns": ["a", "b"], "data": [[1, 2]]}', ("a", "b"), ("1", "2")),
        ('{"a": [1, 2], "b": [3, 4]}', ("a", "b"), ("1", "3")),
        ('[["a", "b"], [1, null]]', ("a", "b"), ("1", "")),
        ('{"north": 3, "south": 4}', ("name", "value"), ("north", "3")),
        ('{"a": 1}\n{"a": 2}\n', ("a",), ("1",)),
        ('[{"a": {"b": true}}]', ("a.b",), ("true",)),
    ],
)
def test_json_of_many_shapes_is_a_table(text, header, first):
    table = read_records("f.json", text)[0]
    assert (table.header, table.rows[0]) == (header, first)


def test_a_stray_record_is_named():
    assert [row.line for row in read_records("orders.json", ORDERS)[0].broken] == [4]


@pytest.mark.parametrize("text", ["", "{", "3", '"x"', "[]", "[1, 2]", "[" * 100_000])
def test_json_without_records_is_unreadable(text):
    with pytest.raises(UnreadableTableError):
        read_records("f.json", text)


def test_a_markdown_table_is_read_verbatim_and_named_by_its_heading():
    [table] = read_markdown("doc.md", REVENUE)
    assert table.name.startswith("Microsoft Corporation")
    assert table.header[1] == "revenue as reported (US$ million)"
    assert all(cell in REVENUE for row in table.rows for cell in row)


def test_tables_in_fenced_code_are_passed_over_and_pipes_unescaped():
    text = "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n\na | b\n--|--\nx \\| y | 2\nbroken | row | here\n"
    [table] = read_markdown("doc.md", text)
    assert table.rows == (("x | y", "2"),)
    assert [row.line for row in table.broken] == [10]


def test_a_log_is_a_table():
    table = read_log("gateway.log", LOG)
    assert table.cells(1) == ("INFO", "ERROR", "ERROR", "WARN")
    with pytest.raises(UnreadableTableError):
        read_log("poem.txt", "Roses are red\nviolets are blue")


@pytest.mark.parametrize(
    "file",
    [
        File("big.csv", "text/csv", b"a" * (MAX_BYTES + 1)),
        File("binary.csv", "text/csv", b"\x00\x01\x02,\x00"),
        File("picture.png", "image/png", b"\x89PNG"),
        File("prose.txt", "text/plain", b"Nothing here."),
    ],
)
def test_a_file_that_holds_no_table_says_so(file):
    with pytest.raises(UnreadableTableError, match=file.name):
        read_file(file)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_common_encodings_are_read(encoding):
    [table] = read_file(text_file("cafe.csv", "café,b\n1,2\n".encode(encoding)))
    assert table.header == ("café", "b")


def test_columns_say_what_they_are():
    table = read_delimited("energy.csv", ENERGY)
    assert [column.kind for column in columns_of(table)] == [Kind.TEXT, Kind.PERIOD, Kind.NUMBER, Kind.NUMBER]
    assert [column.unit for column in columns_of(table)] == ["", "", "kWh", "m2"]


@pytest.mark.parametrize(
    ("header", "cells", "kind", "unit"),
    [
        ("price", ["€5", "€6.50"], Kind.NUMBER, "€"),
        ("share", ["5 %", "7"], Kind.NUMBER, "%"),
        ("budget", ["900 thousand", "1.2 million"], Kind.NUMBER, ""),
        ("weight in kg", ["5", "6"], Kind.NUMBER, "kg"),
        ("pieces", ["2000", "2001"], Kind.NUMBER, ""),
        ("room", ["1a", "2b"], Kind.TEXT, ""),
        ("customer id", ["1", "2"], Kind.TEXT, ""),
        ("remark", ["5", "6"], Kind.NOTE, ""),
        ("amount", ["5", "k.A.", "#N/A", "6"], Kind.NUMBER, ""),
        ("what happened", ["a long story that goes on and on and on, far", "x" * 60], Kind.NOTE, ""),
    ],
)
def test_a_column_is_known_by_its_header_and_cells(header, cells, kind, unit):
    column = columns_of(table_of("t", ["name", header], [["x", cell] for cell in cells], []))[1]
    assert (column.kind, column.unit) == (kind, unit)


def test_scale_words_that_differ_are_computed_away():
    table = table_of("t", ["budget"], [["900 thousand"], ["1.2 million"]], [])
    [column] = columns_of(table)
    assert [column.value(cell) for cell in table.cells(0)] == [900_000, 1_200_000]


def test_a_note_that_gives_a_restated_figure_makes_a_second_series():
    table, pair = add_restated(read_markdown("doc.md", REVENUE)[0])
    assert table.header[pair.restated] == "revenue restated (US$ million)"
    assert table.cells(pair.restated)[1:5] == ("93,580", "91,154", "96,571", "110,360")
    assert pair.rows == (2, 3)
    assert add_restated(table) == (table, pair)


@pytest.mark.parametrize(
    ("note", "restated"),
    [
        ("revised upwards to 520", "520"),
        ("corrected to 480 in the next issue", "480"),
        ("restated to the 2018 standard", None),
        ("restated at 2018 prices", None),
        ("moved to 7 new halls", None),
    ],
)
def test_only_a_note_of_the_figures_own_size_restates_it(note, restated):
    table, pair = add_restated(
        table_of("t", ["year", "tonnes", "note"], [["2020", "400", ""], ["2021", "500", note]], [])
    )
    assert (table.rows[1][pair.restated] if pair else None) == restated


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("@x", "'@x"),
        ("-2+3", "'-2+3"),
        ("-5.5", "-5.5"),
        ("+7", "+7"),
        ("-", "-"),
    ],
)
def test_no_cell_is_a_formula_in_a_spreadsheet(cell, written):
    lines = list(csv.reader(io.StringIO(to_csv(Table("t", ("h",), ((cell,),))).decode())))
    assert lines == [["h"], [written]]


def test_markup_in_cells_and_quotations_is_shown_not_run():
    hostile = "<img src=x onerror=alert(1)> [a](javascript:x) ![p](http://evil/x.png) `c` | *b*"
    shown = to_markdown(Table("t", ("h",), ((hostile,),)))
    assert "\\<img" in shown
    assert "\\[a\\]" in shown
    assert "\\|" in shown
    assert "&lt;img" in quote_markdown(hostile)
    assert "![" not in quote_markdown(hostile)
    assert escape_markdown("plain_name & co 2016*") == "plain_name & co 2016*"


def test_a_long_table_says_that_it_goes_on():
    table = Table("t", ("n",), tuple((str(at),) for at in range(60)))
    assert to_markdown(table).endswith("The table goes on in the file.")


@given(st.text(max_size=300))
def test_no_text_crashes_a_reader(text):
    for read in (read_delimited, read_records, read_log, read_markdown):
        with contextlib.suppress(UnreadableTableError):
            assert read("f", text) is not None


@given(st.lists(st.lists(st.text(max_size=12), min_size=3, max_size=3), min_size=1, max_size=6))
def test_every_table_can_be_read_for_what_it_is(rows):
    table = table_of("t", ["year", "value", "note"], rows, [])
    assert len(columns_of(table)) == 3
    assert len(add_restated(table)[0].rows) == len(rows)


@given(st.text(max_size=60))
def test_no_cell_crashes_numbers_and_times(cell):
    number = number_of(cell)
    assert number is None or number.value.is_finite()
    assert period_of(cell) is None or period_of(cell) <= period_of(cell)


def gathered(text):
    [table] = gather(RunRequest("key", "goal", "", files=(text_file("f.csv", text),))).tables
    return table


@pytest.mark.parametrize(
    ("text", "names", "left_out"),
    [
        ("a,b\nx,1\ny,2\nTotal,3\n", ("x", "y"), "“Total”"),
        ("a;b\nx;1,25\ny;2,5\nSumme;3,75\n", ("x", "y"), "“Summe”"),
        ("a,b\nx,33.3\ny,33.3\nz,33.3\nAll together,100.0\n", ("x", "y", "z"), "“All together”"),
        ("a,c,b\nx,p,1\nx,q,2\nx,Total,3\ny,p,4\ny,q,5\ny,Total,9\nGrand total,,12\n", ("x", "x", "y", "y"), "“Total”"),
    ],
)
def test_a_row_of_totals_is_left_out_and_named(text, names, left_out):
    table = gathered(text)
    assert table.cells(0) == names
    assert f"since it adds up other rows: {left_out}" in table.remarks[0]


@pytest.mark.parametrize("text", ["a,b\nShell,7\nBP,5\nTotal,9\n", "a,b\nx,1\nTotal,1\n"])
def test_a_row_that_is_only_called_total_stays(text):
    table = gathered(text)
    assert (table.cells(0)[-1], table.remarks) == ("Total", ())


@pytest.mark.parametrize(
    ("cells", "plain"),
    [
        (("03/14/2024", "04/01/2024"), ("2024-03-14", "2024-04-01")),
        (("14/03/2024", "", "1/4/2024 10:00"), ("2024-03-14", "", "2024-04-01 10:00")),
        (("03/04/2024", "04/01/2024"), ("03/04/2024", "04/01/2024")),
        (("14/03/2024", "03/14/2024"), ("14/03/2024", "03/14/2024")),
        (("14/03/2024", "soon"), ("14/03/2024", "soon")),
    ],
)
def test_dates_with_slashes_are_read_where_one_shows_their_order(cells, plain):
    table = gathered("".join(["n,when\n", *(f"x,{cell}\n" for cell in cells)]))
    assert table.cells(1) == plain
    assert bool(table.remarks) == (cells != plain)


def test_two_spellings_of_one_letter_are_one_name():
    assert gathered("town,v\nKöln,4\nKo\u0308ln,5\n").cells(0) == ("Köln", "Köln")


def test_the_second_column_of_a_name_has_no_number_as_its_unit():
    _, _, second = columns_of(gathered("a,b,b\nx,1,2\ny,3,4\n"))
    assert (second.label, second.unit, second.kind) == ("b (2)", "", Kind.NUMBER)


def test_sales_are_a_table_of_years():
    [table] = read_file(text_file("sales.tsv", SALES))
    assert table.header == ("region", "2022", "2023", "2024")
