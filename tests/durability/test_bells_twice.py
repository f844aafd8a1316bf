"""Every job delivered up to three times, in any order, on the real tables; the broker is one whose letters wait."""

import json
import os
from collections import Counter
from functools import partial

import hypothesis
import pytest
from celery import current_app
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from apps.chat.models import Message
from apps.journal import bells
from apps.journal.bells import ALL
from apps.teams.bells import TeamsBell
from apps.teams.models import Attempt
from tests.durability.conftest import ring_at
from tests.durability.oracle import assert_sound
from tests.engine.conftest import Stage, task

NO_WAIT = 0.01  # seconds
EXAMPLES = int(os.environ.get("IOA_TRIALS", "4"))


@pytest.fixture(scope="module")
def letters():
    """The messages of jobs, as they lie in the broker; bells that are no jobs lie on a list of this process."""
    ring_at("memory://", eager=False)
    with pytest.MonkeyPatch.context() as patch, current_app.connection_for_write() as connection:
        patch.setattr(bells, "NOTED", f"bells of {os.getpid()}")
        yield connection.SimpleQueue("celery", no_ack=True)
    ring_at(os.environ["REDIS_URL"], eager=True)


def taken(letters) -> list:
    """The bells that have come in, as (job, arguments); one message may hold several."""
    found = [(bell, about) for bell, *about in map(json.loads, iter(partial(bells.next_noted, NO_WAIT), None))]
    while letters.qsize():
        message = letters.get()
        job, arguments = message.headers["task"], message.payload[0]
        found += [(bell, [about]) for bell, about in arguments[0]] if job == ALL else [(job, arguments)]
    return found


def deliver(letters, draw) -> Counter:
    """Do jobs in the order drawn, each as often as drawn, until none is left; gives how often each kind was done."""
    waiting, done = [], Counter()
    while waiting := waiting + taken(letters):
        at = draw(st.integers(0, len(waiting) - 1), label="which")
        job, arguments = letter = waiting[at]
        if done[str(letter)] == 2 or not draw(st.booleans(), label="once more"):
            waiting.pop(at)
        done[str(letter)] += 1
        done[job] += 1
        current_app.tasks[job](*arguments)
    return done


def crew(stage, effects) -> None:
    trace = {"side_effect": str(effects)}
    stage.agent("finder", trace, {"result": "found"}, skill="finding old figures")
    stage.agent("counter", trace, {"result": "counted"}, skill="counting growth rates")
    stage.agent("asker", trace, {"if_answered": [{"result": "{answer}"}]}, {"ask": "Which year?"}, skill="asking")
    answer = {"do": "say", "text": "2014", "answers": 1}
    both = task("both", needs=("finding old figures", "counting growth rates"), after=("asked",))
    stage.voices(
        {
            "Do both.": [
                {"do": "assign", "tasks": [task("a", "finder"), task("b", "counter", after=("a",))], "answer": "b"}
            ],
            "*": [
                {"do": "assign", "tasks": [task("asked", "asker"), task("alone", "finder"), both], "answer": "both"},
                answer,
            ],
        }
    )


@given(data=st.data())
@hypothesis.settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
def test_the_end_is_the_same_however_often_and_in_whatever_order_jobs_run(
    transactional_db, tmp_path, settings, letters, data
):
    taken(letters)
    stage = Stage(tmp_path / "script.json", settings)
    effects = tmp_path / str(stage.workspace.id)
    crew(stage, effects)
    goal = stage.launch()
    done = deliver(letters, data.draw)
    assert_sound(goal)
    assert (goal.outcome, goal.answer) == ("done", "counted")
    assert stage.states(goal) == {1: "done", 2: "done", 3: "done"}
    said = Counter(Message.objects.filter(conversation=stage.room(goal)).values_list("kind", "task_number"))
    assert set(said.values()) == {1}
    assert {("result", 1), ("result", 2), ("delegation", 3), ("question", 1)} <= set(said)
    tries = Attempt.objects.filter(task__team__goal=goal)
    assert Counter(tries.values_list("state", flat=True)) == {"done": 4, "asked": 1}
    traces = Counter(effects.read_text().split())
    assert sorted(traces.values()) == [1, 1, 1, 2]  # who asked was called again with the answer
    assert done[TeamsBell.ATTEMPT_READY.value] >= tries.count()
