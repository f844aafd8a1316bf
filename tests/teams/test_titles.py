"""A goal's title is its first sentence, shortened where one stops reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.titles import LONGEST, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Plot the revenue.", "Plot the revenue"),
        ("Plot the annual revenue. Then write a report of one page.", "Plot the annual revenue"),
        ("Which region grew most? Say why.", "Which region grew most?"),
        ("# Autumn newsletter\n\nDraft it.", "Autumn newsletter"),
        ("\n\n- Compare the data halls", "Compare the data halls"),
        ("Compare vendors, e.g. Acme and Borealis. Be brief.", "Compare vendors, e.g. Acme and Borealis"),
        ("Draft release notes for 2.4", "Draft release notes for 2.4"),
        ("Draft release notes for 2.4. Mail them to the list.", "Draft release notes for 2.4"),
        ("Draft release notes for v. 2. 4 of it", "Draft release notes for v. 2. 4 of it"),
        ("Collect what J. R. R. Tolkien wrote. Be brief.", "Collect what J. R. R. Tolkien wrote"),
        ("Say what U.S. inflation was. Cite it.", "Say what U.S. inflation was"),
        ("Plane den Ausflug am 3. Oktober. Danach frag.", "Plane den Ausflug am 3. Oktober"),
        ("Vergleiche die Angebote, z. B. von Acme. Kurz.", "Vergleiche die Angebote, z. B. von Acme"),
        ("Plot the revenue of 2020. Then write.", "Plot the revenue of 2020"),
        ("Plot the sales of node.js and of it", "Plot the sales of node.js and of it"),
        ("Upgrade to version 2.5.1 of the library", "Upgrade to version 2.5.1 of the library"),
        (
            "Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document, plot it, and report",
            "Find Microsoft's annual revenue from 2014 to 2020…",
        ),
        (
            "Read every supplier's quote for the autumn order, compare the prices of all of them, and say which is",
            "Read every supplier's quote for the autumn order…",
        ),
        ("Ok. Go on and find it", "Ok. Go on and find it"),
        ("...", "..."),
    ],
)
def test_a_title_reads_as_one_would_write_it(text, title):
    assert title_of(text) == title


@given(st.text(min_size=1, max_size=3000).filter(str.strip))
def test_every_text_has_a_title_of_one_short_line(text):
    title = title_of(text)
    assert title
    assert len(title) <= LONGEST
    assert len(title.splitlines()) <= 1


def test_a_long_text_without_a_blank_is_cut():
    assert len(title_of("a" * 20_000)) <= LONGEST
