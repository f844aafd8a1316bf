"""How sentences of the hub are made."""

import pytest

from apps.core.sentences import how_long_ago


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-2, "0 s ago"),
        (0.9, "0 s ago"),
        (59.9, "59 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 h ago"),
        (86_399, "23 h ago"),
        (86_400, "1 d ago"),
        (864_000, "10 d ago"),
    ],
)
def test_the_largest_unit_says_how_long_something_was_ago(seconds, words):
    assert how_long_ago(seconds) == words
