"""How a call ended goes from the loop to the writer, and what a transaction made ready begins before it goes on."""

import uuid
from concurrent.futures import Future

import pytest

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, Result
from apps.agents.gateway.calls import HandedBack
from apps.chat.actions import turns
from apps.chat.domain.briefing import Spoken
from apps.chat.domain.protocol import parse
from apps.chat.jobs import attempts as jobs
from apps.chat.queries.assignments import assignments_with_changes
from apps.chat.queries.staffing import staffing_for
from apps.teams.actions.claims import ClaimedSlots
from apps.teams.models import Attempt, Team
from apps.teams.queries.work import assignments
from tests.engine.conftest import task

TWO = {"do": "assign", "tasks": [task("a", "one"), task("b", "two")], "answer": "b"}


class Slots(ClaimedSlots):
    """A worker that has room for all, and what it did in order."""

    def __init__(self) -> None:
        self.done = []
        super().__init__(
            "worker",
            lambda: True,
            lambda: self.done.append("gave a slot back"),
            assignments_with_changes,
            lambda *_: self.done.append("began"),
            lambda: self.done.append("let them begin"),
        )


@pytest.fixture
def attempts(stage):
    """The attempts of a plan for two agents, taken by the worker that records it, with what that did."""
    stage.agent("one")
    stage.agent("two")
    slots = Slots()
    with stage.bells_lost():
        stage.launch()
        claimed = stage.claim()
        said = parse(TWO)
        staffing = staffing_for(Team.objects.get(), said)
        turns.record(claimed, Spoken(TWO, "scripted"), said, staffing, slots)
        yield slots, list(Attempt.objects.filter(state="running"))


def test_calls_that_a_transaction_made_ready_are_let_begin_once_when_all_of_them_were_begun(attempts):
    slots, running = attempts
    assert len(running) == 2
    assert slots.done == ["began", "began", "let them begin"]


class Offered:
    """In the place of a writer: keeps what was offered, and ends it as the test wants."""

    def __init__(self) -> None:
        self.future, self.work = Future(), None

    def __call__(self, by, key, work, *, ahead):
        self.work = work
        return self.future


@pytest.fixture
def end(attempts, monkeypatch):
    """How the call of one of these attempts ends; with what was offered and what its worker did."""
    _, (running, _) = attempts
    slots, offered = Slots(), Offered()
    monkeypatch.setattr(jobs, "_slots_here", lambda: slots)
    monkeypatch.setattr(jobs.writer, "offer", offered)
    return jobs._End(running.id, assignments([running.id])[running.id]), offered, slots


@pytest.mark.parametrize(
    ("outcome", "state"), [(CallOutcome(Result("Done.")), "done"), (AgentError("It dropped it."), "failed")]
)
def test_the_writer_records_how_a_call_ended(end, outcome, state):
    ended, offered, slots = end
    assert ended.hand_over(outcome) is offered.future
    offered.work()
    offered.future.set_result(None)

    assert Attempt.objects.get(id=ended.identifier).state == state
    assert slots.done == []


def test_what_the_writer_hands_back_gives_back_the_slots_that_were_taken_for_what_follows(end):
    ended, offered, slots = end
    ended.hand_over(CallOutcome(Result("Done.")))
    slots.taken.add(uuid.uuid4())
    offered.future.set_exception(HandedBack())
    assert (slots.done, slots.taken) == (["gave a slot back"], set())


def test_files_are_recorded_by_a_thread_of_their_own(end):
    ended, offered, _ = end
    assert ended.hand_over(CallOutcome(Result("See the file."), (object(),))) is None
    assert offered.work is None
