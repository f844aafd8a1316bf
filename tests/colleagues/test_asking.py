"""A working agent asks its team, and goes on with the answer while its work never stopped."""

import pytest

from apps.accounts.domain.errors import Forbidden
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, InputRequired, Result
from apps.agents.models import Agent
from apps.chat.actions import decide, post_message, stop
from apps.teams.actions import attempt_ends
from apps.teams.models import Attempt, Question, Task
from tests.asked import assignment
from tests.colleagues.conftest import COLLEAGUES
from tests.engine.conftest import finish as ended


def ask(working, text="Which year?"):
    return working.program.post(f"{COLLEAGUES}/questions", {"question": text})


def heard(working, question):
    return working.program.get(f"{COLLEAGUES}/questions/{question['id']}").json()


def finish(working, end):
    ended(working.attempt.id, CallOutcome(end))


def test_the_floor_answers_and_the_same_attempt_goes_on(working):
    working.stage.voices([{"do": "say", "text": "2014", "answers": 1}])
    asked = ask(working)
    assert asked.status_code == 201
    assert heard(working, asked.json()) == {
        "id": asked.json()["id"],
        "state": "answered",
        "settled": True,
        "answer": "2014",
    }
    assert working.stage.states(working.goal) == {1: "working"}
    assert Attempt.objects.get().state == "running"
    finish(working, Result("It was 2014."))
    assert working.stage.until_ended(working.goal).answer == "It was 2014."
    assert "question" in working.stage.kinds(working.goal)


def test_a_question_that_nobody_can_answer_goes_to_a_person(working):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    question = ask(working).json()
    assert heard(working, question)["settled"] is False
    decide(working.stage.owner, working.stage.pending().id, "2020")
    assert heard(working, question)["answer"] == "2020"


def test_one_question_at_a_time(working):
    with working.stage.bells_lost():
        assert ask(working).status_code == 201
        again = ask(working, "And which town?")
    assert again.status_code == 409
    assert "One question at a time" in again.json()["detail"]


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (Result("I guessed."), "done"),
        (AgentError("Out of ink.", permanent=True), "failed"),
        (AgentError("Out of ink."), "ready"),
        (InputRequired("Which town?"), "asking"),
    ],
)
def test_an_agent_may_end_without_the_answer(working, end, state):
    working.stage.voices([{"do": "say", "text": "I don't know."}] * 3)
    ask(working)
    approval = working.stage.pending()
    with working.stage.bells_lost():
        finish(working, end)
    assert Task.objects.get().state == state
    assert Question.objects.order_by("asked_at").first().state == "lapsed"
    approval.refresh_from_db()
    assert approval.state == "lapsed"


def lose(attempt, **fields):
    """Its worker is lost."""
    Attempt.objects.update(lease_until="2020-01-01T00:00:00Z", **fields)
    attempt_ends.expire_attempt(attempt.id)


def test_the_answer_to_an_attempt_that_was_lost_goes_along_with_the_next(working):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    ask(working)
    lose(working.attempt)
    assert (Task.objects.get().state, Attempt.objects.get().state) == ("asking", "lost")
    assert Question.objects.get().state == "open"
    with working.stage.bells_lost():
        decide(working.stage.owner, working.stage.pending().id, "2020")
    last = Attempt.objects.get(number=2)
    assert (Task.objects.get().state, last.state) == ("ready", "ready")
    assert Question.objects.get().told == last
    assert assignment(last.id).request.answer == "2020"


def test_nor_does_a_worker_that_ends_lose_it(working):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    ask(working)
    lose(working.attempt, worker="")
    with working.stage.bells_lost():
        decide(working.stage.owner, working.stage.pending().id, "2020")
    assert assignment(Attempt.objects.get(number=2).id).request.answer == "2020"


@pytest.mark.parametrize("worker", ["", "a slow worker"], ids=["handed back", "lost"])
def test_a_call_that_is_found_again_goes_on_waiting_for_the_answer(working, worker):
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    question = ask(working).json()
    with working.stage.bells_lost():
        lose(working.attempt, handle="work-1", worker=worker)
        assert Task.objects.get().state == "asking"
        working.stage.begin(1)
        Attempt.objects.filter(state="running").update(handle="work-1")  # as its connector says once it is found
        assert Task.objects.get().state == "asking"
        assert heard(working, question)["settled"] is False
        decide(working.stage.owner, working.stage.pending().id, "2020")
    assert heard(working, question)["answer"] == "2020", "by the token of the attempt that asked"
    assert Task.objects.get().state == "working"
    live = Attempt.objects.get(state="running")
    assert Question.objects.get().told == live
    assert assignment(live.id).request.answer is None, "it fetches it by itself"


def test_of_a_call_that_may_not_be_made_twice_nobody_needs_the_answer(working):
    Agent.objects.update(skills=[{"id": "x", "name": "x", "description": "x", "tags": [], "repeatable": False}])
    working.stage.voices([{"do": "say", "text": "I don't know."}])
    ask(working)
    lose(working.attempt)
    assert (Question.objects.get().state, Task.objects.get().state) == ("lapsed", "unknown")


def test_an_agent_asks_a_bounded_number_of_questions(working, monkeypatch):
    monkeypatch.setattr("apps.teams.actions.agent_questions.MOST_QUESTIONS", 1)
    working.stage.voices([{"do": "say", "text": "2014", "answers": 1}])
    ask(working)
    assert "asked 1 questions" in ask(working).json()["detail"]


@pytest.mark.parametrize("text", ["", "   ", "\x00", "x" * 4001])
def test_a_question_that_says_nothing_or_too_much_is_refused(working, text):
    assert ask(working, text).status_code == 422
    assert not Question.objects.exists()


def test_the_token_ends_with_the_work(working):
    finish(working, Result("Done."))
    assert ask(working).status_code == 401


def test_the_token_ends_with_the_goal(working):
    stop(working.stage.owner, working.stage.root(working.goal).id)
    assert ask(working).status_code == 401


LEAVE = {"question": "May I run rm?", "options": ["Allow once", "Reject"], "people_only": True}


def ask_leave(working):
    answer = working.program.post(f"{COLLEAGUES}/questions", LEAVE)
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_leave_is_asked_of_the_person_who_gave_the_goal_and_of_no_agent(working):
    working.stage.voices([])  # nobody's turn comes
    question = ask_leave(working)
    pending = working.stage.pending()
    asked = Question.objects.get()
    assert (asked.answerable_by, asked.person_id) == ("person", working.stage.owner.user_id)
    assert asked.options == LEAVE["options"]
    with pytest.raises(Forbidden, match="put to"):
        decide(working.stage.operator, pending.id, "Allow once")
    assert heard(working, question)["settled"] is False
    decide(working.stage.owner, pending.id, "Allow once")
    assert heard(working, question)["answer"] == "Allow once"
    assert working.stage.states(working.goal) == {1: "working"}


def test_what_a_person_says_in_passing_gives_no_leave(working):
    working.stage.voices([{"do": "say", "text": "Understood."}] * 3)
    question = ask_leave(working)
    post_message(working.stage.owner, working.stage.root(working.goal).id, "Allow once")
    assert heard(working, question)["settled"] is False


@pytest.mark.parametrize(
    ("more", "field"),
    [({"options": ["x"] * 11}, "options"), ({"options": [""]}, "options"), ({"options": ["x" * 201]}, "options")],
)
def test_options_that_can_be_no_buttons_are_refused(working, more, field):
    refused = working.program.post(f"{COLLEAGUES}/questions", LEAVE | more)
    assert refused.status_code == 422
    assert field in refused.content.decode()


def test_as_many_options_as_there_may_be_are_taken(working):
    working.stage.voices([])
    options = [f"{number} {'x' * 197}" for number in range(10)]
    assert working.program.post(f"{COLLEAGUES}/questions", LEAVE | {"options": options}).status_code == 201
    assert Question.objects.get().options == options
