"""Words count by their rarity, experience by its share, and a goal in several parts by its best part."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.actions import learn_from_goals
from apps.agents.domain.lessons import Lesson
from apps.agents.domain.ranking import AgentWords, background_of, clauses, likeness, words_fit
from apps.agents.domain.words import stem, subject
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


COSINES = st.floats(-1, 1)


@given(COSINES, COSINES, st.integers(0, 1000))
def test_a_meaning_lies_between_that_of_the_text_and_that_of_its_subject(whole, alone, goals):
    assert min(whole, alone) - 1e-9 <= likeness(whole, alone, goals) <= max(whole, alone) + 1e-9


def test_the_more_goals_an_agent_did_the_less_the_subject_alone_counts():
    assert [round(likeness(0.0, 1.0, goals), 3) for goals in (0, 1, 9)] == [0.5, 0.25, 0.05]


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Could you please tell me about the tides?", "tides"),
        ("ChartMaker: plots, for you", "chart maker plots"),
        ("What is it?", "What is it?"),
        ("", ""),
    ],
)
def test_the_subject_of_a_text_is_what_is_left_without_the_words_of_asking(text, alone):
    assert subject(text) == alone


@pytest.mark.parametrize(
    "asked", ["Could you please tell me what I should know about {}?", "I would like you to let me know about {}"]
)
def test_words_of_asking_lead_to_nobody_who_only_talks_that_way(workspace, register, asked):
    register(workspace, "chatty", "Just tell me what you would like to know and I will tell you about it")
    register(workspace, "charger", "Public stations where electric vehicles are charged")
    found = search_agents(workspace.pk, asked.format("charging my car"))
    assert found[0].handle == "charger"
