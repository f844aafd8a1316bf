"""Before a goal ends its coordinator sees the answer, and what it does about it happens."""

import pytest

from apps.accounts.actions import change_default_review
from apps.accounts.domain.errors import Refused
from apps.chat.queries.briefing import briefing_for
from apps.teams.models import Attempt, Task
from tests.asked import assignment, rows_of
from tests.engine.conftest import task

PLAN = {"do": "assign", "tasks": [task("find", "finder"), task("write", "writer", after=("find",))], "answer": "write"}


@pytest.fixture
def crew(stage):
    stage.agent("finder", {"result": "It grew by 5%."})
    stage.agent("writer", {"result": "A report on growth."})
    return stage


def test_what_the_coordinator_writes_is_the_answer(crew):
    final = {"do": "conclude", "answer": "It grew by 5%, as the finder says.", "verdict": "partial"}
    crew.voices({"*": [PLAN], "review": [final]})
    goal = crew.until_ended(crew.launch(review="always"))

    assert (goal.answer, goal.outcome) == ("It grew by 5%, as the finder says.", "partial")
    end = crew.messages(goal)[-1]
    assert (end.kind, end.task_number, end.said_as) == ("conclusion", 2, "Coordinator")
    assert "A report on growth." in [message.text for message in crew.messages(goal)], "the draft stands in the room"


def test_who_is_told_what_is_wrong_does_the_work_anew(crew):
    back = {"do": "send_back", "task": 2, "wrong": "Name the figure."}
    crew.voices({"*": [PLAN], "review": [back, {"do": "conclude", "accepts": 3}]})
    goal = crew.until_ended(crew.launch(review="always"))

    assert crew.states(goal) == {1: "done", 2: "done", 3: "done"}
    anew = Task.objects.get(number=3)
    assert (anew.owner_id, anew.is_answer) == (Task.objects.get(number=2).owner_id, True)
    request = assignment(Attempt.objects.get(task=anew).id).request
    assert "Name the figure." in request.brief
    assert [result.text for result in request.results] == ["It grew by 5%.", "A report on growth."]
    assert goal.outcome == "done"


def test_a_coordinator_is_told_when_it_has_sent_back_often_enough(crew):
    back = {"do": "send_back", "wrong": "Name the figure."}
    crew.voices(
        {"*": [PLAN], "review": [back | {"task": 2}, back | {"task": 3}, {"do": "ask_person", "question": "?"}]}
    )
    goal = crew.launch(review="always")
    crew.until(lambda: "question" in crew.kinds(goal))
    assert not briefing_for(rows_of(crew.room(goal).id)).may_send_back


def test_rules_that_are_asked_to_review_accept(crew, settings):
    goal = crew.until_ended(_by_rules(crew, settings, "always"))
    assert goal.outcome == "done"
    (told,) = [one for one in crew.messages(goal) if one.kind == "notice"]
    assert told.text.startswith("Accepted by rules: the form only.")


def _by_rules(crew, settings, review):
    settings.IOA_SCRIPT = ""
    return crew.launch("Do the work of finder and then the work of writer.", review=review)


def test_an_answer_to_which_no_agent_was_called_says_so(crew):
    crew.voices([{"do": "conclude", "answer": "Two."}])
    assert crew.messages(crew.until_ended(crew.launch("One and one?")))[-1].data["no_team"]
    crew.voices([{"do": "conclude", "answer": "Two.", "why": "It is a sum of two figures."}])
    said = crew.messages(crew.until_ended(crew.launch("One and one?")))
    assert said[-1].data["why"] == "It is a sum of two figures."
    assert "notice" not in [one.kind for one in said], "it stands on the card"
    crew.voices([PLAN])
    assert "no_team" not in crew.messages(crew.until_ended(crew.launch()))[-1].data


def test_where_rules_lead_nobody_reviews_unless_it_is_wanted(crew, settings):
    assert _by_rules(crew, settings, "auto").review == "never"


@pytest.mark.parametrize(("said", "held"), [("", "always"), ("never", "never")])
def test_a_goal_that_does_not_say_is_reviewed_as_its_workspace_has_it(crew, said, held):
    change_default_review(crew.owner, "always")
    crew.voices([PLAN])
    assert crew.launch(review=said).review == held


def test_only_the_known_choices_are_taken(crew):
    with pytest.raises(Refused):
        crew.launch(review="perhaps")
