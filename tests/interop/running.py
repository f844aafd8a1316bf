"""Starting agents of others, each in its own environment, on a free port of this machine."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.client.hub import free_port
from tests.interop.environments import HOME, NEWER, NODE, python_for

PEERS = Path(__file__).parent / "peers"
PATIENCE = 120  # seconds; some load half a gigabyte
MODEL = "MODEL"  # stands for the address of the model server


@dataclass(frozen=True)
class Peer:
    """An agent of others: what it is, where it is installed, how it is started and where it is found."""

    name: str
    version: str
    environment: str
    command: tuple[str, ...]  # below the environment, as what begins with ./; PORT and MODEL are replaced
    path: str = ""
    variables: tuple[tuple[str, str], ...] = ()
    token: str = ""  # that it asks for
    host: str = "127.0.0.1"  # by which it lets itself be called


def _python(*words: str) -> tuple[str, ...]:
    return ("bin/python", *words)


def _script(name: str, *words: str) -> tuple[str, ...]:
    return _python(str(PEERS / name), "PORT", *words)


EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
PLAYWRIGHT = (
    "node",
    "node_modules/@playwright/mcp/cli.js",
    *("--port", "PORT", "--headless", "--isolated", "--no-sandbox", "--executable-path", "/usr/bin/chromium"),
)
MASTRA = ("./node_modules/.bin/node", "./.mastra/output/index.mjs")
ASSISTANT = uuid.uuid5(uuid.UUID("6ba7b821-9dad-11d1-80b4-00c04fd430c8"), "gardener")  # what LangGraph makes of a name
ABORTS = (("NODE_OPTIONS", f"--import={PEERS / 'aborts.mjs'}"),)
FORGE = (("DATABASE_STRING", "sqlite:///forge.db"), ("AGENT_WORKSPACE", "workspace"))
ALL = {
    peer.name: peer
    for peer in (
        Peer("a2a-sdk (Python)", "1.3.0", "a2a-sdk", _script("a2a_new.py")),
        Peer("a2a-sdk (Python, 0.3)", "0.3.26", "a2a-sdk-old", _script("a2a_old.py")),
        Peer("@a2a-js/sdk", "1.3.0", "js", ("node", "agent.mjs", "PORT")),
        Peer("fasta2a", "2.1.1", "pydantic-ai", _script("fasta2a_agent.py", MODEL)),
        Peer("google-adk", "2.13.0", "adk", _script("adk_agent.py", MODEL)),
        Peer(
            "langgraph-api", "0.16.7", "langgraph", _script("langgraph_agent.py", MODEL), f"/?assistant_id={ASSISTANT}"
        ),
        Peer("pydantic-ai (AG-UI)", "2.68.0", "pydantic-ai", _script("agui_agent.py", MODEL)),
        Peer("agno AgentOS", "3.1.10", "agno", _script("agno_agent.py", MODEL)),
        Peer("agent-protocol", "1.0.2", "agent-protocol", _script("steps_agent.py")),
        Peer(
            "AutoGPT Forge",
            "0.1.4",
            "forge",
            _python("-m", "uvicorn", "forge.app:app", "--host", "127.0.0.1", "--port", "PORT"),
            variables=FORGE,
        ),
        Peer("Open Interpreter", "0.4.3", "open-interpreter", _script("open_interpreter.py", MODEL)),
        Peer("Strands", "1.62.0", "strands", _script("strands_agent.py", MODEL)),
        Peer("CrewAI", "1.15.30", "crewai", _script("crewai_agent.py", MODEL)),
        Peer("BeeAI", "0.1.85", "beeai", _script("beeai_agent.py", MODEL)),
        Peer("agentstack", "0.7.1", "agentstack", _script("agentstack_agent.py")),
        Peer("agent-framework (A2A)", "1.23.0", "agent-framework", _script("microsoft_agent.py", MODEL, "a2a")),
        Peer("agent-framework (AG-UI)", "1.23.0", "agent-framework", _script("microsoft_agent.py", MODEL, "agui")),
        Peer("agent-framework (DevUI)", "1.23.0", "agent-framework", _script("microsoft_agent.py", MODEL, "devui")),
        Peer("LangGraph (AG-UI)", "0.0.47", "agui-langgraph", _script("agui_langgraph_agent.py", MODEL)),
        Peer("ADK (AG-UI)", "0.11.0", "agui-adk", _script("agui_adk_agent.py", MODEL)),
        Peer("CrewAI (AG-UI)", "1.0.0", "agui-crewai", _script("agui_crewai_agent.py", MODEL)),
        Peer("fastmcp", "4.1.2", "fastmcp", _script("fastmcp_tools.py"), "/mcp"),
        Peer("semantic-kernel", "1.45.0", "semantic-kernel", _script("kernel_tools.py"), "/mcp"),
        Peer("Mastra", "1.71.0", "mastra", MASTRA, variables=(("GARDEN_MODEL", MODEL),)),
        Peer("LiteLLM", "1.106.2", "litellm", _script("litellm_proxy.py", MODEL), token="sk-garden"),
        Peer("Playwright", "0.0.83", "mcp-js", PLAYWRIGHT, "/mcp", host="localhost"),
        Peer("mcp (Python)", "2.3.0", "mcp", _script("mcp_tools.py"), "/mcp"),
        Peer("server-everything", "2026.8.31", "js", ("node", EVERYTHING, "streamableHttp"), "/mcp", ABORTS),
    )
}


@contextlib.contextmanager
def model() -> Iterator[SimpleNamespace]:
    """The model server that other peers talk to; gives its base URL, and what it wrote so far."""
    port = free_port()
    python = HOME.parent / ".venv/bin/python"
    with _started([str(python), str(PEERS / "fake_model.py"), str(port)], port, {}) as said:
        yield SimpleNamespace(url=f"http://127.0.0.1:{port}/v1", said=said)


def look_for(name: str, environment: str) -> None:
    """Skip the test where an agent can't be installed, and fail it where it was not."""
    if environment in NODE and not shutil.which("npm"):
        pytest.skip(f"{name} needs npm")
    if environment in NEWER and python_for(environment) is None:
        pytest.skip(f"{name} needs Python {NEWER[environment]}")
    if not (HOME / environment / ".done").exists():
        pytest.fail(f"{name} is not installed: make interop installs it")


@contextlib.contextmanager
def running(peer: Peer, model_url: str) -> Iterator[SimpleNamespace]:
    """Start an agent and give where it is found, and what it wrote so far."""
    home = HOME / peer.environment
    look_for(peer.name, peer.environment)
    port = free_port()
    replaced = {"PORT": str(port), MODEL: model_url}
    command = [str(home / word) if word.startswith("./") else replaced.get(word, word) for word in peer.command]
    variables = {name: replaced.get(value, value) for name, value in peer.variables}
    if command[0] == "node":
        command[1] = str(_in_javascript(home, command[1]))
    else:
        command[0] = str(home / command[0])
    with _started(command, port, variables | {"PORT": str(port)}) as said:
        yield SimpleNamespace(url=f"http://{peer.host}:{port}{peer.path}", said=said)


def _in_javascript(home: Path, script: str) -> Path:
    """A script of ours lies beside its packages, since Node looks for them there."""
    if (ours := PEERS / script).exists():
        there = home / ours.name
        there.write_text(ours.read_text())
        return there
    return home / script


@contextlib.contextmanager
def _started(command: list[str], port: int, variables: dict[str, str]) -> Iterator[Path]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("IOA_", "DJANGO_", "PYTHON"))}
    with tempfile.TemporaryDirectory(prefix="ioa-peer-") as folder:
        said = Path(folder) / "said.txt"
        environ = plain | {"HOME": folder, "XDG_CACHE_HOME": folder} | variables
        with said.open("wb") as output:
            process = subprocess.Popen(command, cwd=folder, env=environ, stdout=output, stderr=subprocess.STDOUT)
        try:
            _await_port(port, process, said)
            yield said
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()


def _await_port(port: int, process: subprocess.Popen, said: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None, f"it ended: {said.read_text()}"
        assert time.monotonic() < until, f"it never listened: {said.read_text()}"
        time.sleep(0.1)
