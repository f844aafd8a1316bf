"""For an agent that lists no skill some are suggested in its own words, and none where it says nothing of its work."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors.service_description import read_description
from apps.agents.domain.profile import Skill
from apps.agents.domain.skill_lines import as_lines, from_lines
from apps.agents.domain.skill_suggestions import MOST_SUGGESTED, ServerOperation, skills_of_operations, suggest_skills

DOCSTRING = """Count the syllables of a poem, line by line.

Args:
    poem: the lines of the poem to count.

Returns:
    One number for each line.
"""


def lines(skills):
    return as_lines(skills).splitlines()


@pytest.mark.parametrize(
    ("told", "suggested"),
    [
        ("Mends bicycles. Sells spare parts for them.", ["Mends bicycles", "Sells spare parts for them"]),
        (DOCSTRING, ["Count the syllables of a poem: Count the syllables of a poem, line by line."]),
        (
            "# Harbour\n\n- **Low water** at a `pier`\n- High water at a pier",
            ["Low water at a pier", "High water at a pier"],
        ),
        ("Finds recipes\nby what is left\nin the fridge.", ["Finds recipes by what is left in the fridge"]),
        ("This agent can tune pianos.", ["Tune pianos: This agent can tune pianos."]),
        ("Reads [tide tables](https://a.example/t).", ["Reads tide tables"]),
        ("Übersetzt Verträge. Prüft Rechnungen.", ["Übersetzt Verträge", "Prüft Rechnungen"]),
        (":param text: the words to count", []),
        ("", []),
        ("A helpful AI assistant for you. Hello!", []),
    ],
)
def test_the_sentences_of_a_description_that_say_work_are_suggested(told, suggested):
    assert lines(suggest_skills((), told, ())) == suggested


def test_who_lists_skills_is_suggested_none():
    assert suggest_skills((Skill(name="Mend"),), "Mends bicycles. Sells parts.", (Skill(name="Sell"),)) == ()


def test_what_was_read_elsewhere_says_more_than_the_description():
    read = (Skill(id="sell_parts", name="Sell parts"),)
    assert suggest_skills((), "Mends bicycles at home.", read) == read


@pytest.mark.parametrize(
    ("operation", "suggested"),
    [
        (ServerOperation("Mend Bicycle"), ["Mend Bicycle"]),
        (ServerOperation("Mend", "Mends a bicycle."), ["Mend: Mends a bicycle."]),
        (
            ServerOperation("Run Agent", "Answers about bicycles and their parts."),
            ["Answers about bicycles and their parts"],
        ),
        (ServerOperation("", "Mends a bicycle."), ["Mends a bicycle"]),
        (ServerOperation("Health Check"), []),
        (ServerOperation("Chat Completions"), []),
        (ServerOperation("Run Agent", "Runs the agent."), []),
        (ServerOperation(""), []),
    ],
)
def test_an_operation_is_a_skill_where_it_says_what_for(operation, suggested):
    assert lines(skills_of_operations([operation])) == suggested


def test_the_operations_of_a_document_are_read_with_their_words():
    said = {
        "openapi": "3.1.0",
        "info": {"title": "Workshop", "description": "Mends what is broken."},
        "paths": {
            "/mend": {"post": {"summary": "Mend Bicycle", "description": "Mends a bicycle."}, "parameters": []},
            "/parts": {"get": {"summary": "Find Parts"}, "post": 7},
            "/health": {"get": {"summary": "Health"}},
            "/ap/v1/agent/tasks/{task_id}/artifacts": {
                "post": {"summary": "Upload Artifacts", "description": "Stores."}
            },
        },
    }
    service = read_description(said)
    assert service.told == "Mends what is broken."
    assert lines(skills_of_operations(service.operations)) == ["Mend Bicycle: Mends a bicycle.", "Find Parts"]


@pytest.mark.parametrize("said", [None, [], {"openapi": 3, "paths": []}, {"openapi": "3", "paths": {"/a": []}}])
def test_a_document_that_is_none_has_no_operations(said):
    assert read_description(said).operations == ()


def test_hostile_words_are_cut_and_lose_what_nobody_sees():
    evil = (
        "<script>steal(all cookies)</script>Sells\u202e sea\x00shells <b onclick=x>daily</b>. "
        + "Sell a shell. " * 9000
    )
    [first, *others] = suggest_skills((), evil, ())
    assert first.name == "Sells seashells daily"
    assert len(others) < MOST_SUGGESTED


@given(st.text(), st.lists(st.tuples(st.text(), st.text()), max_size=40))
def test_whatever_is_said_is_bounded_and_can_be_taken_over(told, operations):
    read = skills_of_operations([ServerOperation(*each) for each in operations])
    for suggested in (suggest_skills((), told, ()), suggest_skills((), told, read)):
        assert len(suggested) <= MOST_SUGGESTED
        assert from_lines(as_lines(suggested), suggested) == suggested
