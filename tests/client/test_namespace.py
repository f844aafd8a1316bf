"""The ten lines of the README, in a network namespace of their own: nothing can reach the agent, and it is asked."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from apps.agents.models import AgentSocket
from tests.client.hub import BASE, Web
from tests.client.namespaces import bridged, needs_namespaces
from tests.durability.conftest import environment_of
from tests.engine.conftest import task

pytestmark = [
    pytest.mark.processes,
    pytest.mark.interop,
    pytest.mark.light,
    needs_namespaces,
]


@pytest.fixture
def net():
    """Another network, with one wire to this one."""
    with bridged(1) as bridge:
        yield bridge


@pytest.fixture
def ten_lines(tmp_path):
    """The example, word for word."""
    readme = (BASE / "client" / "README.md").read_text()
    (code,) = re.findall(r"## Ten lines\n\n```python\n(.*?)```", readme, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    path: Path = tmp_path / "ship_counter.py"
    path.write_text(code)
    return path


def test_an_agent_that_nothing_can_reach_does_a_task(harbour, net, ten_lines, broker, tmp_path):
    web = Web(tmp_path, environment_of(broker), host=net.host)
    environment = os.environ | {
        "IOA_HUB": web.url,
        "IOA_AGENT_TOKEN": harbour.token,
        "PYTHONPATH": f"{BASE}/client",
        "XDG_STATE_HOME": str(tmp_path),
    }
    command = [*net.namespaces[0].within, sys.executable, str(ten_lines)]
    agent = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        harbour.field.workers.start(1)
        harbour.field.until(lambda: AgentSocket.objects.filter(open=True).exists(), 60)
        harbour.field.voices([{"do": "assign", "tasks": [task("look", "scout")], "answer": "look"}])
        goal = harbour.field.launch("Count the ships.")
        harbour.field.until_all_ended()
        goal.refresh_from_db()
        assert goal.answer == "I see seven ships. You asked: Do look."
    finally:
        agent.kill()
        agent.wait()
        web.kill()
