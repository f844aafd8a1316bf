"""Words count by their rarity, experience by its share, and a goal in several parts by its best part."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.actions import learn_from_goals
from apps.agents.domain.lessons import Lesson
from apps.agents.domain.ranking import AgentWords, background_of, clauses, words_fit
from apps.agents.domain.words import stem
from apps.agents.models import Agent
from apps.agents.queries import search_agents

WORDS = st.sampled_from(["plot", "chart", "hotel", "book", "tax", "soup"])
AGENTS = st.builds(AgentWords, st.frozensets(WORDS), st.dictionaries(WORDS, st.integers(1, 50)))


def fit(wanted, offered, others):
    usual = background_of([offered, *others])
    return words_fit(usual.rarities(wanted), offered, usual.length)


@given(st.frozensets(WORDS), AGENTS, st.lists(AGENTS, max_size=4))
def test_the_fit_of_words_is_a_share(wanted, offered, others):
    assert 0 <= fit(wanted, offered, others) < 1


@given(AGENTS, st.lists(AGENTS, max_size=4), WORDS)
def test_an_agent_that_says_a_word_fits_it_and_one_that_does_not_does_not(offered, others, word):
    assert bool(fit([word], offered, others)) == bool(offered.mentions(word))


def test_a_rare_word_says_more_than_one_that_all_agents_say():
    agents = [AgentWords(frozenset({"plan", word}), {}) for word in ("trip", "tax", "dinner")]
    usual = background_of(agents)
    fits = [words_fit(usual.rarities(["plan", "tax"]), one, usual.length) for one in agents]
    assert fits[1] > 2 * fits[0] == 2 * fits[2]


def test_nothing_fits_nothing():
    assert fit([], AgentWords(frozenset(), {}), []) == 0
    assert fit(["plot"], AgentWords(frozenset(), {}), []) == 0


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Plot the sales", []),
        ("Plot the sales and book a hotel in Rome", ["Plot the sales", "book a hotel in Rome"]),
        ("What is the Apple stock price? Suggest hotels in Paris.",
         ["What is the Apple stock price?", "Suggest hotels in Paris."]),
        ("salt and pepper", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_text_falls_into_the_parts_that_say_something(text, parts):
    assert clauses(text) == parts


def test_an_agent_that_fits_one_part_of_a_goal_is_listed(workspace, register):
    register(workspace, "guide", "Plans trips: flights, hotels, sights")
    register(workspace, "broker", "Prices of stocks and markets")
    found = search_agents(workspace.pk, "What is the Apple stock price? Find hotels in Paris for the trip")
    assert {one.handle for one in found} == {"guide", "broker"}


def test_words_of_goals_done_well_are_kept_and_counted(workspace, register):
    agent = register(workspace, "cook", "Plans meals")
    for text in ("a vegan dinner", "vegan lunch"):
        learn_from_goals([Lesson(uuid.uuid4(), text, frozenset({agent.pk}))])
    assert Agent.objects.get(pk=agent.pk).goal_words == {stem("vegan"): 2, stem("dinner"): 1, stem("lunch"): 1}


def test_signs_between_words_are_no_parts(workspace, register):
    register(workspace, "cook", "Plans meals")
    assert search_agents(workspace.pk, "plan meals, 🎉 🎉, !!! ???; _ _")
