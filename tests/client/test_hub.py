"""Whatever dies or breaks between a hub and an agent that dialled in: no task is lost, and none is done twice."""

import pytest

from apps.agents.models import Agent, SocketCall
from apps.teams.models import Attempt, FileVersion, Goal, Task
from tests.engine.conftest import task

pytestmark = [
    pytest.mark.processes,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def give(harbour, count=1):
    """So many goals of one task each for the agent that dials in."""
    harbour.until_connected()
    harbour.field.voices([{"do": "assign", "tasks": [task("look", "scout")], "answer": "look"}])
    for _ in range(count):
        harbour.field.launch()


def assert_each_was_done_once(harbour, *, deeds=1):
    """Every goal has the agent's answer and its one file, and the agent did each task so many times at most."""
    assert {goal.outcome for goal in Goal.objects.all()} == {"done"}, harbour.field.story()
    assert {goal.answer for goal in Goal.objects.all()} == {"Seven. Do look."}
    given = FileVersion.objects.filter(file__name="ships.txt")  # the answer is kept as a file too
    assert given.count() == Goal.objects.count()
    assert {file.size for file in given} == {600_000}
    traces = harbour.field.traces()
    assert set(traces) == {str(each.id) for each in Task.objects.all()}
    assert max(traces.values()) <= deeds
    harbour.field.assert_all_is_well()


def test_an_agent_that_dialled_in_does_its_tasks(harbour):
    harbour.field.workers.start(2)
    connected = harbour.scout(0.1)
    give(harbour, 10)
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour)
    agent = Agent.objects.get(handle="scout")
    assert (agent.name, agent.skills[0]["name"]) == ("Harbour scout", "counting ships")
    assert connected.stop() == 0
    assert list(connected.spool.glob("*.jsonl")) == [], "what the hub keeps is not kept here"


def test_the_hub_is_killed_and_started_again(harbour):
    harbour.field.workers.start(1)
    harbour.scout(1.5)
    give(harbour, 4)
    harbour.field.until(harbour.field.effects.exists)
    harbour.web.kill()
    harbour.web.start()
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour)


def test_an_agent_whose_web_process_was_killed_is_offline_until_it_is_back(harbour):
    harbour.scout(0.1)
    harbour.until_connected()
    harbour.web.kill()
    harbour.field.until(lambda: Agent.objects.get(handle="scout").connection.availability == "offline")
    harbour.web.start()
    harbour.field.until(lambda: Agent.objects.get(handle="scout").connection.availability == "online")


def test_the_link_is_cut_again_and_again(harbour):
    harbour.field.workers.start(1)
    harbour.scout(1.0)
    give(harbour, 4)

    def cut_and_look():
        harbour.proxy.cut()
        return harbour.proxy.count >= 5

    harbour.field.until(cut_and_look)
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour)


def test_the_agent_is_killed_with_results_that_the_hub_does_not_have(harbour):
    harbour.field.workers.start(1)
    connected = harbour.scout(1.0)
    give(harbour, 3)
    harbour.field.until(lambda: len(harbour.field.traces()) == 3)
    harbour.proxy.cut()
    harbour.web.kill()
    harbour.field.until(lambda: _ended_stories(connected) == 3)
    connected.kill()
    harbour.web.start()
    connected.start()
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour)


def _ended_stories(connected):
    return sum("TASK_STATE_COMPLETED" in path.read_text() for path in connected.spool.glob("*.jsonl"))


def test_the_agent_is_killed_in_the_middle_of_its_work_and_begins_it_again(harbour):
    harbour.field.workers.start(1)
    connected = harbour.scout(1.5)
    give(harbour, 2)
    harbour.field.until(lambda: len(harbour.field.traces()) == 2)
    connected.kill()
    connected.start()
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour, deeds=2)


def test_the_worker_is_killed_and_another_goes_on_listening(harbour):
    (worker,) = harbour.field.workers.start(1)
    harbour.scout(2.0)
    give(harbour, 2)
    harbour.field.until(lambda: len(harbour.field.traces()) == 2)
    harbour.field.workers.kill(worker)
    harbour.field.workers.start(1)
    harbour.field.let_leases_run_out()
    harbour.field.until_all_ended()
    assert_each_was_done_once(harbour)
    assert SocketCall.objects.filter(state="answered").count() == 2
    assert Attempt.objects.filter(state="lost").count() == 2


@pytest.mark.parametrize("token", ["ioa_agent_wrong"])
def test_a_token_that_is_wrong_ends_the_program_with_a_sentence(harbour, token):
    harbour.token = token
    connected = harbour.scout(0.1)
    assert connected.ended() == 1
    assert "does not know this token" in connected.log.read_text()
