"""The chart maker draws real pictures, the same for the same data."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from apps.agents.builtin.chart_maker.chart import Chart, ChartKind, Drawn, choose
from apps.agents.builtin.chart_maker.drawing import draw
from apps.agents.builtin.chart_maker.layout import asked_kind, build_chart
from apps.agents.builtin.questions.selection import lengthen
from apps.agents.builtin.questions.wish import read_wish
from apps.agents.builtin.tables.restatements import add_restated
from apps.agents.builtin.tables.sources import read_file
from apps.agents.domain.calls import ColleagueResult
from tests.agents.builtin.samples import ENERGY, REVENUE, REVENUE_GOAL, SALES, ask, text_file

MANY = "day,visitors\n" + "".join(f"2024-01-{day:02},{day * 7}\n" for day in range(1, 29))
NAMES = "town,people\n" + "".join(f"town {at},{at}\n" for at in range(1, 41))
SHARES = "party,seats\nRed,40\nBlue,35\nGreen,25\n"


def chart_of(question, name, content):
    table, pair = add_restated(lengthen(read_file(text_file(name, content))[0]))
    kind = asked_kind(question)
    return build_chart(table, choose(table, read_wish(question), question, pair, kind), pair, kind)


@pytest.mark.parametrize(
    ("question", "name", "content", "kind", "labels"),
    [
        (REVENUE_GOAL, "revenue.md", REVENUE, ChartKind.BAR, ["as reported", "restated"]),
        ("plot energy per hall", "energy.csv", ENERGY, ChartKind.BAR, [""]),
        ("plot energy per hall over the months", "energy.csv", ENERGY, ChartKind.LINE, ["A", "B", "C"]),
        ("draw area against energy as a scatter plot", "e.csv", ENERGY, ChartKind.SCATTER, ["energy", "area"]),
        ("pie chart of seats", "seats.csv", SHARES, ChartKind.PIE, [""]),
        ("seats", "seats.csv", SHARES, ChartKind.BAR, [""]),
        ("bar chart of sales by region", "sales.tsv", SALES, ChartKind.BAR, [""]),
        ("the trend of sales in every region", "sales.tsv", SALES, ChartKind.LINE, ["North", "South", "West"]),
        ("visitors", "visitors.csv", MANY, ChartKind.LINE, [""]),
        ("visitors as a bar chart", "visitors.csv", MANY, ChartKind.BAR, [""]),
    ],
)
def test_words_and_data_choose_the_chart(question, name, content, kind, labels):
    chart = chart_of(question, name, content)
    assert (chart.kind, [series.label for series in chart.series]) == (kind, labels)


def test_series_of_one_unit_are_drawn_and_the_unit_is_at_the_axis():
    chart = chart_of(REVENUE_GOAL, "revenue.md", REVENUE)
    assert (chart.title, chart.x_label, chart.y_label) == ("Revenue by fiscal year", "fiscal year", "US$ million")
    assert chart.series[1].texts[2] == "91,154"
    assert chart.series[1].values[2] == 91154.0


DAYS = """date,region,revenue
2024-01-05,North,100
2024-01-20,South,250
2024-02-03,North,400
2024-02-17,South,200
2024-05-09,North,300
"""


@pytest.mark.parametrize(
    ("question", "told", "summed"),
    [
        (
            "Show revenue by month as a line chart.",
            "The line chart “Revenue by month” draws “month”, “revenue”",
            "month",
        ),
        ("Plot the revenue per quarter", "The bar chart “Revenue by quarter” draws “quarter”, “revenue”", "quarter"),
        ("Plot monthly revenue by region", "“Revenue by month and region” draws “month”, “region”, “revenue”", ""),
        ("Compare North and South by revenue", "The bar chart “Revenue by region” draws “region”, “revenue”", "region"),
    ],
)
def test_a_chart_is_drawn_by_what_its_question_groups_by(question, told, summed):
    answer = ask("chart_maker", question, files=[text_file("days.csv", DAYS)]).text
    assert told in answer
    assert f"Rows of the same {summed} are summed." in answer or not summed
    assert "did not follow" not in answer


def test_a_chart_averages_rates_as_the_table_analyst_does():
    table = "region,return rate\nNorth,4%\nNorth,6%\nSouth,1%\n"
    chart = chart_of("plot the return rate by region", "r.csv", table)
    assert (chart.categories, chart.series[0].values) == (("North", "South"), (5.0, 1.0))
    assert chart.remarks == ("Rows of the same region are averaged.",)


def test_a_time_that_a_chart_has_no_rows_of_is_said():
    answer = ask("chart_maker", "Plot the revenue in July", files=[text_file("days.csv", DAYS)]).text
    assert "No row fits “Only date Jul”, so this was not applied." in answer


def test_a_week_is_said_not_to_be_followed():
    answer = ask("chart_maker", "Plot the revenue by week", files=[text_file("days.csv", DAYS)]).text
    assert "name nothing in the table: week." in answer


def test_a_year_without_a_number_is_a_gap_and_is_named():
    chart = chart_of("line chart of sales by year", "sales.csv", "year,sales\n2018,5\n2020,7\n2021,6\n2019,\n")
    assert chart.remarks == ("There is no number for 2019.",)
    assert (chart.categories, chart.series[0].values) == (("2018", "2019", "2020", "2021"), (5, None, 7, 6))


def test_columns_of_another_unit_that_were_asked_for_are_named():
    table = text_file("goods.csv", "year,price (EUR),weight (kg),count\n2020,5,1000,3\n2021,6,2000,4\n")
    assert (
        "Not drawn: weight (kg), count."
        in ask("chart_maker", "plot price, weight and count by year", files=[table]).text
    )
    assert "Not drawn" not in ask("chart_maker", "plot price by year", files=[table]).text


def test_too_many_names_are_cut_and_that_is_said():
    chart = chart_of("plot people by town", "towns.csv", NAMES)
    assert (len(chart.categories), chart.categories[0]) == (20, "town 40")
    assert chart.remarks == ("Only the 20 largest of 40 are drawn.",)


def test_a_png_and_an_svg_are_made():
    outcome = ask("chart_maker", "Plot the energy per hall", files=[text_file("energy.csv", ENERGY)])
    with Image.open(io.BytesIO(outcome.file(".png"))) as picture:
        assert picture.size == (1280, 720)
    assert ET.fromstring(outcome.file(".svg")).tag.endswith("svg")
    assert sorted(file.media_type for file in outcome.files.values()) == ["image/png", "image/svg+xml"]
    assert "“hall”, “energy (kWh)”" in outcome.text
    assert "Rows of the same hall are summed." in outcome.text


@pytest.mark.parametrize("kind", list(ChartKind))
def test_the_same_chart_gives_the_same_bytes(kind):
    series = (Drawn("one", (1.0, 2.5), ("1", "2.5")), Drawn("two", (3.0, 4.0), ("3", "4")))
    chart = Chart(kind, "Title", "x", "y", ("a", "b"), series[: 1 if kind == ChartKind.PIE else 2], ("x", "y"), "t")
    assert draw(chart) == draw(chart)


@pytest.mark.parametrize(
    "label", ["$a_{$ US$", "_hidden", "日本 😀", "</svg><script>alert(1)</script>", "\\1 & \x07", "x" * 500]
)
def test_no_label_breaks_a_chart_or_gets_into_its_markup(label):
    chart = Chart(
        ChartKind.LINE,
        label,
        label,
        label,
        (label, "b"),
        (Drawn(label, (1.0, None), (label, "")), Drawn(label, (-3.0, 4.0), ("3", label))),
        (label,),
        label,
    )
    svg = draw(chart)[1].decode()
    assert ET.fromstring(svg) is not None
    assert "<script" not in svg
    outside = re.findall(r"https?://[^\"'\s<>]+", svg)
    assert set(outside) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "<metadata" not in svg
    assert "<!DOCTYPE" not in svg


@pytest.mark.parametrize(
    "files", [[], [text_file("a.csv", "name,town\nx,y\n")], [text_file("b.csv", "")], [text_file("c.md", "prose")]]
)
def test_without_numbers_it_says_that_there_is_nothing_to_draw(files):
    refusal = ask("chart_maker", "Plot it", files=files).refusal
    assert refusal.permanent
    assert "no table with numbers" in refusal.reason


def test_every_colour_of_a_drawing_has_one_for_dark_pages():
    for question, name, content in ((REVENUE_GOAL, "revenue.md", REVENUE), ("pie chart of seats", "s.csv", SHARES)):
        _, svg = draw(chart_of(question, name, content))
        rules, drawn = svg.decode().split("</style>", 1)
        assert "@media (prefers-color-scheme: dark)" in rules
        for used in re.findall(r"(?:fill|stroke): #[0-9a-f]{6}", drawn):
            assert f'[style*="{used}"]' in rules


def test_what_the_brief_names_is_drawn_and_not_what_a_colleague_made_without_it():
    sales = text_file("sales.csv", "month,region,sales\nMay,north,3\nMay,south,4\nJune,north,5\nJune,south,6\n")
    total = ColleagueResult(
        "Analyse tables", "Analyst", "", (text_file("analysis.csv", "region,sum of sales\nnorth,8\n"),)
    )
    goal = "Which region sold most, and plot sales by month."
    brief = "Asked for:\n> plot sales by month\nUse the results of: Analyse tables."
    drawn = ask("chart_maker", goal, brief=brief, files=[sales], results=[total]).text
    assert "“month”" in drawn
    assert "sales.csv" in drawn
    assert "did not follow" not in drawn
