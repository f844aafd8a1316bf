"""Which files people look at, and which are folded away."""

import pytest

from apps.teams.domain.file_roles import MadeFile, roles_of


def made(name, by_answer_task=False):
    ending = name.rsplit(".", 1)[-1]
    types = {"png": "image/png", "svg": "image/svg+xml", "csv": "text/csv", "json": "application/json"}
    return MadeFile(name, types.get(ending, "text/plain"), by_answer_task)


def working(*files, goal="Report on growth", told=(), given=()):
    """The names of the files that are folded away."""
    return {name for name, role in roles_of(files, goal=goal, told=told, given=given).items() if role == "working"}


FIGURES = made("figures.json")


def test_what_only_led_to_the_answer_is_folded_away():
    assert working(FIGURES, made("totals.csv"), made("report.md", by_answer_task=True)) == {
        "figures.json",
        "totals.csv",
    }


@pytest.mark.parametrize(
    "said",
    [
        {"goal": "Put it into figures.json"},
        {"goal": "Put it into FIGURES.JSON."},
        {"goal": "The growth, as JSON please"},
        {"told": ["All of it stands in `figures.json`."]},
        {"told": ["", "data/figures.json has the columns year and growth"]},
    ],
)
def test_what_is_named_is_shown(said):
    assert working(FIGURES, **said) == set()


@pytest.mark.parametrize("goal", ["Look at allfigures.json", "Look at figures.jsonl", "my-figures.json"])
def test_a_longer_name_does_not_name_a_shorter_one(goal):
    assert working(FIGURES, goal=goal) == {"figures.json"}


def test_the_kind_of_what_was_given_does_not_ask_for_more_of_it():
    assert working(made("totals.csv"), goal="Sum up the CSV", given=["sales.csv"]) == {"totals.csv"}
    assert working(made("totals.csv"), goal="Give me a CSV") == set()


def test_of_a_picture_in_two_formats_one_is_shown():
    assert working(made("chart.svg"), made("chart.png")) == {"chart.svg"}
    assert working(made("chart.svg", by_answer_task=True), made("chart.png", by_answer_task=True)) == {"chart.svg"}
    assert working(made("chart.svg"), made("other.png")) == set()


def test_of_a_picture_in_two_formats_the_one_that_is_named_is_shown():
    assert working(made("chart.svg"), made("chart.png"), told=["See chart.svg."]) == {"chart.png"}
    assert working(made("chart.svg"), made("chart.png"), told=["chart.svg and chart.png"]) == set()
