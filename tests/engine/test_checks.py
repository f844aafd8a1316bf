"""Done means checked: a claim is one fact, what its check said is another."""

import pytest
from django.db import IntegrityError, transaction

from apps.chat.actions import Upload, decide
from apps.chat.queries.briefing import briefing_for
from apps.teams.models import Approval, Attempt, Task
from tests.asked import rows_of
from tests.engine.conftest import task

GIVE_UP = {"do": "conclude", "answer": "Nobody did it.", "verdict": "failed"}
TABLE = "table region, sales"


def planned(check, **more) -> dict:
    return {"do": "assign", "tasks": [task("work", "worker", check=check, **more)], "answer": "work"}


def a_file(content: str, name: str = "sales.csv") -> dict:
    return {"file": {"name": name, "content": content}}


def known(number: int = 1) -> tuple[str, str]:
    return Task.objects.filter(number=number, team__parent=None).values_list("verification", "found").get()


def test_without_a_check_a_claim_is_a_claim_and_no_more(stage):
    stage.agent("worker")
    stage.voices([planned("")])
    stage.until_ended(stage.launch())

    row = Task.objects.get()
    assert (row.state, row.verification, row.found, row.checked_at) == ("done", "nothing", "", None)
    assert row.claimed_at is not None


def test_a_check_that_holds_verifies_and_its_evidence_is_kept(stage):
    stage.agent("worker", a_file("Region,Sales\nNorth,12"), {"result": "Here it is."})
    stage.voices([planned(TABLE)])
    goal = stage.until_ended(stage.launch())

    row = Task.objects.get()
    assert goal.outcome == "done"
    assert (row.state, *known()) == ("done", "verified", "sales.csv has the columns region, sales.")
    assert row.evidence == ["sales.csv: Region, Sales"]
    assert row.checked_at is not None


def test_who_is_refuted_is_asked_once_more_with_what_is_wrong(stage):
    stage.agent("worker", a_file("Region,Units\nNorth,12"), {"result": "Here it is."})
    stage.voices([planned(TABLE), GIVE_UP])
    goal = stage.until_ended(stage.launch())

    assert stage.states(goal) == {1: "failed"}
    assert known() == ("refuted", "sales.csv lacks the column sales; it has: Region, Units.")
    assert list(Attempt.objects.values_list("state", "failure")) == [("failed", known()[1])] * 2
    assert Task.objects.get().claimed_at is not None, "what was refuted had been claimed"


def test_a_refuted_result_leaves_no_file(stage):
    stage.agent("worker", a_file("Region\nNorth"), {"result": "Here it is."})
    stage.voices([planned(TABLE), GIVE_UP])
    stage.until_ended(stage.launch())

    assert not Task.objects.get().versions.exists()


def test_what_can_not_be_looked_at_is_unchecked_and_never_verified(stage):
    stage.agent("worker", a_file("{}", "a.json"), {"result": "Here it is."})
    stage.voices([planned('json {"$ref": "https://example.org"}')])
    stage.until_ended(stage.launch())

    assert known() == ("unchecked", "The plan's schema refers to other schemas, which are not followed.")


def test_what_a_person_accepts_though_it_was_refuted_stays_unchecked(stage):
    stage.agent("worker", {"result": "No table."}, repeatable=False)
    stage.voices([planned(TABLE)])
    goal = stage.launch()
    stage.until(lambda: Approval.objects.filter(state="pending", kind="outcome").exists())
    decide(stage.operator, stage.pending().id, "Accept as done")

    assert stage.until_ended(goal).outcome == "done"
    assert known() == ("unchecked", "Accepted as done by a person; its outcome was unknown.")


def test_a_check_is_kept_for_work_that_is_sent_back(stage):
    stage.agent("worker", a_file("Region,Sales\nNorth,12"), {"result": "Here it is."})
    back = {"do": "send_back", "task": 1, "wrong": "The south lacks."}
    stage.voices({"*": [planned(TABLE)], "review": [back, {"do": "conclude", "accepts": 2}]})
    stage.until_ended(stage.launch(review="always"))

    assert known(2)[0] == "verified"


def test_the_database_has_no_place_for_work_that_is_done_and_refuted(stage):
    stage.agent("worker")
    stage.voices([planned("")])
    stage.until_ended(stage.launch())

    with pytest.raises(IntegrityError, match="task_not_done_if_refuted"), transaction.atomic():
        Task.objects.update(verification="refuted")


def of_goal(goal) -> tuple[str, str]:
    goal.refresh_from_db()
    assert (goal.claimed_at is None) == (goal.outcome in ("failed", "stopped"))
    return goal.verification, goal.found


def test_a_goal_is_verified_by_the_check_of_the_task_that_gave_its_answer(stage):
    stage.agent("worker", a_file("Region,Sales\nNorth,12"), {"result": "Here it is."})
    stage.voices([planned(TABLE)])

    assert of_goal(stage.until_ended(stage.launch())) == (
        "verified",
        "Its task's check: sales.csv has the columns region, sales.",
    )


def test_a_goal_without_check_and_review_has_nothing_that_was_checked(stage):
    stage.agent("worker")
    stage.voices([planned("")])

    assert of_goal(stage.until_ended(stage.launch(review="never"))) == ("nothing", "")


def test_a_goal_is_verified_by_the_review_of_the_very_text(stage):
    stage.agent("worker")
    stage.voices({"*": [planned("")], "review": [{"do": "conclude", "accepts": 1}]})

    assert of_goal(stage.until_ended(stage.launch(review="always"))) == ("verified", "Its coordinator reviewed it.")


def test_what_the_reviewer_wrote_itself_nobody_has_looked_at(stage):
    stage.agent("worker")
    stage.voices({"*": [planned("")], "review": [{"do": "conclude", "answer": "Better."}]})

    assert of_goal(stage.until_ended(stage.launch(review="always")))[0] == "unchecked"


def test_rules_can_not_verify(stage):
    stage.agent("worker", skill="translate a text")
    goal = stage.until_ended(stage.launch("Translate a text", review="always"))

    assert of_goal(goal) == ("unchecked", "It was reviewed by rules, which cannot judge an answer.")


def test_a_goal_that_failed_claims_nothing(stage):
    stage.agent("worker", {"result": "No table."})
    stage.voices([planned(TABLE), GIVE_UP])

    assert of_goal(stage.until_ended(stage.launch())) == ("nothing", "")


NOTES = Upload("notes.md", b"We sold to 1,340 customers.")


def test_a_cited_figure_that_does_not_stand_in_its_source_is_refuted(stage):
    stage.agent("worker", {"result": "According to notes.md there are 1,430 customers."})
    stage.voices([planned("figures notes.md"), GIVE_UP])
    stage.until_ended(stage.launch(files=(NOTES,)))

    assert known() == ("refuted", "1,430 is cited from notes.md and does not stand there.")


def test_figures_that_stand_in_what_was_given_are_verified(stage):
    stage.agent("first", {"result": "They paid 45,000 dollars."})
    stage.agent("worker", {"result": "The 1,340 customers of notes.md paid 45,000 dollars."})
    work = [task("one", "first"), task("work", "worker", after=("one",), check="figures")]
    stage.voices([{"do": "assign", "tasks": work, "answer": "work"}])
    stage.until_ended(stage.launch(files=(NOTES,)))

    assert known(2) == ("verified", "2 figures found in what it was given.")
    assert Task.objects.get(number=2).evidence == ["1,340: stands in notes.md", "45,000: stands in One"]


BOTH = ("finding old figures", "counting growth rates")


@pytest.mark.parametrize(
    ("said", "known_then"),
    [
        (
            {"verdict": "partial", "missing": ["the figures of 1999", "their sources"]},
            "Its team did a part of it; missing: the figures of 1999; their sources.",
        ),
        ({"verdict": "partial"}, "Its team did a part of it."),
        ({"verdict": "done"}, ""),
    ],
)
def test_what_a_sub_team_lacks_is_known_of_its_task_and_told_above(stage, said, known_then):
    stage.agent("finder", {"result": "found"}, skill=BOTH[0])
    stage.agent("counter", {"result": "counted"}, skill=BOTH[1])
    stage.voices(
        {
            "Do both.": [{"do": "conclude", "answer": "Growth was 7 %.", **said}],
            "*": [
                {"do": "assign", "tasks": [task("both", needs=BOTH, synchronous=True)]},
                {"do": "conclude", "accepts": 1},
            ],
        }
    )
    goal = stage.until_ended(stage.launch())

    assert known() == ("nothing", known_then)
    assert [one.check for one in briefing_for(rows_of(stage.room(goal).id)).tasks] == [known_then]
    assert (goal.answer, goal.verification, goal.found) == ("Growth was 7 %.", "nothing", known_then)
