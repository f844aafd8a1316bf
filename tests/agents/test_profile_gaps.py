"""An agent that says neither what it does nor a skill is told of; one that says either is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.profile import Skill
from apps.agents.domain.profile_gaps import NOTHING_TO_CHOOSE_BY, gaps_of


@pytest.mark.parametrize(
    "told", ["", "Courier", "The courier agent", "A helpful AI assistant for you", "🎉", "Testing"]
)
def test_a_description_that_says_no_work_is_nothing_to_choose_by(told):
    assert gaps_of("Courier", told, ()) == (NOTHING_TO_CHOOSE_BY,)


@pytest.mark.parametrize("told", ["Carries parcels through the city", "Tide tables", "Übersetzt Verträge"])
def test_a_description_that_says_what_is_done_is_enough(told):
    assert gaps_of("Courier", told, ()) == ()


@given(st.text(max_size=60), st.text(max_size=200))
def test_who_lists_a_skill_lacks_nothing(name, description):
    assert gaps_of(name, description, (Skill(name="carry"),)) == ()
