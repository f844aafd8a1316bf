"""The thresholds stand between what the built-in agents can do and what they can't, in everyday words."""

import pytest

from apps.agents.actions import seed_agents
from apps.agents.queries import find_for_need, search_agents


@pytest.fixture
def seeded(workspace):
    seed_agents(workspace.pk)
    return workspace


@pytest.mark.parametrize(
    "need",
    [
        "find the figures in our documents",
        "look up the contract terms",
        "what does our policy say about remote work",
        "compute year over year growth",
        "Which region grew most?",
        "top 5 customers by revenue",
        "average energy per hall",
        "plot it",
        "make a graph of monthly sales",
        "write a short report",
        "summarise the results in a memo",
    ],
)
def test_what_the_built_in_agents_can_do_finds_one(seeded, need):
    assert find_for_need(seeded.pk, need)
    assert search_agents(seeded.pk, need)


@pytest.mark.parametrize(
    "need",
    [
        "book a flight to Rome",
        "translate it into French",
        "compose a song",
        "order a pizza",
        "call my mother",
        "paint my house",
        "transcribe the audio",
        "deploy the server",
        "hello",
    ],
)
def test_what_they_cannot_do_is_covered_by_nobody(seeded, need):
    assert find_for_need(seeded.pk, need) == []
