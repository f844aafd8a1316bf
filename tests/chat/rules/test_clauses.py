"""How a text falls into clauses and phrases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.voices.rules.clauses import Mood, clauses, openings_of, verbs_of
from apps.chat.voices.rules.phrases import phrases

CASES = {
    "Find the costs, plot them and write a report.": ["find the costs", "plot them", "write a report"],
    "Please find and plot the costs!": ["find and plot the costs"],
    "Plot costs, sales and profits.": ["plot costs, sales and profits"],
    "Costs since 2010: plot them": ["costs since 2010", "plot them"],
    "Use the figures to plot the costs": ["use the figures", "to plot the costs"],
    "How do I reset it and install the driver?": ["how do i reset it and install the driver"],
    "Which is best, and book a table": ["which is best", "book a table"],
    "I'd like you to draw a map": ["draw a map"],
    "Plot the costs (2010 to 2020) and sum them": ["plot the costs (2010 to 2020)", "sum them"],
    "- find it\n- plot it": ["find it", "plot it"],
    "The growth was 7.5 in 2019. Plot it": ["the growth was 7.5 in 2019", "plot it"],
    "🦄 … !": [],
}


@pytest.mark.parametrize("text", CASES)
def test_a_text_falls_into_clauses(text):
    assert [clause.text.lower() for clause in clauses(text)] == CASES[text]


CALLED = openings_of(["Plant trees", "Table analysis", "Painted walls"]) | verbs_of(["Plot it", "Total the costs"])
CALLED_CASES = {
    "Which region sold most, and plot sales by month": ["which region sold most", "plot sales by month"],
    "Find the sales and plot them by month": ["find the sales", "plot them by month"],
    "Find total sales and total costs": ["find total sales and total costs"],
    "Compare the report and plot of sales": ["compare the report and plot of sales"],
    "Paint the walls, plant trees and write poems": ["paint the walls", "plant trees", "write poems"],
    "Plant trees": ["plant trees"],
    "Draw a chart of plant trees": ["draw a chart of plant trees"],
    "Paint the walls, painted walls": ["paint the walls, painted walls"],
}


@pytest.mark.parametrize("text", CALLED_CASES)
def test_what_a_skill_is_called_opens_an_order_whether_or_not_its_verb_is_known(text):
    read = clauses(text, CALLED)
    assert [clause.text.lower() for clause in read] == CALLED_CASES[text]
    assert read[-1].mood is Mood.ORDER


MOODS = {
    "plot the costs": Mood.ORDER,
    "frobnicate the widget": Mood.ORDER,
    "feed the cat": Mood.ORDER,
    "painted the walls": Mood.THING,
    "which region grew most": Mood.QUESTION,
    "is it true?": Mood.QUESTION,
    "tell me which region grew most": Mood.EMBEDDED,
    "say why": Mood.EMBEDDED,
    "don't plot anything": Mood.REFUSAL,
    "do not plot anything": Mood.REFUSAL,
    "if there are gaps": Mood.REMARK,
    "with sources": Mood.REMARK,
    "by Friday": Mood.REMARK,
    "a chart of the costs": Mood.THING,
    "sales this year": Mood.THING,
    "order numbers": Mood.ORDER,
}


@pytest.mark.parametrize("text", MOODS)
def test_a_clause_has_a_mood(text):
    (clause,) = clauses(text)
    assert clause.mood is MOODS[text]


def read(text):
    return [(" ".join(phrase.words), phrase.new) for clause in clauses(text) for phrase in phrases(clause)]


PHRASES = {
    "make a chart of the costs": [("chart", True), ("costs", False)],
    "summarise the report with a chart": [("report", False), ("chart", True)],
    "show the growth in a line chart": [("growth", True), ("line chart", True)],
    "plot the costs in our documents": [("costs", False), ("documents", False)],
    "write a report about costs and a memo": [("report", True), ("costs", False), ("memo", True)],
    "plot the costs without a legend": [("costs", False)],
    "plot the attached numbers": [],
    "plot this file": [],
}


@pytest.mark.parametrize("text", PHRASES)
def test_only_new_things_may_ask_for_any_skill(text):
    assert read(text) == PHRASES[text]


@given(st.text(max_size=200))
def test_every_clause_is_a_stretch_of_the_text(text):
    assert all(clause.text in text for clause in clauses(text))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("What is 2 + 2, and what is 12 km in miles?", ["What is 2 + 2", "what is 12 km in miles"]),
        ("Who wrote it and when was it published?", ["Who wrote it", "when was it published"]),
        ("Who and what was seen?", ["Who and what was seen"]),
        ("Which sold most, and by how much?", ["Which sold most, and by how much"]),
    ],
)
def test_a_whole_question_behind_a_question_is_one_of_its_own(text, parts):
    read = clauses(text)
    assert [clause.text for clause in read] == parts
    assert {clause.mood for clause in read} == {Mood.QUESTION}
