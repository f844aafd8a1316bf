"""An agent that is at work for somebody who is taken out is told to stop, wherever its call runs."""

import socket
import threading

import pytest

from apps.accounts.actions import remove_member
from apps.accounts.domain.access import Actor, Role
from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile
from apps.teams.models import Attempt, Goal
from tests import factories
from tests.durability.conftest import PATIENCE
from tests.engine.conftest import task

pytestmark = pytest.mark.processes


class Patient:
    """A server that takes a request and says nothing; it notes when its caller goes away."""

    def __init__(self):
        self.asked, self.left = threading.Event(), threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}/"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        caller, _ = self._door.accept()
        with caller:
            while caller.recv(65536):
                self.asked.set()
        self.left.set()

    def close(self):
        self._door.close()


@pytest.fixture
def patient():
    server = Patient()
    yield server
    server.close()


def test_the_call_of_a_slow_agent_ends_in_the_process_that_makes_it(field, patient, settings):
    settings.IOA_LOCAL_AGENTS = True
    where = {"connector": "http", "connector_config": {"url": patient.url}}
    skill = {"id": "work", "name": "Do the work", "read_only": True}
    agents.register_agent(field.workspace.id, AgentProfile(handle="slow", name="Slow", skills=[skill], **where))
    field.voices([{"do": "assign", "tasks": [task("work", "slow")], "answer": "work"}])
    user = factories.person(field.workspace, name="Olga")
    field.workers.start(1, IOA_LOCAL_AGENTS="true")
    field.launch()
    field.until(patient.asked.is_set)
    remove_member(Actor(user.pk, field.workspace.pk, Role.OWNER, "Olga"), field.owner.user_id)
    assert patient.left.wait(PATIENCE), field.story()
    field.until(lambda: Attempt.objects.get().state == "cancelled")
    goal = Goal.objects.get()
    assert goal.outcome == "stopped"
    assert "no longer belongs to the workspace" in goal.failure
