"""The table analyst computes what is asked, and every figure says how."""

import json
from decimal import Decimal

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.builtin.questions.wish import TableOperation, Top, read_wish
from apps.agents.builtin.tables.periods import Period
from apps.agents.domain.calls import File
from apps.core.languages import retell
from tests.agents.builtin.samples import (
    ENERGY,
    LOG,
    ORDERS,
    REVENUE,
    REVENUE_GOAL,
    SALES,
    ask,
    text_file,
)


def analysed(goal, *files, brief=""):
    return ask("table_analyst", goal, brief=brief, files=files)


def figures(outcome):
    return {figure["name"]: figure for figure in json.loads(outcome.file("-figures.json"))["figures"]}


@pytest.mark.parametrize(
    ("text", "operations"),
    [
        ("growth rates from year to year", {TableOperation.GROWTH}),
        ("Which region grew most?", {TableOperation.GROWTH, TableOperation.MAXIMUM}),
        ("the total and the median, sorted from largest to smallest", {TableOperation.SUM, TableOperation.MEDIAN}),
        ("How many errors are there?", {TableOperation.COUNT}),
        ("what percentage of the sales", {TableOperation.SHARE}),
        ("what is the lowest price", {TableOperation.MINIMUM}),
        ("hello", set()),
        ("", set()),
    ],
)
def test_a_question_is_read_as_operations(text, operations):
    assert read_wish(text).operations() == operations


@pytest.mark.parametrize(
    ("text", "span", "years"),
    [
        ("from 2014 to 2020", (2014, 2020), ()),
        ("2014–2020", (2014, 2020), ()),
        ("between 2014 and 2020", (2014, 2020), ()),
        ("since 2015", (2015, 9999), ()),
        ("before 2018", (1000, 2017), ()),
        ("in 2019", None, (2019,)),
        ("more than 2000 kWh", None, ()),
        ("costs of 2,019 euros", None, ()),
    ],
)
def test_years_are_told_from_other_numbers(text, span, years):
    wish = read_wish(text)
    assert (wish.span, wish.years) == (span, years)


@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("top 5 products", Top(5, True)),
        ("the bottom three", Top(3, False)),
        ("the ten largest", Top(10, True)),
        ("2 lowest values", Top(2, False)),
        ("all of them", None),
        ("top 0", None),
    ],
)
def test_a_number_of_rows_is_read(text, top):
    assert read_wish(text).top == top


@pytest.mark.parametrize(
    ("text", "relation", "value"),
    [
        ("more than 1,200", ">", "1200"),
        ("at least 5", ">=", "5"),
        ("below $3.50", "<", "3.50"),
        ("at most 7.", "<=", "7"),
        ("not more than 8", "<=", "8"),
        ("no less than 3", ">=", "3"),
        ("below 40 000 EUR", "<", "40000"),
        ("at most 1\u202f200.50", "<=", "1200.50"),
        ("above 10 2000", ">", "10"),
    ],
)
def test_a_bound_is_read(text, relation, value):
    [bound] = read_wish(text).comparisons
    assert (bound.relation, bound.value) == (relation, Decimal(value))


@given(st.text(max_size=200))
def test_no_question_crashes_the_grammar(text):
    assert isinstance(read_wish(text).operations(), frozenset)


def test_growth_is_computed_for_the_reported_and_the_restated_series():
    outcome = analysed(REVENUE_GOAL, text_file("revenue.md", REVENUE), brief="Compute the growth rates")
    found = figures(outcome)
    assert found["growth 2015, restated"]["shown"] == "7.8"
    assert found["growth 2015, restated"]["value"] == 7.77
    assert found["growth 2015, restated"]["computation"] == "(93580 - 86833) / 86833"
    assert [item["text"] for item in found["growth 2015, restated"]["inputs"]] == ["86,833", "93,580"]
    assert found["growth 2018, as reported"]["shown"] == "22.7"
    assert found["growth 2018, restated"]["shown"] == "14.3"


def test_the_answer_says_which_series_is_used_and_where_a_step_mixes_two():
    text = analysed(REVENUE_GOAL, text_file("revenue.md", REVENUE)).text
    assert "The restated series is used unless said otherwise" in text
    assert "14.3 % restated, 22.7 % as reported" in text
    assert "from 2015 to 2016 starts from a figure that was not restated" in text
    assert "from 2017 to 2018 starts from a figure that was later restated" in text


def test_growth_between_two_years_names_both_series_where_they_differ():
    goal = "How much did revenue grow from 2017 to 2018?"
    assert "14.3 % (restated; 22.7 % as reported)" in analysed(goal, text_file("revenue.md", REVENUE)).text


def test_growth_in_one_year_is_answered_for_that_year():
    text = analysed("How much did revenue grow in 2018?", text_file("revenue.md", REVENUE)).text
    assert text.startswith("**Revenue grew by 14.3 % in 2018 (restated; 22.7 % as reported).**")


@pytest.mark.parametrize(
    ("question", "name", "content", "first_sentence"),
    [
        ("Which region grew most?", "sales.tsv", SALES, "South grew most: by 37.5 %, from 800 (2022) to 1,100 (2024)."),
        ("Which region grew least?", "sales.tsv", SALES, "West fell most: by 7.5 %, from 400 (2022) to 370 (2024)."),
        ("Which hall used the most energy?", "energy.csv", ENERGY, "Hall C has the highest sum of energy: 610 kWh."),
        ("Which hall has the lowest energy use?", "energy.csv", ENERGY, "Hall B has the lowest sum of energy: 90 kWh."),
        ("Total energy in hall A", "energy.csv", ENERGY, "The sum of energy is 250.5 kWh."),
        ("median energy", "energy.csv", ENERGY, "The median of energy is 130 kWh."),
        (
            "average energy per month",
            "energy.csv",
            ENERGY,
            "The mean of energy by month: 2024-02 220 kWh, 2024-01 170.17",
        ),
        ("top 2 halls by energy", "energy.csv", ENERGY, "The highest by sum of energy: C (610 kWh), A (250.5 kWh)."),
        ("share of energy by hall", "energy.csv", ENERGY, "The sum of energy by hall: C 610 kWh (64.2 %), A 250.5 kWh"),
        ("correlation of energy and area", "energy.csv", ENERGY, "Correlation of energy and area: 0.08, hardly any"),
        ("energy more than 200", "energy.csv", ENERGY, "Sorted by energy: C, 2024-02 (310 kWh), C, 2024-01 (300 kWh)."),
        ("maximum energy", "one.csv", "energy\n5\n7\n", "The maximum of energy is 7."),
        ("sum of order values for each customer", "orders.json", ORDERS, "The sum of order.value by customer: Bo 100"),
        ("How many errors are in the log per source?", "gateway.log", LOG, "Rows by source: auth 2."),
        ("How many lines are there?", "gateway.log", LOG, "There are 4 rows."),
        ("What is the lowest price?", "p.csv", "item,price\nnut,€3\nbolt,€2\n", "Bolt has the lowest price: € 2."),
    ],
)
def test_the_first_sentence_answers(question, name, content, first_sentence):
    text = analysed(question, text_file(name, content)).text.replace("\\", "")
    assert text.removeprefix("**").lower().startswith(first_sentence.lower()), text[:200]


MONTHS = """month,region,sales
2025-01,north,120
2025-01,south,90
2025-02,north,150
2025-02,south,80
2025-03,north,170
2025-03,south,130
"""


@pytest.mark.parametrize(
    ("question", "first_sentence"),
    [
        ("Find the best month.", "**2025-03 has the highest sum of sales: 300."),
        ("Top two months", "**The highest by sum of sales: 2025-03 (300), 2025-02 (230).**"),
        (
            "Which region was best in 2025-02?",
            "**Region north has the highest sales: 150. Then south 80.** Only month 2025-02.",
        ),
        ("Which region was best in February 2025?", "**Region north has the highest sales: 150."),
        ("Total sales from January to February 2025", "**The sum of sales is 440.** Only month 2025-01 to 2025-02."),
        (
            "Total sales between 2025-01 and 2025-03 in the south",
            "**The sum of sales is 300.** Only region south.",
        ),
        ("Total sales in 2025-01 and 2025-03", "**The sum of sales is 510.** Only month 2025-01, 2025-03."),
        ("Total sales from 2025-01 to 2025-02", "**The sum of sales is 440.** Only month 2025-01 to 2025-02."),
    ],
)
def test_months_are_groups_and_bounds_as_years_are(question, first_sentence):
    brief = f"Asked for:\n> {question}\nGive: Markdown."  # as planning by rules says it again
    answer = ask("table_analyst", question, brief=brief, files=[text_file("sales.csv", MONTHS)]).text
    assert answer.startswith(first_sentence)
    assert "did not follow" not in answer


def test_a_month_without_a_year_is_of_the_year_of_the_one_that_it_leads_to():
    assert read_wish("from January to March 2025").period_span == (Period(2025, 1), Period(2025, 3))
    assert read_wish("in January and March 2025").period_span is None


def test_two_months_share_the_year_behind_the_second():
    assert read_wish("in January and February 2024").periods == (Period(2024, 1), Period(2024, 2))


def test_two_years_are_a_span_only_where_one_leads_to_the_other():
    assert read_wish("in 2014 and 2016").years == (2014, 2016)
    assert read_wish("between 2014 and 2016").span == (2014, 2016)


def test_a_month_is_written_with_its_capital():
    assert read_wish("What may the total be?").periods == ()
    assert read_wish("What was the total in May?").periods == (Period(0, 5),)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on 2025-11-20", Period(2025, 11, 20)),
        ("on 31.12.2025", Period(2025, 12, 31)),
        ("2025-03-9", Period(2025, 3, 9)),
    ],
)
def test_a_day_with_two_digits_is_read_as_one(text, day):
    assert read_wish(text).periods == (day,)


def test_a_difference_that_is_not_worked_out_is_said_to_be_left_out():
    question = "How much more did the north have than the south?"
    answer = ask("table_analyst", question, files=[text_file("sales.csv", MONTHS)]).text
    assert "name nothing in the table: how much more." in answer


def test_every_figure_names_its_computation_and_inputs():
    for figure in figures(analysed("total, mean and share of energy by hall", text_file("e.csv", ENERGY))).values():
        assert figure["computation"]
        assert all({"name", "value", "text"} <= set(item) for item in figure["inputs"])


def test_broken_rows_are_listed_openly_and_the_rest_is_computed():
    outcome = analysed("sum of kWh", text_file("e.csv", "hall,kWh\nA,10\nbroken\nB,5,6\nC,7\nD,1\n"))
    assert "The sum of kWh is 18" in outcome.text
    assert "line 3: 1 cell where the header has 2" in outcome.text
    assert "line 4: 3 cells where the header has 2" in outcome.text


def test_cells_without_a_number_are_named():
    text = analysed("mean energy", text_file("e.csv", ENERGY)).text
    assert "energy has no number for B, 2024-02; these are in no figure." in text


@pytest.mark.parametrize(
    "files",
    [
        (),
        (text_file("empty.csv", ""),),
        (text_file("header.csv", "a,b\n"),),
        (text_file("prose.md", "# Title\n\nNo table here."),),
        (text_file("binary.csv", b"\x00\x01\x02"),),
    ],
)
def test_without_a_usable_table_it_says_so(files):
    refusal = analysed("Compute the growth", *files).refusal
    assert refusal.permanent
    assert "table" in refusal.reason


def test_why_there_is_no_usable_table_is_said_in_the_language_of_the_page():
    reason = analysed("Compute the growth", text_file("g.csv", "a,b\n")).refusal.reason
    with translation.override("de"):
        assert retell(reason) == "Keine Tabelle ließ sich lesen. g.csv enthält keine brauchbare Zeile."


REGIONS = """region,month,product,sales
North,2024-01,Tea,100
South,2024-01,Tea,50
West,2024-01,Tea,150
North,2024-02,Coffee,120
South,2024-02,Coffee,60
West,2024-02,Coffee,120
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What share of the sales is the North's?", "North has 36.7 % of the sum of sales: 220 of 600."),
        ("What percentage of sales came from the South?", "South has 18.3 % of the sum of sales: 110 of 600."),
        ("How much of the sales is from the West, in percent?", "West has 45.0 % of the sum of sales: 270 of 600."),
        ("What share does the North have in February 2024?", "North has 40.0 % of the sales: 120 of 300."),
        ("What share of the North's sales is coffee?", "Coffee has 54.5 % of the sales: 120 of 220."),
        ("What share do North and South have?", "North has 36.7 % of the sum of sales: 220 of 600. South has 18.3 %"),
        ("The share of the North's sales by month", "The sales by month: 2024-02 120 (54.5 %), 2024-01 100"),
        ("Which region has the largest share?", "West has the highest sum of sales: 270 (45.0 %)."),
    ],
)
def test_a_share_is_one_of_the_whole_and_not_of_itself(question, told):
    assert told in analysed(question, text_file("sales.csv", REGIONS)).text


@pytest.mark.parametrize(
    ("question", "first_line"),
    [
        ("Compare Widget and Gadget by revenue.", "**The sum of revenue by product: Gadget 960, Widget 600.**"),
        (
            "Who had more revenue, North or South?",
            "**The sum of revenue by region: North 500, South 450.** Only region",
        ),
        ("Has Widget a higher revenue than Gadget?", "**The sum of revenue by product: Gadget 960, Widget 600.**"),
        (
            "Compare units in January and February 2024.",
            "**The sum of units by month: 2024-02 28, 2024-01 15.** Only date 2024-01, 2024-02.",
        ),
        ("Compare units of 2024-01-05 and 2024-01-20", "**The units by day: 2024-01-05 10, 2024-01-20 5.** Only date"),
        (
            "Compare Widget with Gadget by units in March",
            "**The units by product: Widget 30.** Only date Mar. No row is of Gadget.",
        ),
        ("Compare the revenue of 2023 and 2024", "**The sum of revenue by year: 2024 1,560.** No row is of 2023."),
    ],
)
def test_what_is_compared_is_told_one_by_one(question, first_line):
    brief = f"Asked for:\n> {question}\nGive: Markdown."
    assert ask("table_analyst", question, brief=brief, files=[text_file("shop.csv", SHOP)]).text.startswith(first_line)


def test_what_is_compared_and_told_together_is_said():
    answer = analysed("Compare Widget and Gadget by month", text_file("shop.csv", SHOP)).text
    assert "The figures are by month alone, not by product." in answer


def test_rows_of_different_things_are_no_growth_of_one():
    assert analysed("revenue", text_file("shop.csv", SHOP)).text.startswith("**The sum of revenue is 1,560.")
    grown = analysed("How did the revenue grow?", text_file("shop.csv", SHOP)).text
    assert "This compares single rows, which are not of the same region and product." in grown


@pytest.mark.parametrize(
    ("question", "first_line"),
    [
        ("Total revenue after 2024-02-03", "**The sum of revenue is 810.** Only date after 2024-02-03."),
        ("Total revenue before March 2024", "**The sum of revenue is 950.** Only date before 2024-03."),
        ("Total revenue since 2024-02-17", "**The sum of revenue is 810.** Only date from 2024-02-17."),
        ("Total revenue until February 2024", "**The sum of revenue is 950.** Only date up to 2024-02."),
        (
            "Total revenue after January and before April",
            "**The sum of revenue is 900.** Only date after Jan. Only date",
        ),
    ],
)
def test_a_month_or_a_day_bounds_the_time_as_a_year_does(question, first_line):
    answer = analysed(question, text_file("shop.csv", SHOP)).text
    assert answer.startswith(first_line)
    assert "did not follow" not in answer


def test_growth_in_a_month_is_that_of_its_days_together():
    answer = analysed("How did the revenue grow in February 2024?", text_file("shop.csv", SHOP)).text
    assert answer.startswith("**Revenue grew by 71.4 % in 2024-02.**")


def test_growth_in_a_year_is_that_of_its_days_together_where_there_are_others():
    days = "date,sales\n2024-01-01,10\n2024-01-02,20\n2025-01-03,33\n"
    answer = analysed("Did the sales grow in 2025?", text_file("d.csv", days)).text
    assert answer.startswith("**Sales grew by 10.0 % in 2025.**")
    answer = analysed("How did the revenue grow in 2024?", text_file("shop.csv", SHOP)).text
    assert answer.startswith("**Revenue grew by 210.0 %, from 100 (2024-01-05) to 310 (2024-04-11).**")
    assert "over all the time" not in answer


@pytest.mark.parametrize(
    ("question", "time"),
    [
        ("How did the revenue grow in May 2024?", "2024-05"),
        ("Which region grew most in March 2024?", "2024-03"),
        ("How did the revenue grow in 2023?", "2023"),
    ],
)
def test_growth_that_is_not_of_the_time_asked_for_is_said_to_be_of_all(question, time):
    answer = analysed(question, text_file("shop.csv", SHOP)).text
    assert f"This is the growth over all the time that the table has, not that in {time}." in answer


HALLS = "hall,area,energy\n1,5,10\n2,9,30\n3,7,20\n2,9,5\n"


@pytest.mark.parametrize(
    ("question", "first_line"),
    [
        ("Which hall used the most energy?", "**Hall 2 has the highest sum of energy: 35. Then 3 20, 1 10.**"),
        ("Total energy by hall", "**The sum of energy by hall: 2 35, 3 20, 1 10.**"),
        ("Total energy of hall 2", "**The sum of energy is 35.** Only hall 2."),
        ("Total area and energy", "**The sum of area is 30.**"),
        ("Total energy and area 2024", "**The sum of area is 30.**"),
    ],
)
def test_numbers_that_name_things_are_not_computed_with(question, first_line):
    brief = f"Asked for:\n> {question}\nGive: Markdown."
    assert ask("table_analyst", question, brief=brief, files=[text_file("halls.csv", HALLS)]).text.startswith(
        first_line
    )


def test_what_is_compared_by_two_columns_of_numbers_is_grouped_by_none_of_them():
    answer = analysed("Compare the regions by revenue and units", text_file("shop.csv", SHOP)).text
    assert answer.startswith("**The sum of units by region: West 36, South 25, North 18.**")


@pytest.mark.parametrize(
    ("question", "table", "word"),
    [("Total energy in hall 9", HALLS, "9"), ("Total energy in hall D", ENERGY, "d")],
)
def test_a_letter_or_a_digit_that_names_no_value_is_not_followed(question, table, word):
    answer = analysed(question, text_file("halls.csv", table)).text
    assert f"name nothing in the table: {word}." in answer


ODD = "region,units,price\nNorth,12,3\nSouth,1200,2\nWest,x,5\nEast,30,4\n"
MIXED = ODD.replace("1200", "lots")


def test_one_cell_that_is_no_number_takes_its_column_from_no_question():
    answer = analysed("Which region sold the most units?", text_file("odd.csv", ODD)).text
    assert answer.startswith("**Region South has the highest units: 1,200. Then East 30, North 12.**")
    assert "units has no number for West (“x”); these are in no figure." in answer


@pytest.mark.parametrize("question", ["Which region sold the most units?", "Total units", "units more than 20"])
@pytest.mark.parametrize("worker", ["table_analyst", "chart_maker"])
def test_a_question_about_a_column_that_can_not_be_computed_with_is_not_answered_from_another(question, worker):
    refusal = ask(worker, question, files=[text_file("mixed.csv", MIXED)]).refusal
    assert refusal.permanent
    assert refusal.reason.startswith(
        "“units” can’t be computed with: too many of its cells are no numbers, such as “lots”."
    )


def test_a_column_of_names_and_numbers_can_be_grouped_by():
    table = "size,sold\n38,3\n40,5\nM,4\nL,9\n"
    assert analysed("Which size was best?", text_file("s.csv", table)).text.startswith(
        "**Size L has the highest sold: 9."
    )


def test_most_of_what_holds_names_is_said_to_be_counted_by_no_one():
    answer = analysed("Which region has the most products?", text_file("shop.csv", SHOP)).text
    assert "product holds no numbers: the figures are of units and revenue." in answer


SHOP = """date,region,product,units,revenue
2024-01-05,North,Widget,10,100
2024-01-20,South,Gadget,5,250
2024-02-03,North,Gadget,8,400
2024-02-17,South,Widget,20,200
2024-03-09,West,Widget,30,300
2024-04-11,West,Gadget,6,310
"""


@pytest.mark.parametrize(
    ("question", "first_line"),
    [
        ("Total revenue without March", "**The sum of revenue is 1,260.** Without date Mar."),
        ("Total revenue excluding March and April", "**The sum of revenue is 950.** Without date Mar, Apr."),
        (
            "Total revenue excluding January to March 2024",
            "**The sum of revenue is 310.** Without date 2024-01 to 2024-03.",
        ),
        ("Total units except South", "**The sum of units is 54.** Without region South."),
        ("Total units except for the South region", "**The sum of units is 54.** Without region South."),
        ("Total revenue other than Gadget", "**The sum of revenue is 600.** Without product Gadget."),
        ("Total revenue but not Gadget", "**The sum of revenue is 600.** Without product Gadget."),
        ("Total revenue of non-Gadget products", "**The sum of revenue is 600.** Without product Gadget."),
        (
            "Total revenue, not counting the North and the West",
            "**The sum of revenue is 450.** Without region North, West.",
        ),
        (
            "Total revenue, but not in January or in February, by product",
            "**The revenue by product: Gadget 310, Widget 300.** Without date Jan, Feb.",
        ),
        ("Total revenue excluding 2024-01-20", "**The sum of revenue is 1,310.** Without date 2024-01-20."),
        ("Total revenue of all products but Gadget", "**The sum of revenue is 600.** Without product Gadget."),
        ("Total revenue with the exception of March", "**The sum of revenue is 1,260.** Without date Mar."),
        ("Remove Gadget and total the revenue", "**The sum of revenue is 600.** Without product Gadget."),
        (
            "Total revenue of Widget, but in the North only",
            "**The sum of revenue is 100.** Only region North. Only product",
        ),
        ("Total revenue without 2023", "**The sum of revenue is 1,560.**"),
    ],
)
def test_what_a_question_leaves_out_is_left_out(question, first_line):
    brief = f"Asked for:\n> {question}\nGive: Markdown."
    answer = ask("table_analyst", question, brief=brief, files=[text_file("shop.csv", SHOP)]).text
    assert answer.partition("\n")[0].startswith(first_line)
    assert "Worth knowing" not in answer


@pytest.mark.parametrize(
    ("question", "first_sentence"),
    [
        ("Which month had the lowest revenue?", "**2024-03 has the lowest sum of revenue: 300. Then 2024-04 310, "),
        (
            "Which quarter had the highest revenue?",
            "**2024-Q1 has the highest sum of revenue: 1,250. Then 2024-Q2 310.**",
        ),
        ("Name the month with the highest revenue", "**2024-02 has the highest sum of revenue: 600."),
        ("monthly revenue", "**The sum of revenue by month: 2024-02 600, 2024-01 350, 2024-04 310, 2024-03 300.**"),
        ("In what year was the revenue highest?", "**2024 has the highest sum of revenue: 1,560.**"),
        ("When was the revenue highest?", "**2024-02-03 has the highest revenue: 400."),
        ("Top two months by units", "**The highest by sum of units: 2024-03 (30), 2024-02 (28).**"),
        ("How did the revenue grow by month?", "**Revenue fell by 11.4 %, from 350 (2024-01) to 310 (2024-04).**"),
        ("Which region had the highest revenue in the month of March?", "**Region West has the highest revenue: 300."),
    ],
)
def test_days_are_grouped_by_the_part_of_a_date_that_is_asked_for(question, first_sentence):
    answer = analysed(question, text_file("shop.csv", SHOP)).text
    assert answer.startswith(first_sentence)
    assert "did not follow" not in answer


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Which week had the highest revenue?", "week"),
        ("Total revenue of the last month", "last, month"),
        ("Weekly revenue by region", "weekly"),
    ],
)
def test_a_time_that_dates_are_not_grouped_by_is_not_followed(question, words):
    answer = analysed(question, text_file("shop.csv", SHOP)).text
    assert f"name nothing in the table: {words}." in answer


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("Total sales in 2024", "2024"),
        ("Total sales after 2023", "2023"),
        ("Total sales in March", "March"),
        ("Total sales on 2024-03-05", "2024-03-05"),
        ("Total sales by month in May 2024", "May 2024, month"),
    ],
)
def test_a_time_that_a_table_without_times_can_not_be_asked_for_is_said(question, times):
    answer = analysed(question, text_file("halls.csv", "hall,sales\nA,3\nB,4\n")).text
    assert f"name nothing in the table: {times}." in answer


def test_months_without_a_year_have_none_to_be_grouped_by():
    table = "month,sales\nJan,3\nFeb,4\nFeb,5\n"
    assert "name nothing in the table: year." in analysed("Total sales by year", text_file("m.csv", table)).text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("revenue by region and product", "The figures are by region alone, not by product."),
        ("monthly revenue by region", "The figures are by region alone, not by month."),
        ("top region by revenue for each product", "The figures are by region alone, not by product."),
        ("Which product has the highest revenue per unit?", "No figure is per units: I divide by no column."),
    ],
)
def test_a_second_column_to_group_by_is_said_to_be_left_out(question, said):
    assert said in analysed(question, text_file("shop.csv", SHOP)).text


@pytest.mark.parametrize(
    ("question", "first_line"),
    [
        ("Total amount of order no 17", "**The sum of amount is 4.** Only order no 17."),
        ("Average outside heat", "**The mean of outside heat is 15.**"),
    ],
)
def test_a_word_of_a_column_leaves_nothing_out(question, first_line):
    table = "order no,amount,outside heat\n17,4,10\n18,5,20\n"
    answer = analysed(question, text_file("orders.csv", table)).text
    assert answer.startswith(first_line)
    assert "left out" not in answer
    assert "Without order no 17." in analysed("Total amount without order 17", text_file("orders.csv", table)).text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Total revenue without tax", "without tax"),
        ("Which region did not sell Gadget?", "not sell Gadget"),
        ("Total revenue, excluding orders of Gadget above 300 by mail", "excluding orders of Gadget above 300 by mail"),
    ],
)
def test_what_can_not_be_left_out_is_said_and_never_taken_for_what_is_asked_for(question, words):
    answer = analysed(question, text_file("shop.csv", SHOP)).text
    assert f"Nothing was left out for “{words}”: I did not follow these words." in answer
    assert "Only" not in answer.partition("\n")[0]


def test_shares_without_what_is_left_out_are_said_to_be_none_of_the_whole():
    answer = analysed("What share of revenue is of products other than Gadget?", text_file("shop.csv", SHOP)).text
    assert "The shares are of what is left: what was left out is not in their whole." in answer


def test_a_chart_leaves_out_what_its_question_leaves_out_and_says_so():
    question = "Plot revenue by product without the North"
    drawn = ask("chart_maker", question, files=[text_file("shop.csv", SHOP)])
    other = ask("chart_maker", question, files=[text_file("shop.csv", SHOP.replace(",North,", ",South,"))])
    assert "Without region North." in drawn.text
    assert drawn.file(".svg") != other.file(".svg")


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("Total revenue with not more than 8 units", "Only rows with units <= 8."),
        ("Total revenue where units above 20", "Only rows with units > 20."),
        ("Products with at least 10 units by revenue", "Only rows with units >= 10."),
    ],
)
def test_a_bound_is_on_the_column_named_beside_it(question, kept):
    brief = f"Asked for:\n> {question}\nGive: Markdown."
    answer = ask("table_analyst", question, brief=brief, files=[text_file("shop.csv", SHOP)]).text.replace("\\", "")
    assert kept in answer.partition("\n")[0]
    assert "No row fits" not in answer
    assert "lowest" not in answer


def test_two_tables_are_joined_on_the_column_they_share():
    staff = "site,people\nOslo,12\nBergen,8\nRome,3\n"
    rent = "site,rent (EUR)\nOslo,1200\nBergen,400\nParis,1\n"
    outcome = analysed(
        "Join people and rent and list rent by site", text_file("a.csv", staff), text_file("b.csv", rent)
    )
    assert "1,200" in outcome.text
    assert "were joined on “site”" in outcome.text
    assert "left out: Rome" in outcome.text


def test_a_colleagues_table_comes_before_an_attachment_of_equal_fit_and_its_citation_is_kept():
    earlier = analysed("energy by hall", text_file("energy.csv", ENERGY)).as_result()
    outcome = ask("table_analyst", "Which hall has the highest energy?", results=[earlier])
    assert "C" in outcome.text.splitlines()[0]


def test_hostile_cells_stay_text_in_every_output():
    table = "name,value\n=cmd()|x,5\n<script>alert(1)</script>,7\n"
    outcome = analysed("list value by name", text_file("h.csv", table))
    assert "'=cmd()|x" in outcome.csv()
    assert "<script>" not in outcome.text.replace("\\<", "")


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8)), min_size=1, max_size=5),
)
def test_whatever_is_asked_of_whatever_table_it_ends_well(question, rows):
    content = json.dumps([{"year": year, "value": value, "note": note} for year, value, note in rows])
    outcome = analysed(question or "?", text_file("t.json", content))
    if hasattr(outcome.end, "reason"):
        assert "did not expect" not in outcome.end.reason


RETURNS = "region,quarter,return rate\nNorth,Q1,4%\nNorth,Q2,6%\nSouth,Q1,1%\nSouth,Q2,3%\n"


@pytest.mark.parametrize(
    "goal",
    ["Total the return rate by region", "Which region has the highest return rate?", "Sort regions by return rate"],
)
def test_rates_are_never_added_up(goal):
    outcome = analysed(goal, text_file("returns.csv", RETURNS))
    values = {Decimal(str(figure["value"])) for figure in figures(outcome).values()}
    assert {Decimal(5), Decimal(2)} <= values
    assert not {Decimal(10), Decimal(4)} & values


def test_who_asks_for_the_sum_of_rates_is_told_why_it_is_a_mean():
    outcome = analysed("Total the return rate by region", text_file("returns.csv", RETURNS))
    assert "rates can’t be added up" in outcome.text


@pytest.mark.parametrize(
    "goal",
    [
        "Welche Region wuchs am meisten von 2021 bis 2024?",
        "Quelle région a progressé le plus depuis 2021 ?",
        "哪个地区销量最多?",
        "Какой регион?",
    ],
)
def test_a_question_in_another_language_is_not_answered_with_a_guess(goal):
    refusal = analysed(goal, text_file("sales.tsv", SALES)).refusal
    assert refusal.permanent
    assert refusal.reason.startswith(f"Without a model I read English alone, and could follow nothing of “{goal}”.")


@pytest.mark.parametrize(
    "goal",
    [
        "Median der Verkäufe je Region, bitte",
        "sales by region for the board",
        "sales 2022 2023",
        "The sales",
        "sales 北",
    ],
)
def test_what_names_an_operation_or_reads_as_english_is_answered(goal):
    assert "North" in analysed(goal, text_file("sales.tsv", SALES)).text


TOTALLED = "region,revenue\nNorth,100\nSouth,200\nWest,300\nTotal,600\n"


@pytest.mark.parametrize(
    ("goal", "conclusion"),
    [
        ("average revenue", "The mean of revenue is 200."),
        ("Which region has the highest revenue?", "Region West has the highest revenue: 300."),
        ("share of each region in the revenue", "West 300 (50.0 %)"),
    ],
)
def test_a_row_of_totals_is_no_region(goal, conclusion):
    answer = analysed(goal, text_file("sales.csv", TOTALLED)).text
    assert conclusion in answer
    assert "Left out of sales.csv, since it adds up other rows: “Total”." in answer


def test_dates_with_slashes_are_of_their_year():
    answer = analysed("total amount in 2024", text_file("a.csv", "date,amount\n03/14/2024,10\n12/31/2023,5\n")).text
    assert "**The sum of amount is 10.** Only date 2024." in answer


@pytest.mark.parametrize(("name", "told"), [("a.csv", True), ("sales-2024.csv", False)])
def test_a_year_that_no_column_can_tell_is_not_passed_over(name, told):
    table = "date,amount\n03/04/2024,10\n05/06/2023,5\n"
    answer = analysed("total amount in 2024", text_file(name, table)).text
    assert ("No column holds times that I can read, so this was not applied: 2024." in answer) == told


def test_tables_of_the_same_columns_that_no_figure_is_of_are_named():
    files = [text_file(name, f"x,y\n{number},2\n") for name, number in (("a.csv", 1), ("b.csv", 3), ("c.csv", 5))]
    answer = analysed("What is the total of x?", *files).text
    assert "The sum of x is 1." in answer
    assert "The figures are of a.csv alone, not of b.csv, c.csv." in answer


def test_columns_of_numbers_beyond_those_computed_are_named():
    answer = analysed("total", text_file("a.csv", "n,a,b,c,d,e\nx,1,2,3,4,5\ny,1,2,3,4,5\n")).text
    assert "The figures are of a, b, c alone, not of d, e." in answer


def test_a_workbook_beside_a_table_is_said_to_be_unread_right_after_the_conclusion():
    workbook = File("sales.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK\x03\x04")
    told = "sales.xlsx is a workbook, which the table agents can’t read. Give each of its sheets as a CSV file."
    answer = analysed("total revenue", workbook, text_file("other.csv", TOTALLED)).text
    assert answer.startswith(f"**The sum of revenue is 600.** {told}")
    assert told in analysed("total revenue", workbook).refusal.reason


@pytest.mark.parametrize(
    ("goal", "conclusion"),
    [
        ("Which team has the highest points?", "**a and b have the highest points: 5 each. Then c 1.**"),
        ("Which team has the lowest points?", "**Team c has the lowest points: 1. Then a 5, b 5.**"),
        ("min and max of points", "**The minimum of points is 1 (c). The maximum of points is 5 (a and others).**"),
    ],
)
def test_who_shares_the_first_place_is_named_and_a_range_is_one_of_values(goal, conclusion):
    answer = analysed(goal, text_file("league.csv", "team,points\na,5\nb,5\nc,1\n")).text
    assert answer.startswith(conclusion)


@pytest.mark.parametrize(("cells", "told"), [("15.000 22.500 140", True), ("15.000 22.5 140", False), ("0.125", False)])
def test_points_that_may_group_thousands_are_said_to_be_read_as_decimal_ones(cells, told):
    rows = "".join(f"{number};{cell}\n" for number, cell in zip("abc", cells.split(), strict=False))
    answer = analysed("total stock", text_file("stock.csv", f"name;stock\n{rows}")).text
    assert ("Points in stock were read as decimal ones, not as thousands: “15.000” is 15." in answer) == told


def test_the_row_of_an_extreme_value_is_named_however_far_down_it_stands():
    rows = "".join(f"row {number},{number}\n" for number in range(1, 301))
    answer = analysed("min and max of points", text_file("league.csv", f"team,points\n{rows}")).text
    assert answer.startswith("**The minimum of points is 1 (row 1). The maximum of points is 300 (row 300).**")
