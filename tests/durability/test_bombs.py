"""What an agent answers by the hundred megabytes is never in the worker's memory, nor more of it kept than may be."""

from pathlib import Path

import pytest

from apps.agents.actions import register_agent
from apps.agents.domain.registration import AgentProfile
from apps.files.models import Blob
from apps.teams.models import FileVersion
from tests.durability.conftest import environment_of
from tests.durability.workers import Workers
from tests.engine.conftest import task
from tests.hostile.bombs import bombing

pytestmark = [pytest.mark.processes, pytest.mark.slow]
MB = 2**20
MOST = 60 * MB  # that a bomb may add to a worker
WARM_UP = 3


@pytest.fixture(scope="module")
def crowd(ground, broker, django_db_setup, django_db_blocker):
    """The processes of this module, as they are outside tests: with Django's debugging each keeps all that it sends."""
    environment = environment_of(broker) | {"IOA_SCRIPT": str(ground / "script.json"), "IOA_DEBUG": "0"}
    with django_db_blocker.unblock():
        workers = Workers(ground, environment)
    yield workers
    workers.end()


@pytest.fixture
def bombs():
    with bombing() as server:
        yield server


def asking(field, server, name):
    """Register an agent; gives how to give it a goal, which is over when that returns."""
    skill = {"id": name, "name": name, "description": name, "tags": [name], "repeatable": True, "read_only": True}
    profile = {"handle": name, "name": name, "skills": [skill], "connector": "a2a"}
    config = {"url": f"{server.url}/{name}", "version": "1.0", "streaming": False}
    register_agent(field.workspace.id, AgentProfile.model_validate(profile | {"connector_config": config}))
    give_up = {"do": "conclude", "answer": "It did not work.", "verdict": "failed"}
    field.voices([{"do": "assign", "tasks": [task("only", name)], "answer": "only"}, give_up])

    def ask():
        field.launch()
        field.until_all_ended()

    return ask


def memory(pid, what):
    """Bytes: VmRSS, what a process holds now; VmHWM, the most that it held since it was asked to forget that."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) * 1024


@pytest.mark.parametrize(("name", "kept"), [("gzip", 0), ("gzip-of-most", 0), ("gzip-that-fits", 12), ("fifty", 0)])
def test_an_agent_that_answers_with_a_bomb_adds_little_to_its_worker(field, bombs, name, kept):
    (worker,) = field.workers.start()
    ordinary = asking(field, bombs, "ordinary")
    for _ in range(WARM_UP):
        ordinary()
    bomb = asking(field, bombs, name)
    before = memory(worker, "VmRSS")
    Path(f"/proc/{worker}/clear_refs").write_text("5")
    bomb()
    assert memory(worker, "VmHWM") - before < MOST
    assert FileVersion.objects.exclude(file__role="answer").count() == WARM_UP + kept
    assert Blob.objects.count() == FileVersion.objects.values("blob").distinct().count(), "the rest is let go"
