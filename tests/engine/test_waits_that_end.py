"""Who waits for a room, an answer or a file holds nobody up: what looks like a circle comes to an end by itself."""

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.teams.models import Attempt
from tests.colleagues.conftest import COLLEAGUES, program_of
from tests.engine.conftest import finish, task

NEEDS = ("finding old figures", "counting growth rates")


def test_two_who_ask_each_other_in_the_middle_of_their_only_calls_are_both_answered(stage):
    for handle in ("tides", "ships"):
        stage.agent(handle, {"if_answered": [{"result": "{answer}"}]}, {"ask": "?"}, skill=handle, concurrency=1)
    both = [task("one", "tides"), task("two", "ships")]
    answers = [{"do": "say", "text": f"Number {number}", "answers": number} for number in (1, 2)]
    stage.voices([{"do": "assign", "tasks": both, "answer": "two"}, *answers])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        one, two = stage.begin(1), stage.begin(2)
        open_ones = [
            program_of(asking).post(f"{COLLEAGUES}/questions", {"question": f"What do the {other} say?"}).json()["id"]
            for asking, other in ((one, "ships"), (two, "tides"))
        ]
    heard = {}

    def both_heard():
        for asking, question in zip((one, two), open_ones, strict=True):
            heard[question] = program_of(asking).get(f"{COLLEAGUES}/questions/{question}").json()
        return all(one["settled"] for one in heard.values())

    stage.until(both_heard)
    assert [heard[question]["answer"] for question in open_ones] == ["Number 1", "Number 2"]
    assert set(Attempt.objects.values_list("state", flat=True)) == {"running"}, "nobody gave its slot back for it"
    for attempt in (one, two):
        finish(attempt.id, CallOutcome(Result("Both were answered.")))
    assert stage.until_ended(goal).outcome == "done"


def test_a_room_that_waits_for_the_team_that_asks_it_answers_all_the_same(stage):
    stage.agent("asker", {"if_answered": [{"result": "It was {answer}."}]}, {"ask": "Which year?"}, skill=NEEDS[0])
    stage.agent("counter", skill=NEEDS[1])
    stage.voices(
        {
            "Do both.": [
                {"do": "assign", "tasks": [task("work", "asker")], "answer": "work", "synchronous": True},
                {"do": "say", "text": "None of us knows."},
            ],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=NEEDS)], "answer": "both", "synchronous": True},
                {"do": "say", "text": "2018", "answers": 1},
            ],
        }
    )
    assert stage.until_ended(stage.launch()).answer == "It was 2018."
