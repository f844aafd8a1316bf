"""The ten lines of the README, in a network namespace of their own: nothing can reach the agent, and it is asked."""

import os
import re
import shutil
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from apps.agents.models import AgentSocket
from tests.client.hub import BASE, Web
from tests.durability.conftest import environment_of
from tests.engine.conftest import task

pytestmark = [
    pytest.mark.processes,
    pytest.mark.interop,
    pytest.mark.light,
    pytest.mark.skipif(
        not shutil.which("ip") or os.geteuid() != 0, reason="a network namespace takes root and iproute2"
    ),
]
HOST, GUEST = "10.213.77.1", "10.213.77.2"


def ip(*words, check=True):
    subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


@pytest.fixture
def namespace():
    """Another network, with one wire to this one."""
    name = f"ioa-{uuid.uuid4().hex[:6]}"
    near, far = f"{name}-h", f"{name}-g"
    try:
        ip("netns", "add", name)
        ip("link", "add", near, "type", "veth", "peer", "name", far)
        ip("link", "set", far, "netns", name)
        ip("addr", "add", f"{HOST}/30", "dev", near)
        ip("link", "set", near, "up")
        for words in (
            ("addr", "add", f"{GUEST}/30", "dev", far),
            ("link", "set", far, "up"),
            ("link", "set", "lo", "up"),
        ):
            ip("-n", name, *words)
        yield name
    finally:
        ip("link", "del", near, check=False)
        ip("netns", "del", name, check=False)


@pytest.fixture
def ten_lines(tmp_path):
    """The example, word for word."""
    readme = (BASE / "client" / "README.md").read_text()
    (code,) = re.findall(r"## Ten lines\n\n```python\n(.*?)```", readme, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    path: Path = tmp_path / "ship_counter.py"
    path.write_text(code)
    return path


def test_an_agent_that_nothing_can_reach_does_a_task(harbour, namespace, ten_lines, broker, tmp_path):
    web = Web(tmp_path, environment_of(broker), host=HOST)
    environment = os.environ | {
        "IOA_HUB": web.url,
        "IOA_AGENT_TOKEN": harbour.token,
        "PYTHONPATH": f"{BASE}/client",
        "XDG_STATE_HOME": str(tmp_path),
    }
    command = ["ip", "netns", "exec", namespace, sys.executable, str(ten_lines)]
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
