"""With a model the built-in agents do what their brief says; what they left out is said."""

import json

import pytest

from apps.agents.domain.briefs import repeat_words
from apps.agents.domain.calls import ColleagueResult, Usage
from apps.agents.domain.places import Change
from tests.agents.builtin.samples import BEES, Model, ask, library_of, text_file
from tests.agents.builtin.test_query import MONTH, SALES, SHOP, TOTAL

BRIEF = "Compute sales (units x unit price) month by month with their growth, and name the best and the worst month."
GOAL = "How is our shop doing, and what should we order for April?"
QUERY = {
    "answers": "Sales by month", "table": "shop.csv", "derive": [SALES], "group": [MONTH], "measures": [TOTAL],
    "compare": "previous",
}  # fmt: skip


def analysed(model, brief=BRIEF, changes=()):
    return ask("table_analyst", GOAL, brief=brief, files=[text_file("shop.csv", SHOP)], model=model, changes=changes)


def test_the_analyst_computes_the_query_that_the_model_chose():
    model = Model({"queries": [QUERY], "not_done": ["No query says what to order for April"]})
    outcome = analysed(model)
    assert outcome.text.startswith("**Sales by month: Total sales: 2023-12 EUR 10, 2024-01 EUR 90")
    assert "Highest 2024-03 (EUR 200), lowest 2023-12 (EUR 10)." in outcome.text
    assert "Query: sales = units times unit price; total sales = sum of sales, by month of date" in outcome.text
    assert "I did not do this: No query says what to order for April" in outcome.text
    assert outcome.end.usage == Usage(100, 20, 0.5)
    figures = json.loads(outcome.file("-figures.json"))
    assert figures["queries"][0].startswith("sales = units times unit price")
    assert {"total sales, 2024-03", "growth of total sales, 2024-03"} <= {one["name"] for one in figures["figures"]}
    assert outcome.csv().startswith("month of date,total sales (EUR),growth of total sales (%)")


def test_the_model_is_told_brief_goal_and_columns_and_no_rows():
    model = Model({"queries": [QUERY], "not_done": []})
    analysed(model)
    [told] = model.told
    assert (told["brief"], told["goal"]) == (BRIEF, GOAL)
    assert [column["name"] for column in told["tables"][0]["columns"]][3:5] == ["units", "unit price (EUR)"]
    assert "2024-01-17" not in model.forms[0].data


def test_the_model_is_told_what_persons_said_since_and_nothing_of_it_where_nobody_did():
    quiet, told = (Model({"queries": [QUERY], "not_done": []}) for _ in range(2))
    analysed(quiet)
    late = Change(4, "ann", "And round.", after_brief=True)
    analysed(told, changes=(Change(3, "ann", "Leave December out."), late))
    assert told.told[0]["changes_by_person"] == [{"from": "ann", "text": "Leave December out."}]
    assert told.told[0]["brief"].endswith("ann said meanwhile: And round.")
    assert "`changes_by_person`" in told.forms[0].rules
    assert "changes_by_person" not in quiet.forms[0].rules + quiet.forms[0].data


def test_a_query_that_does_not_fit_is_repaired_once():
    wrong = QUERY | {"measures": [TOTAL | {"column": "revenue"}]}
    model = Model({"queries": [wrong]}, {"queries": [QUERY]})
    outcome = analysed(model)
    assert "There is no column “revenue”" in model.told[1]["last_answer_refused"]
    assert outcome.text.startswith("**Sales by month:")
    assert outcome.end.usage == Usage(200, 40, 1.0)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Model({"queries": []}, {"tables": 7}), "What the model chose does not fit: queries: Field required"),
        (Model({"queries": [{"table": "shop.csv", "order": "x"}]}, {}), "What the model chose does not fit"),
        (Model(unfilled="The model server is asked too often."), "The model server is asked too often."),
    ],
)
def test_without_a_choice_that_fits_rules_read_the_brief_and_that_is_said(model, reason):
    outcome = analysed(model)
    assert reason in outcome.text
    assert "So rules read the brief." in outcome.text
    assert outcome.end.usage.prompt_tokens > 0


def test_the_rules_multiply_the_columns_that_the_brief_multiplies():
    outcome = analysed(None)
    assert "units × unit price" in outcome.text
    assert "sum of unit price" not in outcome.text


def test_the_rules_say_what_of_the_brief_they_did_not_do():
    text = analysed(
        None, "Show the growth of units, then name the month with the highest discount, and the profit"
    ).text
    assert "I did not compute the maximum that “name the month with the highest discount” asks for." in text
    assert "I did not follow these words of the brief, which name nothing in the table: profit." in text


@pytest.mark.parametrize(
    "brief", ["Sum the units by region", "Growth of the units from month to month", "Top 2 products by units"]
)
def test_the_rules_say_nothing_of_the_kind_where_they_did_all(brief):
    assert "I did not" not in analysed(None, brief).text


def test_what_stands_in_cells_and_names_stays_text():
    hostile = "name,units\n<img src=x>,1\n[a](javascript:x),2\n=HYPERLINK(1),3\n"
    query = {
        "answers": "<script>",
        "group": [{"column": "name"}],
        "measures": [{"statistic": "sum", "column": "units", "name": "**x**"}],
    }
    outcome = ask("table_analyst", "g", files=[text_file("h.csv", hostile)], model=Model({"queries": [query]}))
    assert "<img" not in outcome.text.replace("\\<", "")
    assert "<script>" not in outcome.text.replace("\\<", "")
    assert "'=HYPERLINK" in outcome.csv()


# --- the chart maker ------------------------------------------------------------------------------------------------


def drawn(model, brief="Draw the sales of each region by month"):
    return ask("chart_maker", GOAL, brief=brief, files=[text_file("shop.csv", SHOP)], model=model)


LINES = {
    "query": QUERY | {"group": [MONTH, {"column": "region"}], "compare": "none"},
    "kind": "line", "x": "month of date", "y": ["total sales"], "series": "region", "title": "Sales by region",
}  # fmt: skip


def test_the_chart_shows_what_the_model_chose():
    outcome = drawn(Model(LINES | {"not_done": ["Nothing is drawn for April"]}))
    assert outcome.text.startswith(
        "The line chart “Sales by region” draws “month of date”, “region”, “total sales (EUR)”"
    )
    assert (
        "Query: sales = units times unit price; total sales = sum of sales, by month of date and region."
        in outcome.text
    )
    assert "I did not do this: Nothing is drawn for April" in outcome.text
    assert outcome.end.usage.prompt_tokens == 100
    assert b"Sales by region" in outcome.file(".svg")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"y": ["profit"]}, "There is no column “profit”"),
        ({"series": "profit"}, "There is no column “profit”"),
        ({"kind": "pie"}, "A pie shows one y by one group."),
        ({"y": ["total sales", "total sales"]}, "Series by “region” take one y, and there are 2."),
        ({"query": QUERY, "series": "", "y": ["total sales", "growth of total sales (%)"]}, "different units"),
        ({"query": QUERY | {"measures": []}, "y": []}, "there must be a group and a measure"),
        ({"kind": "scatter", "x": ""}, "A scatter plot needs two columns of numbers"),
        ({"kind": "doughnut"}, "kind: Input should be"),
    ],
)
def test_a_drawing_that_does_not_fit_is_repaired_once(changes, problem):
    model = Model(LINES | changes, LINES)
    outcome = drawn(model)
    assert problem in model.told[1]["last_answer_refused"]
    assert outcome.text.startswith("The line chart “Sales by region”")


def test_a_scatter_plot_is_drawn_of_a_listing():
    form = {
        "query": {"columns": ["product", "units", "unit price"]},
        "kind": "scatter",
        "x": "units",
        "y": ["unit price"],
    }
    assert drawn(Model(form)).text.startswith("The scatter plot “Unit price against units”")


def test_the_rules_of_the_chart_maker_say_what_they_did_not_follow():
    text = drawn(None, "Draw the profit by month").text
    assert "I did not follow these words of the brief, which name nothing in the table: profit." in text


@pytest.mark.parametrize("said", [analysed, drawn])
def test_of_a_brief_that_repeats_what_a_person_said_only_that_is_followed(said):
    words = repeat_words("Asked for", ["Growth of the units by month"])
    text = said(None, f"{words}\nAttached: orders.csv.\nGive: CSV, JSON, Markdown.").text
    assert "I did not follow" not in text


# --- the document search --------------------------------------------------------------------------------------------

BOOKS = library_of(bees=BEES, returns="Customers may return goods within 30 days.")


def searched(goal, *queries, brief=""):
    return ask("document_search", goal, brief=brief, library=BOOKS, model=Model({"queries": list(queries)}))


def test_the_documents_are_searched_for_what_the_model_chose():
    outcome = searched("Plan my weekend project with insects", "honey of urban hives", "return goods")
    assert "Urban hives made 23 kg of honey each" in outcome.text
    assert "Customers may return goods within 30 days." in outcome.text
    assert outcome.end.usage.prompt_tokens == 100


def test_where_the_models_words_find_nothing_the_goals_own_are_searched_for():
    assert "Urban hives made 23 kg" in searched("How much honey did urban hives make?", "zeppelin maintenance").text


def test_what_a_search_for_nothing_cost_is_told_all_the_same():
    refusal = searched("zeppelins", "zeppelin maintenance").refusal
    assert refusal.excused
    assert refusal.usage.prompt_tokens == 100


# --- the report writer ----------------------------------------------------------------------------------------------


def material():
    found = ask("document_search", "How much honey did urban hives make?", library=BOOKS).as_result("Find it")
    return [found]


REPORT = {
    "report": "# Honey\n\nUrban hives made 23 kg, rural ones 17 kg [1].",
    "summary": "In the city it was 23 kg [1].",
    "not_done": ["Nothing is said of prices"],
}


def written(*answers, brief="Write a short report on honey and its price"):
    model = Model(*answers)
    outcome = ask("report_writer", "How much honey do hives make?", brief=brief, results=material(), model=model)
    return outcome, model


def test_the_report_is_the_models_with_our_sources_below():
    outcome, model = written(REPORT)
    report = outcome.file("-report.md").decode()
    assert report.startswith("# Honey\n\nUrban hives made 23 kg, rural ones 17 kg [1].\n\n## Sources\n\n- [1] bees.md")
    assert "- [2]" not in report, "the second source is cited nowhere"
    assert outcome.text.startswith("In the city it was 23 kg [1].\n\nI did not do this: Nothing is said of prices")
    assert outcome.end.usage.prompt_tokens == 100
    assert "Urban hives made 23 kg" in model.told[0]["material"][0]["text"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Honey\n\nIt was 40 kg together [1].", "No result holds these figures: 40."),
        ("# Honey\n\nUrban hives made 23 kg [9].", "There is no source [9]; there are 2."),
        ("# Honey\n\nUrban hives made 23 kg.", "The report cites nothing"),
        ("# Honey\n\n23 kg [1] ![a](https://evil.example/x.png)", "There is no picture"),
        ("", "report: String should have at least 1 character"),
    ],
)
def test_what_is_not_the_materials_is_repaired_once_and_then_rules_write(text, problem):
    outcome, model = written(REPORT | {"report": text}, REPORT)
    assert problem in model.told[1]["last_answer_refused"]
    assert outcome.file("-report.md").decode().startswith("# Honey\n\nUrban hives")
    outcome, _ = written(REPORT | {"report": text}, REPORT | {"report": text})
    assert "So the report was put together by rules." in outcome.text
    assert "40 kg" not in outcome.file("-report.md").decode()


def test_of_a_result_without_words_the_model_reads_the_tables():
    model = Model({"report": "# Units\n\nNorth sold 10.", "summary": "North sold 10."})
    result = ColleagueResult("Sum", "Analyst", "", (text_file("sums.csv", "region,units\nNorth,10\n"),))
    outcome = ask("report_writer", "Report", results=[result], model=model)
    assert "| North | 10 |" in model.told[0]["material"][0]["text"]
    assert outcome.file("-report.md").decode().startswith("# Units")


def test_a_list_of_sources_and_markup_by_the_model_do_not_pass():
    text = "# Honey\n\n<script>x</script> 23 kg [1].\n\n## Sources\n\n- [1] my own head\n\n## Open\n\nPrices."
    report = written(REPORT | {"report": text})[0].file("-report.md").decode()
    assert "my own head" not in report
    assert "<script" not in report
    assert "## Open" in report
