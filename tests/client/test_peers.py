"""ioa-connect as it is installed, beside a real server of tools, in an environment of its own."""

import os
import subprocess
import sys

import pytest

from apps.agents.models import Agent
from tests.client.hub import BASE
from tests.engine.conftest import task

pytestmark = [pytest.mark.processes, pytest.mark.interop]
PEERS = ("mcp-server-time",)


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A Python with ioa-connect[mcp] and the peers, and nothing of ours."""
    folder = tmp_path_factory.mktemp("connect")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    wanted = [f"{BASE / 'client'}[mcp]", *PEERS]
    done = subprocess.run([folder / "bin" / "pip", "install", "-q", *wanted], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def test_a_server_of_tools_does_a_task(harbour, installed):
    command = [
        installed / "ioa-connect",
        *("--hub", harbour.proxy.url, "--spool", harbour.folder / "spool"),
        *("--mcp", f"{installed / 'python'} -m mcp_server_time", "--tool", "convert_time"),
    ]
    agent = subprocess.Popen(command, env=os.environ | {"IOA_AGENT_TOKEN": harbour.token})
    try:
        harbour.field.workers.start(1)
        harbour.until_connected()
        brief = '{"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}'
        harbour.field.voices(
            [{"do": "assign", "tasks": [task("convert", "scout") | {"brief": brief}], "answer": "convert"}]
        )
        goal = harbour.field.launch("What time is noon in Tokyo?")
        harbour.field.until_all_ended()
        goal.refresh_from_db()
        assert "T21:00:00+09:00" in goal.answer
        assert Agent.objects.get(handle="scout").name == "convert_time"
    finally:
        agent.terminate()
        assert agent.wait(20) == 0
