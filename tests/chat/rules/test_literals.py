"""Skills that work on something that stands in the text: an address, a calculation."""

import pytest

from apps.agents.domain.profile import Skill
from apps.chat.voices.rules.offers import Literal, demanded_literals, literals_in
from tests.chat.rules.crew import CREW, RECKON, agent, planned

CALCULATIONS = [
    "17% of 2,340", "(3 + 4) * 5 ^ 2", "12.5 times 48", "Multiply 12.5 by 48", "square root of 144", "3 squared",
    "10 - 4", "add 3 and 4", "2 × 3", "8 ÷ 2", "6/3",
]  # fmt: skip
NO_CALCULATIONS = [
    "", "from 2014 to 2020", "2014-2020", "divide the work", "top 5 of 10 products", "the square of trust",
    "call +47 22 33 44 55", "version 1.2.3", "a 50% share", "plus",
]  # fmt: skip


@pytest.mark.parametrize("text", CALCULATIONS)
def test_a_calculation_is_recognised(text):
    assert Literal.CALCULATION in literals_in(text)


@pytest.mark.parametrize("text", NO_CALCULATIONS)
def test_what_only_sounds_like_one_is_none(text):
    assert Literal.CALCULATION not in literals_in(text)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Read https://example.org/page", True),
        ("see www.example.org", True),
        ("the http protocol", False),
        ("example.org", False),
        ("our website", False),
    ],
)
def test_an_address_is_recognised(text, held):
    assert (Literal.ADDRESS in literals_in(text)) is held


def test_what_a_skill_demands_is_what_most_of_its_examples_hold():
    def skill(*examples):
        return Skill(id="s", name="S", examples=examples)

    assert demanded_literals(skill()) == frozenset()
    assert demanded_literals(skill("Open https://a.example", "Open it")) == frozenset()
    assert demanded_literals(skill("Open https://a.example", "Quote https://b.example", "Open it")) == {Literal.ADDRESS}


def test_of_the_built_in_skills_only_two_demand_something():
    asking = {skill.id: demanded_literals(skill) for one in CREW for skill in one.skills if demanded_literals(skill)}
    assert asking == {"arithmetic": {Literal.CALCULATION}, "read-page": {Literal.ADDRESS}}


@pytest.mark.parametrize("text", ["", "  ", "Hello", "Please help", "Do it", "Square the circle", "the plus side"])
def test_nobody_is_asked_for_what_does_not_stand_in_the_text(text):
    needs = {need for task in planned(text).tasks for need in task.needs}
    assert not needs & {"Do arithmetic", "Read web pages"}


@pytest.mark.parametrize(
    "text", ["Calculate 12 * 7", "Compute 12 * 7 and explain it.", "Work out 12 - 7", "12 * (3 + 4)"]
)
def test_a_calculation_is_not_torn_apart_at_its_signs(text):
    assert [task.needs for task in planned(text).tasks] == [(RECKON,)]


def test_that_holds_for_agents_of_other_names():
    opener = agent("x", Skill(id="o", name="Open places", tags=("open",), examples=("Open https://a.example",)))
    assert planned("Open the window", crew=(opener,)).tasks == ()
    assert [task.needs for task in planned("Open https://b.example", crew=(opener,)).tasks] == [("Open places",)]
