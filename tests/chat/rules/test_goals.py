"""The goals of tests/goals.yaml, planned with the built-in agents and the real scores."""

from pathlib import Path

import pytest
import yaml

from apps.api.completions.goal_texts import text_from
from apps.api.completions.schemas import ChatTurn
from apps.chat.domain.utterances import Assign, Conclude, Verdict
from tests.chat.rules.crew import LIBRARY, attached, briefing, graph, planned, renamed, spoken

GOALS = {goal["name"]: goal for goal in yaml.safe_load(Path("tests/goals.yaml").read_text())}


def files_of(goal):
    return [attached(file["name"], file["type"]) for file in goal.get("attached", ())]


def expected(goal):
    tasks = goal.get("tasks", {})
    return {key: (sorted(task["needs"]), sorted(task.get("after", ()))) for key, task in tasks.items()}


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_gets_the_expected_tasks(name):
    goal = GOALS[name]
    made = planned(goal["goal"], *files_of(goal))
    assert graph(made) == (expected(goal), goal.get("answer"))
    assert list(made.missing) == goal.get("missing", [])


@pytest.mark.parametrize("name", GOALS)
def test_a_goal_is_assigned_or_concluded_as_failed(name):
    goal = GOALS[name]
    library = (LIBRARY,) if goal.get("library", True) else ()
    said = spoken(briefing(goal["goal"], files=(*files_of(goal), *library)))
    assert "rules" in (said.text if isinstance(said, Assign) else said.answer)
    assert list(said.missing) == goal.get("missing", [])
    if "tasks" in goal:
        assert isinstance(said, Assign)
    else:
        assert isinstance(said, Conclude)
        assert said.verdict is Verdict.FAILED


@pytest.mark.parametrize("name", GOALS)
def test_names_and_order_of_agents_do_not_matter(name):
    goal = GOALS[name]
    assert graph(planned(goal["goal"], *files_of(goal), crew=renamed())) == (expected(goal), goal.get("answer"))


def test_what_was_said_before_a_question_is_none_itself():
    turns = [("user", "My name is Alice."), ("assistant", "Hello Alice!"), ("user", "What is 12 * 7?")]
    text = text_from([ChatTurn(role=role, content=words) for role, words in turns], "messages")
    assert "Hello Alice!" in text
    assert [task.title for task in planned(text).tasks] == ["Do arithmetic"]
