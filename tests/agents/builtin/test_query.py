"""A typed query is bound to real columns, computed as anybody would by hand, and refused where it does not fit."""

import csv
import io
from collections import defaultdict
from decimal import Decimal, InvalidOperation

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from apps.agents.builtin.query.language import Analysis, Drawing, TableQuery, strict_schema
from apps.agents.builtin.query.overview import describe_tables
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.builtin.query.results import answer_query
from apps.agents.builtin.query.wording import finding_of
from apps.agents.builtin.tables.model import Table
from apps.agents.builtin.tables.sources import read_file
from tests.agents.builtin.samples import text_file

SHOP = """date,region,product,units,unit price (EUR),discount (%)
2023-12-30,North,Tea,1,10,0
2024-01-03,North,Tea,10,5,10
2024-01-17,South,Mug,2,20,0
2024-02-03,North,Mug,3,20,50
2024-02-17,South,Tea,n/a,5,0
2024-03-03,South,Tea,40,5,0
"""
SALES = {"name": "sales", "left": "units", "operator": "times", "right": "unit price"}
TOTAL = {"name": "total sales", "statistic": "sum", "column": "sales", "over": ""}
MONTH = {"column": "date", "part": "month"}


def shop(content=SHOP):
    return read_file(text_file("shop.csv", content))


def answered(tables=None, **query):
    return answer_query(TableQuery.model_validate(query), tables or shop())


def rows(**query):
    return [list(row) for row in answered(**query).shown.rows]


def test_a_product_of_two_columns_is_summed_by_month_in_the_order_of_time():
    found = answered(derive=[SALES], group=[MONTH], measures=[TOTAL])
    assert found.shown.header == ("month of date", "total sales (EUR)")
    assert found.shown.rows == (("2023-12", "10"), ("2024-01", "90"), ("2024-02", "60"), ("2024-03", "200"))
    assert found.remarks == ("sales has no number in 1 of 6 rows; these are in no figure.",)


def test_a_column_that_is_called_as_its_part_keeps_its_name():
    months = shop("Month,units\n2024-01,3\n2024-02,4\n")
    found = answered(months, group=[{"column": "Month", "part": "month"}], measures=[TOTAL | {"column": "units"}])
    assert found.shown.header == ("Month", "total sales")
    yearly = answered(months, group=[{"column": "Month", "part": "year"}], measures=[TOTAL | {"column": "units"}])
    assert yearly.shown.header[0].casefold() == "year of month"


def test_the_query_stands_in_words_beside_what_came_of_it():
    where = [{"column": "region", "relation": "is", "values": ["South", "North"]}]
    finding = finding_of(answered(answers="Best month", derive=[SALES], where=where, group=[MONTH], measures=[TOTAL]))
    assert finding.query == (
        "sales = units times unit price; where region is South or North; total sales = sum of sales, by month of date"
    )
    assert finding.headline.startswith("Best month: Total sales: 2023-12 EUR 10, 2024-01 EUR 90")
    assert finding.headline.endswith("Highest 2024-03 (EUR 200), lowest 2023-12 (EUR 10).")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"group": [{"column": "date", "part": "year"}]}, [["2023", "10"], ["2024", "350"]]),
        ({"group": [{"column": "date", "part": "quarter"}]}, [["2023-Q4", "10"], ["2024-Q1", "350"]]),
        ({"group": [{"column": "REGION"}]}, [["South", "240"], ["North", "120"]]),
        ({"group": [{"column": "region"}], "descending": False}, [["North", "120"], ["South", "240"]]),
        ({"group": [{"column": "region"}], "order": "region"}, [["South", "240"], ["North", "120"]]),
        ({"group": [MONTH], "order": "total sales", "limit": 1}, [["2024-03", "200"]]),
        ({"group": [MONTH], "order": "total_sales", "descending": False, "limit": 1}, [["2023-12", "10"]]),
        (
            {"group": [MONTH], "compare": "previous"},
            [
                ["2023-12", "10", ""],
                ["2024-01", "90", "800.0"],
                ["2024-02", "60", "-33.3"],
                ["2024-03", "200", "233.3"],
            ],
        ),
        (
            {"group": [MONTH], "compare": "first", "order": "growth", "limit": 2},
            [["2024-03", "200", "1900.0"], ["2024-01", "90", "800.0"]],
        ),
        (
            {"group": [{"column": "region"}], "compare": "share"},
            [["South", "240", "66.7"], ["North", "120", "33.3"]],
        ),
        ({"where": [{"column": "date", "relation": "is", "values": ["2024-01"]}]}, [["90"]]),
        ({"where": [{"column": "date", "relation": "<", "values": ["2024"]}]}, [["10"]]),
        ({"where": [{"column": "date", "relation": "is", "values": ["Q1 2024"]}]}, [["350"]]),
        ({"where": [{"column": "units", "relation": ">=", "values": ["10"]}]}, [["250"]]),
        ({"where": [{"column": "product", "relation": "is not", "values": ["tea"]}]}, [["100"]]),
        ({"where": [{"column": "product", "relation": "contains", "values": ["u"]}]}, [["100"]]),
    ],
)
def test_rows_are_kept_grouped_compared_and_ordered(query, expected):
    assert rows(derive=[SALES], measures=[TOTAL], **query) == expected


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ({"statistic": "mean", "column": "units"}, "11.2"),
        ({"statistic": "median", "column": "units"}, "3"),
        ({"statistic": "minimum", "column": "units"}, "1"),
        ({"statistic": "maximum", "column": "units"}, "40"),
        ({"statistic": "count"}, "6"),
        ({"statistic": "count", "column": "units"}, "5"),
        ({"statistic": "ratio", "column": "sales", "over": "units"}, "6.43"),
        ({"statistic": "correlation", "column": "units", "over": "unit price"}, "-0.62"),
    ],
)
def test_every_statistic_is_computed(measure, expected):
    assert rows(derive=[SALES], measures=[measure]) == [[expected]]


def test_a_percentage_is_computed_with_as_hundredths():
    rest = [
        {"name": "kept", "left": "1", "operator": "minus", "right": "discount"},
        {"name": "paid", "left": "sales", "operator": "times", "right": "kept"},
    ]
    assert rows(derive=[SALES, *rest], measures=[{"statistic": "sum", "column": "paid"}]) == [["325"]]


def test_rows_are_listed_where_nothing_is_measured():
    found = answered(columns=["product", "units"], order="units", limit=2)
    assert found.shown.rows == (("Tea", "40"), ("Tea", "10"))


def test_two_tables_are_joined_on_the_column_they_share():
    prices = read_file(text_file("people.csv", "region,people\nNorth,4\nSouth,8\n"))
    measure = {"statistic": "ratio", "column": "units", "over": "people", "name": "units a head"}
    found = answered(
        [*shop(), *prices], table="shop.csv", join="people.csv", group=[{"column": "region"}], measures=[measure]
    )
    assert found.shown.rows == (("South", "2.63"), ("North", "1.17"))
    assert any("joined on" in remark for remark in found.remarks)


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"measures": [{"statistic": "sum", "column": "profit"}]}, "There is no column “profit”; there are “date”"),
        ({"measures": [{"statistic": "sum", "column": "region"}]}, "“region” holds no numbers"),
        ({"measures": [{"statistic": "ratio", "column": "units"}]}, "There is no column “”"),
        ({"group": [{"column": "region", "part": "month"}], "measures": [{"statistic": "count"}]}, "holds no dates"),
        ({"derive": [SALES | {"name": "units"}]}, "There is a column “units” already"),
        ({"derive": [SALES | {"left": "product"}]}, "“product” holds no numbers"),
        ({"where": [{"column": "region", "relation": "is", "values": ["Nort"]}]}, "No row has a region that is “Nort”"),
        ({"where": [{"column": "region", "relation": ">", "values": ["A"]}]}, "holds names, which have no order"),
        ({"where": [{"column": "units", "relation": ">", "values": ["many"]}]}, "holds numbers, and “many” is none"),
        ({"where": [{"column": "date", "relation": ">", "values": ["soon"]}]}, "holds points in time"),
        ({"measures": [{"statistic": "count"}], "compare": "previous"}, "there must be a group"),
        (
            {"group": [{"column": "region"}], "measures": [{"statistic": "count"}], "compare": "previous"},
            "group by a column of dates",
        ),
        (
            {"group": [MONTH], "measures": [{"statistic": "mean", "column": "units"}], "compare": "share"},
            "Only sums and counts have shares",
        ),
        ({"group": [MONTH], "measures": [{"statistic": "count"}], "order": "profit"}, "no column “profit” to order by"),
        ({"measures": [{"statistic": "count", "name": "n"}, {"statistic": "count", "name": "N"}]}, "have one name"),
        ({"join": "shop.csv"}, "share no column"),
    ],
)
def test_a_query_that_does_not_fit_is_refused_with_what_would(query, problem):
    with pytest.raises(InvalidQuery) as refused:
        answered(**query)
    assert problem in str(refused.value)


def test_a_table_is_asked_for_by_its_name_where_there_are_several():
    with pytest.raises(InvalidQuery, match=r"There is no table “sales”; there are “shop\.csv”"):
        answered([*shop(), *shop()], table="sales")


@pytest.mark.parametrize("limit", [0, -1, "many"])
def test_a_limit_is_a_positive_number(limit):
    with pytest.raises(ValidationError):
        TableQuery.model_validate({"limit": limit})


def test_a_form_may_leave_out_or_null_what_it_does_not_use():
    query = TableQuery.model_validate({"table": None, "derive": None, "limit": None, "compare": None, "order": 7})
    assert (query.table, query.derive, query.limit, query.compare, query.order) == ("", (), None, "none", "7")


@pytest.mark.parametrize("model", [Analysis, Drawing])
def test_the_schema_is_strict_all_the_way_down(model):
    def objects(node):
        if isinstance(node, dict):
            yield from [node] if node.get("type") == "object" else []
            for child in node.values():
                yield from objects(child)
        elif isinstance(node, list):
            for child in node:
                yield from objects(child)

    schema = strict_schema(model)
    found = list(objects(schema))
    assert len(found) >= 6
    assert all(node["required"] == list(node["properties"]) and not node["additionalProperties"] for node in found)
    assert "$ref" not in str(schema)


def test_a_model_is_told_each_column_with_its_kind_unit_and_range():
    [told] = describe_tables(shop())
    assert told["rows"] == 6
    assert told["columns"][0] == {"name": "date", "holds": "dates", "from": "2023-12-30", "to": "2024-03-03"}
    assert told["columns"][1] == {"name": "region", "holds": "names", "values": ["North", "South"]}
    assert told["columns"][4] == {
        "name": "unit price (EUR)",
        "holds": "numbers",
        "unit": "EUR",
        "from": "5",
        "to": "20",
    }


# --- against a naive reference --------------------------------------------------------------------------------------

names = st.sampled_from(["North", "South", "West", "été", "a,b", "=1+1"])
months = st.sampled_from([f"{year}-{month:02}" for year in (2023, 2024) for month in (1, 2, 11)])
numbers = st.integers(-10_000, 10_000).map(lambda number: Decimal(number) / 100)
records = st.lists(st.tuples(names, months, numbers, numbers), min_size=1, max_size=30)


def as_table(found):
    out = io.StringIO()
    csv.writer(out).writerows([("name", "month", "units", "price"), *found])
    return read_file(text_file("random.csv", out.getvalue()))


@settings(max_examples=60, deadline=None)
@given(records, st.sampled_from(["sum", "mean", "minimum", "maximum"]))
def test_products_by_name_are_those_of_a_plain_loop(found, statistic):
    query = {
        "derive": [{"name": "sales", "left": "units", "operator": "times", "right": "price"}],
        "group": [{"column": "name"}],
        "measures": [{"name": "m", "statistic": statistic, "column": "sales"}],
    }
    result = answered(as_table(found), **query)
    naive = defaultdict(list)
    for name, _, units, price in found:
        naive[name].append(units * price)
    compute = {"sum": sum, "minimum": min, "maximum": max, "mean": lambda values: sum(values) / len(values)}[statistic]
    computed = {key[0]: figure.value for key, figure in result.columns[0].figures.items()}
    assert computed.keys() == naive.keys()
    assert all(abs(computed[name] - compute(values)) < Decimal("1e-20") for name, values in naive.items())
    shown = [computed[key[0]] for key in result.keys]
    assert shown == sorted(shown, reverse=True)


@settings(max_examples=60, deadline=None)
@given(records, numbers)
def test_growth_of_kept_rows_is_that_of_a_plain_loop(found, least):
    query = {
        "where": [{"column": "units", "relation": ">=", "values": [f"{least:f}"]}],
        "group": [{"column": "month"}],
        "measures": [{"name": "m", "statistic": "sum", "column": "price"}],
        "compare": "previous",
    }
    naive = defaultdict(Decimal)
    for _, month, units, price in sorted(found, key=lambda record: record[1]):
        if units >= least:
            naive[month] += price
    if not naive:
        with pytest.raises(InvalidQuery):
            answered(as_table(found), **query)
        return
    result = answered(as_table(found), **query)
    assert [key[0] for key in result.keys] == sorted(naive)
    values = [naive[month] for month in sorted(naive)]
    for at, key in enumerate(result.keys):
        growth = result.columns[1].figures[key]
        if at == 0 or values[at - 1] <= 0:
            assert growth is None
        else:
            assert abs(growth.value - (values[at] - values[at - 1]) / values[at - 1] * 100) < Decimal("1e-20")


cells = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["1e99", "-9e-99", "9" * 60, "0." + "1" * 57, "n/a", "=cmd|' /C calc'!A0", "<b>", "| x |", "NaN"]),
)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=8),
    st.sampled_from(["sum", "mean", "median", "ratio", "correlation", "count"]),
    st.sampled_from(["none", "previous", "share"]),
    st.sampled_from(["times", "divided by", "plus", "minus"]),
)
def test_hostile_cells_give_a_result_or_a_plain_refusal(found, statistic, compare, sign):
    table = Table("hostile", ("year", "units", "price"), tuple(tuple(map(str.strip, row)) for row in found))
    query = {
        "derive": [{"name": "both", "left": "units", "operator": sign, "right": "price"}],
        "group": [{"column": "year", "part": "year"}],
        "measures": [{"name": "m", "statistic": statistic, "column": "both", "over": "units"}],
        "compare": compare,
    }
    try:
        finding = finding_of(answered([table], **query))
    except InvalidQuery:
        return
    except InvalidOperation:
        pytest.fail("a number too long for its context")
    assert len(finding.table.rows) <= len(found)
