"""Going on otherwise from a moment of a goal, over REST."""

from apps.teams.models import Goal
from tests.api.conftest import check_problem

TEXT = "Find the revenue, plot it, and report the growth."


def test_a_goal_is_forked_at_an_event_with_other_words(operator):
    goal = operator.post("/goals", {"text": TEXT, "limits": {"turns": 7}}).json()
    answer = operator.post(f"/goals/{goal['id']}/fork", {"event": 2, "text": "Find the costs.", "team": ["scout"]})
    assert answer.status_code == 201
    fork = answer.json()
    assert (fork["text"], fork["forked_from"], fork["forked_at"]) == ("Find the costs.", goal["id"], 2)
    assert (fork["limits"]["turns"], Goal.objects.get(pk=fork["id"]).wanted_handles) == (7, ["scout"])
    assert answer["Location"] == f"/api/v1/goals/{fork['id']}"
    assert operator.get(f"/goals/{goal['id']}").json()["forked_from"] is None


def test_a_fork_that_is_asked_for_twice_with_one_key_is_one(operator):
    goal = operator.post("/goals", {"text": TEXT}).json()
    keyed = {"headers": {"Idempotency-Key": "fork-1"}}
    first, again = (operator.post(f"/goals/{goal['id']}/fork", {"event": 1}, **keyed) for _ in range(2))
    assert (first.status_code, again.status_code, again["Idempotent-Replayed"]) == (201, 200, "true")
    assert first["Location"] == again["Location"]


def test_an_event_that_the_goal_does_not_have_is_refused(operator):
    goal = operator.post("/goals", {"text": TEXT}).json()
    refused = operator.post(f"/goals/{goal['id']}/fork", {"event": 10**9})
    assert refused.status_code == 422
    check_problem(refused)
    refused = operator.post(f"/goals/{goal['id']}/fork", {"event": 0})
    assert refused.status_code == 422
    check_problem(refused)
    assert Goal.objects.filter(forked_from=goal["id"]).count() == 0
