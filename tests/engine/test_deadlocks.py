"""Many take work, hand it on, ask and answer at one moment, in any order: no two hold each other up, and all ends."""

import contextlib
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.agents.actions.grants import set_trust
from apps.agents.actions.shelf import Shelf
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import AgentError, File, InputRequired, Result
from apps.agents.domain.profile import Askers, Trust
from apps.agents.gateway.lanes import on_behalf_of
from apps.agents.models import Agent
from apps.chat.actions import answer_question, delegation, notifications, turns
from apps.chat.actions.scene import ROOMS, read_rooms_ahead
from apps.chat.jobs.writer import Writer
from apps.chat.models import Conversation
from apps.chat.queries.assignments import assignments_with_changes
from apps.files.domain.quotas import Whose
from apps.journal.actions import recording
from apps.teams.actions.agent_questions import ask_team
from apps.teams.actions.attempts import ATTEMPTS, claim_attempt
from apps.teams.actions.claims import ClaimedSlots
from apps.teams.actions.retries import retry_task
from apps.teams.models import Attempt, Goal, Question
from apps.teams.queries.task_tokens import Caller
from tests.engine.beside import closing, somebody_waits_for_a_lock
from tests.engine.conftest import finish, task
from tests.engine.known import KnownBesideTables

HANDS, STEPS, GOALS = 8, 25, 3
WRITERS_GOALS = 50
AGENTS = ("one", "two", "three")
SAYS_NO = (Conflict, Refused, NotFound, Forbidden)


class Hand:
    """A worker, an agent and a person in one: each of its deeds is a transaction of its own connection."""

    def __init__(self, stage, number: int, writer: Writer | None = None) -> None:
        self.stage, self.chance, self.name = stage, random.Random(number), f"worker {number}"
        self.writer = writer
        self.deadlock: OperationalError | None = None

    def work(self, gate: threading.Barrier) -> None:
        gate.wait()
        try:
            for _ in range(STEPS):
                self._try(self.chance.choice(self._deeds()))
        finally:
            connection.close()

    def _deeds(self):
        return [self.begin, self.begin, self.take_turn, self.end, self.hand_on, self.ask, self.answer]

    def _try(self, deed) -> None:
        try:
            with contextlib.suppress(*SAYS_NO):
                deed()
        except OperationalError as error:  # a busy machine may also be late for a lock
            if isinstance(error.__cause__, DeadlockDetected):
                self.deadlock = error

    def _some(self, rows):
        found = list(rows)
        if not found:
            raise NotFound("there is none just now")
        return self.chance.choice(found)

    def _running(self) -> Attempt:
        return self._some(Attempt.objects.filter(state="running").select_related("task__team__goal"))

    def begin(self) -> None:
        claim_attempt(self._some(Attempt.objects.filter(state="ready")).id, self.name)

    def end(self) -> None:
        attempt = self._running()
        ends = [Result("Done."), Result("Done."), InputRequired("Which year?"), AgentError("Dropped it.")]
        outcome = CallOutcome(self.chance.choice(ends), (self._file(attempt.task.team.goal),))
        slots = ClaimedSlots(
            self.name, lambda: True, lambda: None, assignments_with_changes, lambda *_: None, lambda: None
        )
        finish = partial(notifications.finish_attempt, attempt.id, attempt.started_at, outcome, slots)
        self._record(ATTEMPTS, attempt.id, finish, notifications.read_ended_ahead)

    def take_turn(self) -> None:
        room = self._some(Conversation.objects.filter(turn=1, turn_state="due"))
        claimed = self._record(ROOMS, room.id, partial(turns.claim, room.id, self.name), read_rooms_ahead)
        if claimed is not None:
            self._record(ROOMS, room.id, partial(self.stage.speak, claimed, SHORT), turns.read_answered_ahead)

    def _record(self, by, key, work, ahead):
        """As a worker does: with what others of its process record, where it has a writer."""
        if self.writer is None:
            return work()
        with on_behalf_of(self.stage.workspace.id):
            return self.writer.write(by, key, work, ahead=ahead)

    def _file(self, goal: Goal):
        name = self.chance.choice(["a.txt", "b.txt"])
        return Shelf(Whose(goal.workspace_id, goal.id)).keep(File(name, "", self.chance.choice([b"1", b"2"])))

    def _caller(self) -> Caller:
        attempt = self._running()
        goal = attempt.task.team.goal
        return Caller(attempt.task_id, attempt.agent_id, goal.id, goal.workspace_id)

    def hand_on(self) -> None:
        delegation.delegate(self._caller(), delegation.Handover("Count.", agent=self.chance.choice(AGENTS)))

    def ask(self) -> None:
        ask_team(self._caller(), "Which town?")

    def answer(self) -> None:
        answer_question(self.stage.owner, self._some(Question.objects.filter(state="open")).id, "2014")


@pytest.mark.parametrize("turned", [False, True])
def test_what_goals_share_is_taken_once_at_the_end_and_in_one_order(stage, turned):
    """Whoever asked first: else two transactions would wait for each other."""
    taken = []

    def lines(items):
        taken.append(("lines", items))
        log.at_end(spend, 3)

    def spend(items):
        taken.append(("spend", items))

    asked = [(lines, 1), (spend, 2), (lines, 4)]
    with recording(stage.launch().id) as log:
        for work, item in reversed(asked) if turned else asked:
            log.at_end(work, item)
        assert not taken
    assert [(name, sorted(items)) for name, items in taken] == [("lines", [1, 4]), ("spend", [2, 3])]


def deadlocks() -> int:
    """How many this database has seen."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_stat_force_next_flush()")
        cursor.execute("select deadlocks from pg_stat_database where datname = current_database()")
        return cursor.fetchone()[0]


PLAN = {"do": "assign", "tasks": [task(f"{handle} {n}", handle) for handle in AGENTS for n in (1, 2)]}
SHORT = {"do": "assign", "tasks": [task("one", "one"), task("two", "two")]}


@pytest.mark.slow
def test_many_that_take_ask_hand_on_and_answer_in_any_order_meet_no_deadlock_and_all_settles(stage):
    assert_settles_without_deadlock(stage, GOALS, [Hand(stage, number) for number in range(HANDS)])


@pytest.mark.slow
def test_nor_do_eight_writers_that_record_fifty_goals_together_and_what_they_know_stands(stage, monkeypatch):
    known = KnownBesideTables(monkeypatch)
    writers = [Writer() for _ in range(HANDS)]
    try:
        hands = [Hand(stage, number, writers[number // 2]) for number in range(2 * HANDS)]
        assert_settles_without_deadlock(stage, WRITERS_GOALS, hands)
    finally:
        for writer in writers:
            writer.close()
    assert known.seen > WRITERS_GOALS
    assert not known.differing


def assert_settles_without_deadlock(stage, goals: int, hands: list[Hand]) -> None:
    for handle in AGENTS:
        stage.agent(handle, concurrency=2 if goals == GOALS else goals)  # each that ends rings for who waits
    stage.voices([PLAN, {"do": "conclude", "answer": "All done."}])
    before = deadlocks()
    with stage.bells_lost():
        for number in range(goals):
            launched = stage.launch()
            if number < GOALS:
                stage.speak(stage.claim(stage.root(launched)), PLAN)
        gate = threading.Barrier(len(hands))
        threads = [threading.Thread(target=hand.work, args=[gate]) for hand in hands]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [hand.deadlock for hand in hands if hand.deadlock] == []
    assert Attempt.objects.exclude(state__in=["ready", "running"]).count() > GOALS, "they did get something done"

    stage.until(lambda: end_what_is_left(stage), 300)
    assert deadlocks() == before


def end_what_is_left(stage) -> bool:
    """Whoever is at something ends it, whatever is asked is answered; True once every goal has ended."""
    for attempt in Attempt.objects.filter(state="running"):
        notifications.finish_attempt(attempt.id, attempt.started_at, CallOutcome(Result("Done.")))
    for question in Question.objects.filter(state="open"):
        with contextlib.suppress(*SAYS_NO):
            answer_question(stage.owner, question.id, "2014")
    return not Goal.objects.filter(outcome="running").exists()


def test_who_changes_an_agent_and_who_has_it_try_again_do_not_wait_for_each_other(stage):
    agent = stage.agent("one")
    stage.voices([{"do": "assign", "tasks": [task("a", "one")], "answer": "a"}])
    changed, retried = threading.Event(), threading.Event()

    def change() -> None:
        row = Agent.objects.get(pk=agent)
        with transaction.atomic():
            set_trust(stage.owner, agent, Trust(row.trust), Askers(row.askers))
            changed.set()
            stage.until(lambda: retried.is_set() or somebody_waits_for_a_lock())

    def try_again(task_id) -> None:
        changed.wait(20)
        retry_task(stage.owner, task_id)
        retried.set()

    with stage.bells_lost(), ThreadPoolExecutor(2) as threads:
        stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
        attempt = stage.begin(1)
        finish(attempt.id, CallOutcome(AgentError("No.", permanent=True)))
        both = [threads.submit(closing(change)), threads.submit(closing(try_again), attempt.task_id)]
        for one in both:
            one.result(30)
