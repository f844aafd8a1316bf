"""A worker is killed while another member looks at work: the check is made once more, and the work counts once."""

import json

import pytest

from apps.chat.models import Message
from apps.journal.models import Event
from apps.teams.models import Attempt, Task
from tests.durability.workers import wait_for_death
from tests.engine.conftest import task

pytestmark = pytest.mark.processes

LOOKED_AT = ["The induction of the proof, and its first step."]
RIGHT = {"holds": True, "wrong": "", "evidence": LOOKED_AT}
WRONG = {
    "holds": False,
    "wrong": "The proof divides by zero.",
    "evidence": ["The induction of the proof, and its first step."],
}
RAN = {"command": "pytest -q", "exit_status": 0, "output": "3 passed"}
FAILED = {"command": "pytest -q", "exit_status": 1, "output": "1 failed"}
BY_MEMBER, BY_PROGRAM = "member @critic the proof", "program @critic pytest -q"


class Proof:
    """A goal whose one task the critic checks; the critic says nothing before the test lets it."""

    def __init__(self, field, folder) -> None:
        self.field, self.let_go = field, folder / "let go"

    def begin(self, check: str, said: dict, *, repeatable: bool = True) -> None:
        """The critic is at the check, which it answers with `said` once it is let go."""
        trace = {"side_effect": str(self.field.effects)}
        self.field.agent("author", trace, {"result": "A proof by induction."})
        waits = {"until_file": str(self.let_go)}
        self.field.agent("critic", trace, waits, {"result": json.dumps(said)}, repeatable=repeatable)
        work = task("proof", "author", check=check)
        give_up = {"do": "conclude", "answer": "It could not be proved.", "verdict": "partial"}
        self.field.voices([{"do": "assign", "tasks": [work], "answer": "proof"}, give_up])
        self.workers = self.field.workers.start()
        self.field.launch()
        self.field.until(lambda: len(self.field.traces()) == 2)

    def end_after_a_death(self) -> None:
        """The worker that made the call of the check dies, and then the critic may speak."""
        self.field.workers.kill(self.workers[0])
        self.field.let_leases_run_out()
        self.let_go.touch()
        self.field.until_all_ended()

    def checks(self) -> list[str]:
        """How the calls of the check ended, in order."""
        return list(Attempt.objects.filter(task__checks__number=1).order_by("number").values_list("state", flat=True))

    def settled(self) -> list[tuple[str, str]]:
        """Each time that the author's task was said to have settled: its state, and what its check had said."""
        told = Event.objects.filter(kind="task.changed", payload__number=1).order_by("seq")
        states = told.values_list("payload__state", "payload__verification")
        return [(state, verification) for state, verification in states if state in ("done", "failed", "cancelled")]


@pytest.fixture
def proof(field, tmp_path):
    return Proof(field, tmp_path)


@pytest.mark.parametrize(("check", "said"), [(BY_MEMBER, RIGHT), (BY_PROGRAM, RAN)])
def test_a_check_whose_worker_dies_is_made_once_more_and_the_work_is_verified_once(proof, check, said):
    proof.begin(check, said)
    proof.end_after_a_death()

    proof.field.assert_all_is_well()
    assert proof.checks() == ["lost", "done"]
    assert proof.settled() == [("done", "verified")]
    assert Task.objects.filter(checks__number=1).count() == 1
    assert Message.objects.filter(kind="result", text__startswith="Task 1 holds.").count() == 1
    assert proof.field.traces()[str(Task.objects.get(number=1).id)] == 1, "the work itself was done once"


@pytest.mark.slow
@pytest.mark.parametrize(("check", "said"), [(BY_MEMBER, WRONG), (BY_PROGRAM, FAILED)])
def test_what_the_check_that_was_made_once_more_refutes_is_done_anew_and_fails_once(proof, check, said):
    proof.begin(check, said)
    proof.end_after_a_death()

    proof.field.assert_all_is_well("partial")
    assert proof.checks() == ["lost", "done", "done"]
    assert proof.settled() == [("failed", "refuted")]
    assert proof.field.traces()[str(Task.objects.get(number=1).id)] == 2, "the author was asked once more"


def test_a_program_that_must_not_run_twice_is_not_run_again_and_a_person_decides(proof):
    proof.begin(BY_PROGRAM, RAN, repeatable=False)
    proof.end_after_a_death()

    proof.field.assert_all_is_well()
    assert proof.checks() == ["lost"]
    assert proof.settled() == [("done", "unchecked")]
    assert set(proof.field.traces().values()) == {1}


@pytest.mark.slow
def test_a_check_in_the_hands_of_a_worker_that_is_asked_to_go_is_taken_over_and_costs_no_try(proof):
    proof.begin(BY_MEMBER, RIGHT)
    (leaving,) = proof.workers
    proof.field.workers.drain(leaving)
    proof.field.workers.start()
    proof.let_go.touch()
    wait_for_death(leaving)
    proof.field.until_all_ended()

    proof.field.assert_all_is_well()
    assert proof.checks() == ["done"]
    assert proof.settled() == [("done", "verified")]
