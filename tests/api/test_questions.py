"""Questions over REST: listed, read, answered once, passed on to fewer."""

import pytest

from apps.teams.models import Question
from tests import factories

AS_RESTATED = {"answer": "As restated"}


@pytest.fixture
def question(world):
    return Question.objects.get(room__goal=world.goal)


def test_open_questions_are_listed_oldest_first_and_settled_ones_on_request(operator, world, question):
    story = factories.small_goal(world.workspace, world.owner)
    later = story.root.ask("Oak or pine?", "question", ()).question
    page = operator.get("/questions?limit=1").json()
    rest = operator.get(f"/questions?limit=1&cursor={page['next']}").json()
    assert [page["items"][0]["id"], rest["items"][0]["id"], rest["next"]] == [str(question.pk), str(later.pk), None]
    assert [one["id"] for one in operator.get(f"/questions?goal={story.goal.pk}").json()["items"]] == [str(later.pk)]
    assert operator.post(f"/questions/{question.pk}/answer", AS_RESTATED).status_code == 200
    assert len(operator.get("/questions").json()["items"]) == 1
    assert len(operator.get("/questions?state=all").json()["items"]) == 2
    assert operator.get("/questions?state=some").status_code == 422


def test_a_question_says_who_asks_and_what_came_of_it(operator, world, question):
    asked = operator.get(f"/questions/{question.pk}").json()
    assert (asked["text"], asked["options"]) == (question.text, ["As restated", "As first reported"])
    assert (asked["state"], asked["answerable_by"], asked["to_people"]) == ("open", "anybody", True)
    assert operator.get(f"/questions/{question.hop_id}").json() == asked, "by the id under which people were asked too"
    answered = operator.post(f"/questions/{question.pk}/answer", AS_RESTATED).json()
    assert (answered["state"], answered["answer"]) == ("answered", "As restated")
    assert answered["answered_by"]["kind"] == "person"


@pytest.mark.parametrize("path", ["/questions/{}/answer", "/approvals/{}/decide"])
def test_the_second_answer_is_a_conflict(operator, question, path):
    assert operator.post(path.format(question.hop_id), AS_RESTATED).status_code == 200
    again = operator.post(path.format(question.hop_id), {"answer": "Neither"})
    assert again.status_code == 409
    assert "already answered by" in again.json()["detail"]


def test_a_question_is_passed_on_to_one_person_and_never_back_to_more(operator, owner, world, question):
    path = f"/questions/{question.pk}/forward"
    forwarded = operator.post(path, {"answerable_by": "person", "person": str(world.owner.pk)})
    assert forwarded.status_code == 200
    assert [hop["answerable_by"] for hop in forwarded.json()["hops"]] == ["anybody", "person"]
    for refused in (operator.post(f"/questions/{question.pk}/answer", AS_RESTATED), operator.post(path, PEOPLE)):
        assert refused.status_code == 403
        assert "alone" in refused.json()["detail"]
    assert owner.post(path, PEOPLE).status_code == 422
    assert owner.post(f"/questions/{question.pk}/answer", AS_RESTATED).status_code == 200


PEOPLE = {"answerable_by": "people"}


@pytest.mark.parametrize("body", [{}, {"answerable_by": "anybody"}, {"answerable_by": "person"}, PEOPLE | {"to": "me"}])
def test_a_forward_that_names_nobody_or_everybody_is_refused(operator, question, body):
    assert operator.post(f"/questions/{question.pk}/forward", body).status_code == 422


@pytest.mark.parametrize("body", [{}, {"answer": ""}, {"answer": "a" * 100_000}, {"answer": "x", "by": "me"}])
def test_a_bad_answer_is_refused(operator, question, body):
    assert operator.post(f"/questions/{question.pk}/answer", body).status_code == 422


def test_a_question_takes_as_many_statements_as_ten(operator, world, django_assert_max_num_queries):
    story = factories.small_goal(world.workspace, world.owner)
    for number in range(9):
        story.root.ask(f"Which of {number}?", "question", ())
    with django_assert_max_num_queries(8):
        assert len(operator.get("/questions").json()["items"]) == 10
