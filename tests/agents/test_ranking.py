"""The ranking is held to figures read on real questions: the bare cosine's, which words may only make better."""

import json
import uuid
from pathlib import Path

import pytest

from apps.agents.actions import learn_from_goals
from apps.agents.domain.lessons import Lesson
from apps.agents.queries import search_agents

DATA = Path(__file__).parent / "data" / "discovery"


def lines(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


@pytest.fixture
def population(workspace, register):
    """The workspace with all profiles, and which agent goes by which name."""
    return {
        entry["name"]: register(workspace, f"agent-{number}", entry["description"], name=entry["name"])
        for number, entry in enumerate(lines("agents.jsonl"))
    }


def recall(workspace, questions, first):
    """Give for each N of `first` the share of the right agents among the first N found."""
    hits = dict.fromkeys(first, 0.0)
    for question in questions:
        names = [candidate.name for candidate in search_agents(workspace.pk, question["query"], limit=max(first))]
        for n in first:
            hits[n] += len(set(names[:n]) & set(question["agents"])) / len(question["agents"])
    return [hits[n] / len(questions) for n in first]


def at_least(found, reference):
    return all(mine >= theirs for mine, theirs in zip(found, reference, strict=True))


@pytest.mark.slow
def test_profiles_alone_rank_at_least_as_well_as_their_cosine(workspace, population):
    one, two = recall(workspace, lines("single.jsonl"), (1, 5, 10)), recall(workspace, lines("pairs.jsonl"), (2, 5, 10))
    assert at_least(one, (0.353, 0.620, 0.719)), one
    assert at_least(two, (0.360, 0.552, 0.713)), two


@pytest.mark.slow
def test_experience_makes_the_ranking_better_by_far(workspace, population):
    for entry in lines("experience.jsonl"):
        taught = frozenset({population[entry["agent"]].pk})
        learn_from_goals([Lesson(uuid.uuid4(), goal, taught) for goal in entry["goals"]])
    one, two = recall(workspace, lines("single.jsonl"), (1, 5, 10)), recall(workspace, lines("pairs.jsonl"), (2, 5, 10))
    assert at_least(one, (0.568, 0.820, 0.883)), one
    assert at_least(two, (0.425, 0.613, 0.743)), two
