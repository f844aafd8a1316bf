"""Figures of an answer: cited ones stand in their source, computed ones follow from it, all others are marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.checks import evaluate, read_check
from apps.teams.domain.checks.figures import GivenSource
from apps.teams.domain.checks.numbers import figures_in, sums_in

SALES = GivenSource("sales.csv", "region,quarter,sales\nNorth,Q1,120.5\nNorth,Q2,180\nSouth,Q1,90\nSouth,Q2,60\n")
NOTES = GivenSource("notes.md", "We sold to 1,340 customers. The fee is 2.5% of 18,000 dollars.")


def outcome(text: str, *sources: GivenSource, line: str = "figures"):
    return evaluate(read_check(line), text, (), sources or (SALES, NOTES))


@pytest.mark.parametrize(
    "text",
    [
        "According to notes.md there are 1,340 customers.",
        "The fee is 2.5% (notes.md).",
        "Total sales were 450.5.",
        "Total sales: 450.5, on average 112.6, at most 180 and at least 60.",
        "North had sales of 300.5, South 150.\n\nNorth: 300.5\nSouth: 150",
        "| region | sales |\n|---|---|\n| North | 300.5 |\n| South | 150 |",
        "North made 66.7% of sales.",
        "In Q2 sales of 240 were 14% more than in Q1.",
        "The fee comes to 18,000 × 2.5% = 450.",
        "Sales of North grew by 49.4%.",
        "120.5 and 180 (sales) are 300.5: 120.5 + 180 = 300.5.",
    ],
)
def test_what_stands_in_the_sources_or_follows_is_verified(text):
    checked = outcome(text)

    assert (checked.verification, [line for line in checked.evidence if "not found" in line]) == ("verified", [])


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("According to notes.md there are 1,430 customers.", "1,430 is cited from notes.md and does not stand there."),
        ("There are 999 customers [notes.md].", "does not stand there"),
        ("As stated in sales.csv, the north had 333.", "333 is cited from sales.csv"),
        ("So the fee is 18,000 × 2.5% = 540.", "“18,000 × 2.5% = 540” is wrong: it comes to 450."),
        ("120.5 + 180 = 310", "is wrong: it comes to 300.5."),
    ],
)
def test_a_wrong_citation_and_a_wrong_sum_are_refuted(text, wrong):
    checked = outcome(text)

    assert checked.verification == "refuted"
    assert wrong in checked.found


@pytest.mark.parametrize(
    "text",
    [
        "The market is worth 77 million.",
        "Sales grew by 33.3% according to sales.csv.",  # computed in a way that is not known
        "Per head that is 17.25, by the figures in notes.md.",
        "77 + 23 = 100, so the rest is 100.",  # the sum is right, what goes into it is not known
        "Nothing in figures.",
        "South made 66.7% of sales.",  # that is what the north made
    ],
)
def test_what_can_not_be_found_is_marked_and_neither_right_nor_wrong(text):
    assert outcome(text).verification == "unchecked"


def test_what_was_read_in_part_refutes_nothing():
    part = GivenSource("notes.md", NOTES.text, is_whole=False)

    assert outcome("According to notes.md there are 1,430 customers.", part).verification == "unchecked"


def test_a_source_that_the_work_was_not_given_verifies_nothing():
    checked = outcome("There are 1,340 customers.", line="figures other.csv")

    assert (checked.verification, checked.found) == (
        "unchecked",
        "None of the sources that its figures should stand in was given to it.",
    )


def test_a_named_source_is_the_only_one_that_counts():
    assert outcome("There are 1,340 customers.", line="figures sales.csv").verification == "unchecked"
    assert outcome("There are 1,340 customers.", line="figures notes.md").verification == "verified"


@pytest.mark.parametrize(
    "text",
    [
        "1. First\n2. Second",
        "On 2024-05-17 at 12:30, in 2024, see page 14 and https://example.org/12345",
        "Three of 3 regions, step 40.",
        "```\nx = 12345\n```",
        "## 345 things",
        "version v1.250 of abc123",
    ],
)
def test_what_is_no_figure_of_the_subject_is_left_alone(text):
    assert [figure.written for figure in figures_in(text)] == []


@pytest.mark.parametrize(
    ("text", "value", "is_percent"),
    [
        ("1,234.5 units", 1234.5, False),
        ("$1,234", 1234, False),
        ("12.5 %", 12.5, True),
        ("3.2 million", 3.2e6, False),
        ("a fall of −40", -40, False),
        ("45k", 45_000, False),
        ("(13.0)", 13, False),
    ],
)
def test_figures_are_read_as_people_write_them(text, value, is_percent):
    (figure,) = figures_in(text)

    assert (figure.value, figure.is_percent) == (pytest.approx(value), is_percent)


@pytest.mark.parametrize(
    "text",
    [
        "FY 2024-25 = 1,200",
        "1200 × 3000 = 3.6 million",
        "x + 3 + 4 = 10",
        "2^3 + 1 = 9",
        "2 × (3 + 4) = 14",
        "1 + 2 = 3 + 4",
        "10 / 4 = 2,5",
        "2 + 2 = 5x",
        r"In all $3 \cdot 90 + 50 = 320$ came",
        "Half of 90 + 50 = 95",
    ],
)
def test_what_is_not_wholly_understood_is_no_sum(text):
    assert sums_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Over 15 years 15 × 1,376.47 = 20,647.06 EUR.",  # the term was rounded before
        "8,950 EUR × 1.19 = 10,650.50 EUR",
        "15,600 kWh / 3.4 = 4,588.24 kWh",
        "12 – 30 = −18",
    ],
)
def test_a_right_sum_is_read_with_its_units_and_rounding(text):
    (found,) = sums_in(text)

    assert not found.is_wrong


@given(
    st.lists(st.integers(13, 10**6), min_size=2, max_size=6), st.lists(st.sampled_from("+-*"), min_size=5, max_size=5)
)
def test_a_sum_that_is_written_out_comes_to_what_python_makes_of_it(values, signs):
    parts = [str(values[0])]
    for sign, value in zip(signs, values[1:], strict=False):
        parts += [sign, str(value)]
    (found,) = sums_in(f"So {' '.join(parts)} = 17.")

    assert found.result == pytest.approx(eval(" ".join(parts)))


@given(st.integers(13, 10**9), st.integers(0, 6))
def test_a_figure_says_what_it_is_rounded_from(whole, places):
    value = whole / 10**places
    (figure,) = figures_in(f"worth {value + 13:,.{places}f} units")

    assert figure.says(value + 13)


@given(st.text(max_size=400), st.text(max_size=400), st.sampled_from(["a.csv", "a.txt"]))
def test_no_text_breaks_the_check(text, source, name):
    assert outcome(text + " 12,345 = 3", GivenSource(name, source)).found
