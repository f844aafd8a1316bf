"""How many statements a step takes: bounded, and no more of them where there is more to read."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.agents.queries import scores
from apps.chat.actions import notifications, post_message, turns
from apps.chat.actions.scene import ROOMS, read_rooms_ahead
from apps.chat.domain.briefing import Spoken
from apps.chat.domain.protocol import parse
from apps.chat.jobs import run_attempt, take_turn
from apps.chat.queries.assignments import assignments_with_changes
from apps.chat.queries.briefing import briefing_for
from apps.chat.queries.briefing_rows import rows_for_briefings
from apps.chat.queries.staffing import staffing_for
from apps.core.read_together import read_after_commit
from apps.journal import bells
from apps.journal.actions import recording_many, share_log
from apps.teams.actions.attempts import ATTEMPTS
from apps.teams.actions.claims import ClaimedSlots
from apps.teams.models import Attempt, Goal
from apps.teams.queries import limits
from tests.asked import rows_of
from tests.engine.conftest import task


def statements(step, *arguments) -> list[str]:
    """The statements that a step takes, without the marks of transactions."""
    with CaptureQueriesContext(connection) as context:
        step(*arguments)
    marks = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in context.captured_queries if not query["sql"].startswith(marks)]


@pytest.fixture
def chain(stage) -> Goal:
    """A goal of two tasks that nobody has begun."""
    stage.agent("one")
    stage.agent("two")
    tasks = [task("a", "one"), task("b", "two", after=("a",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "b"}])
    with stage.bells_lost():
        return stage.launch()


@pytest.fixture(autouse=True)
def nothing_is_read_anew(monkeypatch):
    """What is usual among agents is read anew each minute, budgets every two seconds: not in the middle of a count."""
    monkeypatch.setattr(scores, "SECONDS", 1e9)
    monkeypatch.setattr(limits, "LOOK_SECONDS", 1e9)


@pytest.fixture
def worker():
    """A process that hears its own bells: it takes what it makes ready."""
    bells.hear(lambda job, identifier: None)
    yield
    bells.hear(None)


def test_a_small_goal_takes_a_bounded_number_of_statements(stage, chain):
    with stage.bells_lost():
        turn = statements(take_turn, str(stage.room(chain).id))
        work = statements(run_attempt, str(Attempt.objects.get(state="ready").id))

    assert len(turn) <= 41
    assert len(work) <= 29


def test_from_its_first_turn_to_its_end_a_goal_takes_few_statements(stage, chain, worker):
    told = statements(take_turn, str(stage.room(chain).id))

    assert stage.until_ended(chain).outcome == "done"
    assert len(told) <= 94


def test_a_review_takes_no_more_statements_than_another_turn(stage, chain):
    """A row of its own: it is one turn, and one call of the model, that a goal without takes not at all."""
    Goal.objects.update(review="always")
    with stage.bells_lost():
        take_turn(str(stage.room(chain).id))
        for _ in range(2):
            run_attempt(str(Attempt.objects.get(state="ready").id))
        review = statements(take_turn, str(stage.room(chain).id))

    assert Goal.objects.get().outcome == "done"
    assert len(review) <= 40


def test_nothing_that_a_room_does_reads_an_agents_vectors(stage, chain):
    with stage.bells_lost():
        take_turn(str(stage.room(chain).id))
        work = statements(run_attempt, str(Attempt.objects.get(state="ready").id))

    assert not [statement for statement in work if "profile_vector" in statement]


def briefed(stage, tasks: int) -> list[str]:
    """The statements of a briefing for a team that has done so many tasks, each after the one before it."""
    given = [task(f"t{place}", "worker", after=(f"t{place - 1}",) if place else ()) for place in range(tasks)]
    stage.voices([{"do": "assign", "tasks": given, "answer": given[-1]["key"]}])
    goal = stage.until_ended(stage.launch(f"Goal of {tasks}"))
    with stage.bells_lost():
        for number in range(tasks):
            post_message(stage.owner, stage.root(goal).id, f"Word {number}")
    room = stage.room(goal).id
    briefing_for(rows_of(room))  # reads what is kept for a while: who is usual in the workspace
    return statements(lambda: briefing_for(rows_of(room)))


def test_a_briefing_takes_as_many_statements_for_ten_tasks_as_for_two(stage):
    stage.agent("worker", {"file": {"name": "a.txt", "content": "one"}}, {"result": "Done."})

    assert len(briefed(stage, 2)) == len(briefed(stage, 10))


class Together:
    """Goals of two tasks whose steps are recorded as the writer of a worker does: those of all in one transaction."""

    def __init__(self, stage, count: int) -> None:
        self.stage, self.told = stage, {}
        with stage.bells_lost():
            self.rooms = [stage.room(stage.launch(f"Goal {number}")).id for number in range(count)]

    def record(self, by, keys, ahead, step) -> dict:
        """Record a step of each key; gives what each gave."""
        with recording_many(dict.fromkeys(keys, by)) as logs:
            ahead({key: logs[key].stream_id for key in keys})
            given = {}
            for key in keys:
                with share_log(logs[key]):
                    given[key] = step(key)
        return given

    def claim(self) -> None:
        self.claims = self.record(ROOMS, self.rooms, read_rooms_ahead, self._claim)

    def _claim(self, room) -> turns.Claim:
        self.told[room] = read_after_commit(rows_for_briefings, room)
        return turns.claim(room, "worker")

    def speak(self, script) -> None:
        ahead = turns.read_answered_ahead
        self.record(ROOMS, self.rooms, ahead, lambda room: self._say(room, script))

    def _say(self, room, script) -> None:
        spoken, said = Spoken(script, "scripted"), parse(script, known_tasks=[])
        turns.record(self.claims[room], spoken, said, self.staffing[room], slots())

    def staff(self, script) -> None:
        said = parse(script, known_tasks=[])
        self.staffing = {room: staffing_for(rows_of(room).room.team, said) for room in self.rooms}

    def end(self) -> None:
        running = {row.id: row.started_at for row in Attempt.objects.filter(state="running")}
        outcome = CallOutcome(Result("Done."))
        self.record(
            ATTEMPTS,
            list(running),
            notifications.read_ended_ahead,
            lambda one: notifications.finish_attempt(one, running[one], outcome, slots()),
        )


def slots() -> ClaimedSlots:
    """A worker that has room for all."""
    return ClaimedSlots("worker", lambda: True, lambda: None, assignments_with_changes, lambda *_: None, lambda: None)


def test_the_steps_of_six_goals_take_as_many_statements_as_those_of_two(stage):
    stage.agent("one", concurrency=50)
    stage.agent("two", concurrency=50)
    script = {"do": "assign", "tasks": [task("a", "one"), task("b", "two", after=("a",))], "answer": "b"}
    counts = []
    for count in (2, 2, 6):  # the first time something is read that is kept from then on
        together = Together(stage, count)
        together.staff(script)
        steps = [together.claim, partial(together.speak, script), together.end, together.end]
        with stage.bells_lost():
            counts.append([len(statements(step)) for step in steps])
    assert Goal.objects.filter(outcome="done").count() == 10
    assert [give().room.id for give in together.told.values()] == together.rooms
    assert counts[2] == counts[1]
