"""Another member looks at work before it counts as done: the plan says so, and the hub has it done."""

import json

import pytest

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.domain.errors import Refused
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import cancel_task, pause, resume, stop
from apps.chat.actions.checks import NOBODY, begin_check
from apps.teams.actions.retries import reassign_task
from apps.teams.models import Attempt, Task
from tests.api.conftest import Program
from tests.colleagues.conftest import COLLEAGUES, program_of
from tests.engine.conftest import finish, task
from tests.engine.test_checks import GIVE_UP, a_file, known, planned

SEEN = "The third step of the proof follows from the second."
RIGHT = {"result": json.dumps({"holds": True, "wrong": "", "evidence": [SEEN]})}
WRONG = {"result": json.dumps({"holds": False, "wrong": "The third step divides by zero.", "evidence": ["step 3"]})}


@pytest.fixture
def proof(stage):
    """Who writes a proof; the plan has the critic look at it."""
    stage.agent("worker", {"result": "First proof."})
    stage.voices([planned("member @critic the proof"), GIVE_UP])
    return stage


def states() -> list[tuple[str, str]]:
    return list(Task.objects.order_by("number").values_list("state", "verification"))


def test_another_member_looks_before_it_counts_and_verifies(proof):
    proof.agent("critic", RIGHT)
    goal = proof.until_ended(proof.launch())

    work = Task.objects.get(number=1)
    assert (goal.outcome, goal.answer) == ("done", "First proof.")
    assert known() == ("verified", f"@critic looked at it: {SEEN}")
    assert work.checked_by.agent.handle == "critic"
    assert (work.evidence, goal.verification) == ([SEEN], "verified")


def test_who_checks_is_told_what_was_asked_for_and_given_the_result(proof):
    proof.agent("critic", RIGHT)
    proof.until_ended(proof.launch())

    check = Task.objects.get(checks__number=1)
    assert "> Do work." in check.brief
    assert [one.number for one in check.depends_on.all()] == [1]


def test_what_a_member_refutes_is_done_once_more_and_looked_at_again(proof):
    proof.agent("critic", {"if_brief": "divides by zero", "then": [RIGHT]}, WRONG)
    goal = proof.until_ended(proof.launch())

    first, second = Attempt.objects.filter(task__number=1).order_by("number")
    assert goal.outcome == "done"
    assert (first.state, first.failure) == ("failed", "The third step divides by zero.")
    assert second.state == "done"
    assert known()[0] == "verified"


def test_what_is_refuted_twice_has_failed(proof):
    proof.agent("critic", WRONG)
    proof.until_ended(proof.launch())

    assert states()[0] == ("failed", "refuted")
    assert known()[1] == "The third step divides by zero."


@pytest.mark.parametrize("said", ["Looks fine to me.", '{"holds": true}', '{"holds": false}', "{", "[]"])
def test_a_verdict_that_says_nothing_leaves_the_work_unchecked(proof, said):
    proof.agent("critic", {"result": said})
    goal = proof.until_ended(proof.launch())

    assert goal.outcome == "done"
    assert states()[0] == ("done", "unchecked")
    assert "@critic" in known()[1]


def test_a_verdict_that_names_nothing_of_the_work_is_asked_for_again(stage):
    stage.agent("worker", {"result": "Seventeen herons were seen at Lock Lane."})
    stage.agent("critic", {"result": json.dumps({"holds": True, "evidence": ["All fine."]})})
    stage.voices([planned("member @critic")])
    stage.until_ended(stage.launch())

    assert Attempt.objects.filter(task__checks__number=1, state="failed").count() == 2
    assert known()[0] == "unchecked"


def test_what_the_work_was_asked_for_is_not_asked_of_who_checks_it(stage):
    stage.agent("worker", {"result": "- one\n- two\n- three"})
    stage.agent("critic", RIGHT)
    brief = "List exactly three parts of the proof as bullets, in German, and write at least 200 words."
    tasks = [task("work", "worker", check="member @critic") | {"brief": brief}]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "work"}, GIVE_UP])
    stage.until_ended(stage.launch())

    assert set(Attempt.objects.filter(task__checks__number=1).values_list("state", flat=True)) <= {"done"}


def test_a_checker_that_fails_leaves_the_work_unchecked(proof):
    proof.agent("critic", {"error": "The critic is ill.", "permanent": True})
    assert proof.until_ended(proof.launch()).outcome == "done"

    assert known() == ("unchecked", "@critic gave no verdict: The critic is ill.")


def test_where_nobody_else_is_the_work_is_unchecked_and_says_so(stage):
    stage.agent("worker", {"result": "Proof."})
    stage.voices([planned("member the proof")])
    stage.until_ended(stage.launch())

    assert known() == ("unchecked", NOBODY)


def test_nobody_checks_their_own_work_though_the_plan_names_them(stage):
    stage.agent("worker", {"result": "Proof."})
    stage.voices([planned("member @worker the proof")])
    stage.until_ended(stage.launch())

    assert known() == ("unchecked", NOBODY)


def test_where_the_plan_names_nobody_the_member_that_fits_looks(stage):
    stage.agent("worker", {"result": "Proof."})
    stage.agent("painter", RIGHT, skill="paint a picture")
    stage.agent("critic", RIGHT, skill="check and review a proof")
    stage.voices([planned("member whether the proof is right")])
    stage.until_ended(stage.launch())

    assert Task.objects.get(number=1).checked_by.agent.handle == "critic"


def test_what_comes_after_begins_only_when_the_work_was_looked_at(stage):
    stage.agent("worker", {"result": "Proof."})
    stage.agent("critic", RIGHT)
    tasks = [task("work", "worker", check="member @critic"), task("use", "worker", after=("work",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "use"}])
    goal = stage.launch()
    stage.until_ended(goal)

    use, check = Task.objects.get(number=2), Task.objects.get(checks__number=1)
    assert use.attempts.get().started_at >= check.attempts.get().ended_at


def test_who_checks_reads_the_files_of_the_result(stage):
    stage.agent("worker", a_file("Region,Sales\nNorth,12"), {"result": "Here it is."})
    stage.agent("critic", RIGHT)
    stage.voices([planned("member @critic")])
    stage.until_ended(stage.launch())

    given = Attempt.objects.get(task__checks__number=1).given
    assert given == [str(version.id) for version in Task.objects.get(number=1).versions.all()]


RUN = {"command": "pytest -q", "exit_status": 0, "output": "collected 3 items\n3 passed"}


def ran(stage, **said) -> tuple[str, str]:
    stage.agent("worker", {"result": "Code; I ran pytest -q and all passed."})
    stage.agent("runner", {"result": json.dumps(RUN | said)})
    stage.voices([planned("program @runner pytest -q"), GIVE_UP])
    stage.until_ended(stage.launch())
    return known()


def test_a_program_that_another_member_ran_and_that_ended_well_verifies(stage):
    assert ran(stage) == ("verified", "@runner ran “pytest -q”: exit status 0.")
    assert Task.objects.get(number=1).evidence == ["$ pytest -q", "collected 3 items", "3 passed"]


def test_another_exit_status_refutes_and_the_output_is_kept(stage):
    found = "“pytest -q”, which @runner ran, ended with exit status 1. 1 failed"
    assert ran(stage, exit_status=1, output="1 failed") == ("refuted", found)
    assert Task.objects.get(number=1).evidence == ["$ pytest -q", "1 failed"]


@pytest.mark.parametrize("said", [{"exit_status": None, "output": "no shell"}, {"command": ""}, {"exit_status": True}])
def test_a_program_that_did_not_run_checks_nothing(stage, said):
    assert ran(stage, **said)[0] == "unchecked"


def test_the_authors_own_word_of_having_run_it_never_counts(stage):
    stage.agent("worker", {"result": json.dumps(RUN)})
    stage.voices([planned("program pytest -q")])
    stage.until_ended(stage.launch())

    assert known() == ("unchecked", NOBODY)


# --- in the middle of it --------------------------------------------------------------------------------------------


SHOWN = {"result": json.dumps({"holds": True, "evidence": ["The induction of the proof, and its first step."]})}


def in_the_middle(stage):
    """A goal whose work is claimed, and whose check is in the hands of a slow worker."""
    stage.agent("critic", SHOWN)
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), planned("member @critic the proof"))
        finish_by_hand(stage.begin(1), "First proof.")
        begin_check(Task.objects.get(number=1).id)
        return goal, stage.begin(2)


def finish_by_hand(attempt, text):
    finish(attempt.id, CallOutcome(Result(text)))


def test_the_claim_and_its_check_are_found_again_when_no_bell_was_heard(proof):
    proof.agent("critic", RIGHT)
    with proof.bells_lost():
        goal = proof.launch()
        proof.speak(proof.claim(), planned("member @critic the proof"))
        finish_by_hand(proof.begin(1), "First proof.")
    assert states() == [("working", "unchecked")]

    assert proof.until_ended(goal).outcome == "done"
    assert known()[0] == "verified"


def test_a_bell_that_rings_twice_begins_one_check(proof):
    in_the_middle(proof)
    begin_check(Task.objects.get(number=1).id)

    assert Task.objects.filter(checks__number=1).count() == 1


def test_a_goal_that_is_stopped_leaves_nobody_checking(proof):
    goal, _ = in_the_middle(proof)
    stop(proof.operator, proof.root(goal).id)
    proof.sweep()

    assert [state for state, _ in states()] == ["cancelled", "cancelled"]


def test_work_that_is_taken_back_needs_no_check(proof):
    goal, _ = in_the_middle(proof)
    cancel_task(proof.operator, Task.objects.get(number=1).id)
    proof.until_ended(goal)

    assert [state for state, _ in states()] == ["cancelled", "cancelled"]


def test_a_check_that_is_taken_back_leaves_the_work_unchecked(proof):
    goal, _ = in_the_middle(proof)
    cancel_task(proof.operator, Task.objects.get(number=2).id)

    assert proof.until_ended(goal).outcome == "done"
    assert known()[0] == "unchecked"
    assert "Cancelled by Bob" in known()[1]


def test_work_that_is_given_to_somebody_else_is_checked_anew(proof):
    proof.agent("other", {"result": "Another proof by induction."})
    goal, _ = in_the_middle(proof)
    reassign_task(proof.operator, Task.objects.get(number=1).id, "other")

    assert proof.until_ended(goal).answer == "Another proof by induction."
    assert [state for state, _ in states()] == ["done", "cancelled", "done"]
    assert known()[0] == "verified"


def test_a_paused_goal_goes_on_with_its_check(proof):
    proof.agent("critic", RIGHT)
    with proof.bells_lost():
        goal = proof.launch()
        proof.speak(proof.claim(), planned("member @critic the proof"))
        finish_by_hand(proof.begin(1), "First proof.")
        pause(proof.operator, proof.root(goal).id)
    proof.sweep()
    assert states() == [("working", "unchecked")]

    resume(proof.operator, proof.root(goal).id)
    assert proof.until_ended(goal).outcome == "done"
    assert known()[0] == "verified"


# --- never the author -----------------------------------------------------------------------------------------------


OWN = "@worker did the work that is checked here. Let another agent look at it."


def test_a_check_is_not_given_by_hand_to_whoever_did_the_work(proof):
    proof.agent("other", SHOWN)
    goal, _ = in_the_middle(proof)
    check = Task.objects.get(number=2)
    with pytest.raises(Refused, match=OWN):
        reassign_task(proof.operator, check.id, "worker")

    reassign_task(proof.operator, check.id, "other")
    assert proof.until_ended(goal).outcome == "done"
    assert Task.objects.get(number=1).checked_by.agent.handle == "other"


def test_over_rest_it_is_refused_beside_the_field(proof):
    in_the_middle(proof)
    path = f"/tasks/{Task.objects.get(number=2).id}/reassign"
    program = Program(issue_token(proof.operator, "tests", open_to(proof.operator.role)))
    answer = program.post(path, {"agent": "@worker"})

    assert (answer.status_code, answer.json()["errors"]) == (422, [{"field": "agent", "detail": OWN}])
    assert Task.objects.get(number=2).owner.agent.handle == "critic"


@pytest.mark.parametrize("to", [{"agent": "worker"}, {"need": "work of worker"}])
def test_who_checks_hands_no_part_of_it_on_to_whoever_did_the_work(proof, to):
    _, check = in_the_middle(proof)
    answer = program_of(check).post(f"{COLLEAGUES}/tasks", {"brief": "Look at the proof."} | to)

    assert answer.status_code == 422
    assert not Task.objects.filter(delegated_by__number=2).exists()


def test_nor_is_a_part_that_was_handed_on_given_to_them_by_hand(proof):
    proof.agent("other", SHOWN)
    _, check = in_the_middle(proof)
    with proof.bells_lost():
        part = program_of(check).post(f"{COLLEAGUES}/tasks", {"brief": "Look.", "agent": "other"}).json()
        with pytest.raises(Refused, match="@worker did the work"):
            reassign_task(proof.operator, part["id"], "worker")


def test_who_checks_and_then_is_given_the_work_checks_it_no_more(proof):
    goal, _ = in_the_middle(proof)
    reassign_task(proof.operator, Task.objects.get(number=1).id, "critic")

    assert proof.until_ended(goal).outcome == "done"
    assert states() == [("done", "unchecked"), ("cancelled", "nothing")]
    assert known()[1] == NOBODY
