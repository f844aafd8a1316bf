"""Whoever does the work is told how it will be looked at."""

import pytest

from apps.teams.domain.checks import read_check
from apps.teams.domain.checks.words import words_of_check


@pytest.mark.parametrize(
    ("planned", "words"),
    [
        ("", ""),
        ("file report.pdf", "a file report.pdf must come with it"),
        ("table region, sales", "a CSV file, else a table in it, must have the columns region, sales"),
        ("json", "it must have JSON"),
        ("figures sales.csv", "its figures must stand in sales.csv, or follow from it"),
        ("program pytest -q", "another member runs pytest -q; your word of having run it does not count"),
        ("member @critic the proof", "another member looks at the proof"),
        ("review", "the coordinator looks at whether it is right"),
        ("person the wording", "a person looks at the wording"),
    ],
)
def test_each_check_has_its_words(planned, words):
    assert words_of_check(read_check(planned)) == words
