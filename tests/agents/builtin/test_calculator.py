"""The calculator: what it finds in words, what it works out, and what it refuses."""

from decimal import Decimal

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.builtin.calculator.evaluation import evaluate, write_number
from apps.agents.builtin.calculator.grammar import DEEPEST, BadExpression, parse_expression
from apps.agents.builtin.calculator.recognition import calculations
from apps.core.languages import retell
from tests.agents.builtin.samples import ask


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is 17% of 2,340?", ["17% of 2,340"]),
        ("Compute (3 + 4) * 5 ^ 2.", ["(3 + 4) * 5 ^ 2"]),
        ("What is 3 + 4, and 5 × 6?", ["3 + 4", "5 * 6"]),
        ("square root of 144 plus 3 squared", ["sqrt(144) + 3 ^2"]),
        ("the sum of 5 and 6", ["(5 + 6)"]),
        ("5 x 3", ["5*3"]),
        ("2^10", ["2^10"]),
        ("$5 times 3 minus £2", ["5 * 3 - 2"]),
        ("max(1, 5, 3) and sqrt(2)", ["max(1, 5, 3)", "sqrt(2)"]),
        ("10 - 4 (and 2 + 3)", ["10 - 4", "2 + 3"]),
        ("12 / 5 and 12 / 5", ["12 / 5"]),
        ("Multiply 12.5 by 48", ["(12.5 * 48)"]),
        ("Subtract 5 from 12.", ["(12 - 5)"]),
        ("Add 3, 4, and 1,005.", ["(3 + 4 + 1,005)"]),
        ("Calculate 15% of 240 and then add 12", ["(15% of 240) + 12"]),
        ("Asked for:\n> Calculate 15% of 240\nHeed:\n> add 12", ["(15% of 240) + 12"]),
        ("Add 2.5 and 10, then subtract 3 and multiply the result by 4", ["((2.5 + 10) - 3) * 4"]),
        ("Take 12 * 7 and add 10%", ["(12 * 7) * (1 + 10%)"]),
        ("2 * 3, then subtract -5", ["(2 * 3) - (-5)"]),
        ("add 5", []),
        ("add 30 + 12", ["30 + 12"]),
        ("multiply 12 * 7", ["12 * 7"]),
        ("2 * 3; add 30 + 12", ["2 * 3", "30 + 12"]),
        ("square root of 2 to 10 digits", ["signif(sqrt(2), 10)"]),
        ("10 / 3, rounded to two decimal places", ["round(10 / 3, 2)"]),
        ("3 * 4, to 3 significant figures", ["signif(3 * 4, 3)"]),
        ("20 percent of 50 euros plus 3 €", ["20% of 50 + 3"]),
        ("What is 12 * 7 in 2024?", ["12 * 7"]),
        ("compare 2019-2020 revenue", []),
        ("open 24/7", []),
        ("calculate 24/7", ["24/7"]),
        ("12 apples plus 3", []),
        ("hello", []),
        ("", []),
        ("(see figure 3)", []),
    ],
)
def test_calculations_are_found_in_words(text, found):
    assert calculations(text) == found


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("0.1 + 0.2", "0.3"),
        ("2 + 3 * 4", "14"),
        ("(2 + 3) * 4", "20"),
        ("-3 ^ 2", "-9"),
        ("2 ^ 3 ^ 2", "512"),
        ("2^-1", "0.5"),
        ("10 - 4 - 3", "3"),
        ("100 / 8 / 2", "6.25"),
        ("17% of 2,340", "397.8"),
        ("7 mod 3", "1"),
        ("-7 mod 3", "2"),
        ("1/3", "0.333333333333333"),
        ("12345 * 100", "1,234,500"),
        ("1000000 * 1000000 * 1000000000", "1 × 10^21"),
        ("1e-20 * 3", "3 × 10^-20"),
        ("123456789 * 987654321", "121,932,631,112,635,269"),
        ("10^20 + 1", "100,000,000,000,000,000,001"),
        ("2^100", "1,267,650,600,228,229,401,496,703,205,376"),
        ("2^200", "1.60693804425899 × 10^60"),
        ("round(2.345, 2)", "2.35"),
        ("round(2.5)", "3"),
        ("floor(-1.5) + ceil(1.2)", "0"),
        ("average(1, 2, 6) + sum(1, 2) + min(4, 2) + max(1, 2) + abs(-1)", "11"),
        ("ln(e) + log(1000)", "4"),
        ("exp(0)", "1"),
        ("sqrt(2) ^ 2", "2"),
        ("signif(sqrt(2), 10)", "1.414213562"),
        ("signif(1234.5, 2)", "1,200"),
        ("0 - 0.5", "-0.5"),
    ],
)
def test_arithmetic_is_right(text, answer):
    assert evaluate(text).answer == answer


def test_every_step_is_shown():
    assert evaluate("(3 + 4) * -5").steps == ("3 + 4 = 7", "7 × (-5) = -35")


def test_a_step_has_the_digits_that_the_answer_is_worked_out_from():
    assert evaluate("(10^20 + 1) / 3").steps[1:] == (
        "1 × 10^20 + 1 = 100,000,000,000,000,000,001",
        "100,000,000,000,000,000,001 ÷ 3 = 3.33333333333333 × 10^19",
    )


def test_what_is_rounded_is_not_called_exact():
    assert not evaluate("2^200").exact
    assert not evaluate("1/3").exact
    assert evaluate("1/4").exact


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1/0", "divides by zero"),
        ("0 ^ -1", "divides by zero"),
        ("1 mod 0", "divides by zero"),
        ("9^9^9^9", "exponent"),
        ("9^99999", "exponent"),
        ("9^9999", "more than 6000 digits"),
        ("10^5000 * 10^5000", "more than 6000 digits"),
        ("exp(10^9)", "more than 6000 digits"),
        ("sqrt(-1)", "real numbers"),
        ("(-8) ^ 0.5", "real numbers"),
        ("ln(0)", "above zero"),
        ("log(-1)", "above zero"),
        ("sqrt(1, 2)", "one number"),
        ("round(1, 0.5)", "decimal places"),
        ("round(1, 99)", "decimal places"),
        ("signif(1, 16)", "digits count, 1 to 15"),
        ("signif(1)", "digits count"),
        ("(1 + 2", "not closed"),
        ("1 +", "not complete"),
        ("1 2", "one thing too many"),
        ("sqrt 2", "in parentheses"),
        ("__import__", "not a part"),
        ("1 + os", "not a part"),
        ("1; 2", "not a part"),
        ("(" * 50 + "1" + ")" * 50, f"{DEEPEST} levels"),
        ("-" * 100 + "1", f"{DEEPEST} levels"),
        ("1+" * 140 + "1", "parts"),
        ("1" * 41 + "+1", "digits"),
        ("1+" * 200 + "1", "longer"),
        ("", "not complete"),
    ],
)
def test_what_cannot_be_worked_out_says_why(text, why):
    with pytest.raises(BadExpression, match=why):
        evaluate(text)


numbers = st.decimals(-(10**6), 10**6, places=3).map(lambda number: f"({number})" if number < 0 else f"{number}")
expressions = st.recursive(
    numbers,
    lambda inner: st.tuples(inner, st.sampled_from("+-*/^"), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=8,
)


@given(expressions)
def test_any_expression_has_an_answer_or_a_reason(text):
    try:
        assert evaluate(text).steps
    except BadExpression as error:
        assert str(error).endswith(".")  # noqa: PT017
    except AssertionError:
        assert " " not in text


@given(st.text(st.sampled_from("0123456789.,+-*/^%() abcdeEfgilmnopqrstux×÷√²"), max_size=400))
def test_no_text_breaks_the_calculator(text):
    for found in calculations(text):
        try:
            assert evaluate(found).answer
        except BadExpression as error:
            assert str(error)  # noqa: PT017


@given(st.integers(-(10**14), 10**14))
def test_whole_numbers_are_written_whole(number):
    assert write_number(Decimal(number)) == f"{number:,}"


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_sums_are_those_of_python(first, second):
    assert evaluate(f"{first} + {second}").answer == f"{first + second:,}"
    assert parse_expression(f"{first}-{second}")


def test_the_agent_answers_with_its_steps_and_names_what_it_could_not_do():
    text = ask("calculator", "What is (3 + 4) * 5, and 1/0?").text
    assert "`(3 + 4) * 5` = **35**" in text
    assert "- 3 + 4 = 7" in text
    assert "`1/0`: It divides by zero." in text


@pytest.mark.parametrize(("goal", "why"), [("Say hello", "no calculation"), ("What is 1/0?", "divides by zero")])
def test_the_agent_says_when_it_cannot(goal, why):
    refusal = ask("calculator", goal).refusal
    assert why in refusal.reason
    assert refusal.permanent


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("Was ist 17 % von 2.340 plus 12²?", "“von 2.340 + 12^2” is not a part of a calculation."),
        ("3 mal 4 plus 2", "“mal 4 + 2” is not a part"),
        ("5 + 3 apples - 2", "“apples - 2” is not a part"),
        ("Add 5 + 3 to 2", "“to 2” is not a part"),
        ("1.234,5 + 2", "“,” is one thing too many."),
    ],
)
def test_a_calculation_with_a_word_inside_is_not_taken_for_its_parts(goal, why):
    assert why in ask("calculator", goal).refusal.reason


def test_why_it_can_not_is_said_in_the_language_of_the_page():
    reason = ask("calculator", "What is 1/0?").refusal.reason
    with translation.override("de"):
        assert retell(reason) == "Das lässt sich nicht ausrechnen. `1/0`: Darin wird durch null geteilt."


def test_what_is_rounded_on_request_is_not_called_exact():
    assert not evaluate("signif(1.25, 2)").exact
    assert evaluate("signif(1.25, 3)").exact


def test_the_brief_counts_before_the_goal():
    assert "**4**" in ask("calculator", "What is 1 + 1?", brief="Compute 2 + 2").text
    assert "**2**" in ask("calculator", "What is 1 + 1?", brief="Do the sum").text
