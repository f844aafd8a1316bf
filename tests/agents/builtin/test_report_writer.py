"""The report writer says what colleagues found, and no figure more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.builtin.report_writer import figures_not_in_results
from apps.agents.builtin.sections import title_of
from apps.agents.domain.calls import ColleagueResult
from tests.agents.builtin.samples import ENERGY, REVENUE, REVENUE_GOAL, ask, library_of, text_file


@pytest.fixture(scope="module")
def journey():
    """The four agents one after the other, as a team works."""
    found = ask("document_search", REVENUE_GOAL, library=library_of(revenue=REVENUE)).as_result("Find the figures")
    computed = ask("table_analyst", REVENUE_GOAL, brief="Compute growth rates", results=[found]).as_result("Compute")
    drawn = ask("chart_maker", REVENUE_GOAL, brief="Draw the chart", results=[computed]).as_result("Draw the chart")
    results = [computed, drawn]
    return results, ask("report_writer", REVENUE_GOAL, brief="Write a short report", results=results)


def test_the_report_holds_growth_rates_series_chart_and_sources(journey):
    _, outcome = journey
    report = outcome.file("-report.md").decode()
    assert report.startswith("# Microsoft's annual revenue from 2014 to 2020\n")
    assert "| 2018 | 110,360 | 22.7 | 110,360 | 14.3 |" in report
    assert "| 2015 | 93,580 | 7.8 | 93,580 | 7.8 |" in report
    assert "The restated series is used unless said otherwise" in report
    assert "growth 2018, restated: (110360 - 96571) / 96571 = 14.3 %" in report
    assert "-chart.svg)" in report
    assert "## Sources\n\n- [1] revenue.md" in report
    assert "growth rates that cross the change depend on which figures are compared" in report


def test_the_answer_stands_alone_in_a_room(journey):
    _, outcome = journey
    assert outcome.text.startswith("**Revenue grew by 64.7 %, from US$ 86,833 million (2014)")
    assert "**Series used:** The restated series" in outcome.text
    assert "Files: " in outcome.text


def test_no_figure_is_in_the_report_that_is_not_in_a_result(journey):
    results, outcome = journey
    assert figures_not_in_results(outcome.file("-report.md").decode(), results) == []
    assert figures_not_in_results(outcome.text, results) == []


@pytest.mark.parametrize(
    ("report", "unknown"),
    [
        ("It was 86833, or 86,833.0.", []),
        ("It was 12.5 %.", ["12.5"]),
        ("See [7] and ![x](chart-99.svg).", []),
        ("1. First\n2. Second", []),
        ("It rose to 86,834.", ["86,834"]),
        ("", []),
    ],
)
def test_a_figure_from_nowhere_is_found(report, unknown):
    result = ColleagueResult("task", "agent", "Revenue was 86,833.")
    assert figures_not_in_results(report, [result]) == unknown


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_text_holds_no_figure_that_it_does_not_hold(text, other):
    assert figures_not_in_results(text, [ColleagueResult("t", "a", text)]) == []
    unknown = figures_not_in_results(other, [ColleagueResult("t", "a", text)])
    assert all(figure in other for figure in unknown)


def test_figures_of_files_count_as_results():
    result = ColleagueResult("task", "agent", "See the file.", (text_file("e.csv", ENERGY),))
    assert figures_not_in_results("Hall C used 310 kWh.", [result]) == []


def test_citations_of_several_colleagues_are_renumbered_into_one_list():
    first = ColleagueResult("One", "A", "> Red. [1]\n\n## Sources\n\n- [1] red.md")
    second = ColleagueResult("Two", "B", "> Blue. [1]\n\n> Red. [2]\n\n## Sources\n\n- [1] blue.md\n- [2] red.md")
    report = ask("report_writer", "Colours", results=[first, second]).file(".md").decode()
    assert "> Blue. [2]" in report
    assert report.endswith("- [1] red.md\n- [2] blue.md\n")


@pytest.mark.parametrize(
    ("cited", "listed"),
    [
        ("Blue is best. [2]", [2]),
        ("Blue is best [1, 3].", [1, 3]),
        ("Blue is best [2–3].", [2, 3]),
        ("Blue is best [2](https://a.example) and [9].", [1, 2, 3]),
        ("Blue is best.", [1, 2, 3]),
    ],
)
def test_a_report_lists_the_sources_that_it_cites_and_all_where_it_cites_none(cited, listed):
    sources = ["- [1] red.md", "- [2] blue.md", "- [3] green.md"]
    result = ColleagueResult("One", "A", f"{cited}\n\n## Sources\n\n" + "\n".join(sources))
    outcome = ask("report_writer", "Colours", results=[result])
    for text in (outcome.text, outcome.file(".md").decode()):
        assert text.partition("## Sources\n\n")[2].splitlines() == [sources[number - 1] for number in listed]


def test_a_strangers_result_is_reported_without_its_markup():
    hostile = ColleagueResult("Task", "X", "Fine <script>alert(1)</script> ![p](https://evil/p.png) text")
    outcome = ask("report_writer", "Report on it", results=[hostile])
    for text in (outcome.text, outcome.file(".md").decode()):
        assert "<script" not in text
        assert "![p](https" not in text.replace("\\![", "")


def test_without_results_there_is_nothing_to_report():
    assert "nothing to report on" in ask("report_writer", "Write a report").refusal.reason


@pytest.mark.parametrize(
    ("goal", "title"),
    [
        (REVENUE_GOAL, "Microsoft's annual revenue from 2014 to 2020"),
        ("Please write a short report on the energy use of the halls, with a chart.", "Energy use of the halls"),
        ("Plot sales by region and write a summary", "Sales by region"),
        ("Which region grew most?", "Which region grew most"),
        ("😀", "Report"),
        ("", "Report"),
    ],
)
def test_a_title_says_what_the_report_is_about(goal, title):
    assert title_of(goal) == title


def test_quotations_that_a_colleague_leads_to_are_what_the_answer_says():
    quoted = "The documents say:\n\n> There were 14 incidents. [1]\n\n> A quay opens in 2027. [1]\n\n"
    result = ColleagueResult("Find in documents", "Document search", f"{quoted}## Sources\n\n- [1] a.md")
    answer = ask("report_writer", "Summarise this report.", results=[result]).text
    assert f"{quoted}Files:" in answer
