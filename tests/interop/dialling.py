"""Agents of others that dial in through `ioa-connect`, each in its own environment, and keeping what one of them said.

`python -m tests.interop.dialling NAME` starts it beside a hub that only listens, gives it its task, and writes the
frames that came to `tests/interop/wire/dialled/NAME.json`.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from tests.interop.environments import HOME
from tests.interop.running import PEERS, look_for, model

WIRES = Path(__file__).parent / "wire" / "dialled"
CALL = "01930000-0000-7000-8000-000000000000"  # of the recorded task
NOON = '{"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}'
TASK = "Count the bees in the garden."


@dataclass(frozen=True)
class Dialler:
    """An agent of others: what it is, where it is installed, how `ioa-connect` reaches it, its task and its answer."""

    name: str
    version: str
    environment: str
    options: tuple[str, ...]  # BIN, ENVS, JS and FOLDER are replaced
    brief: str = ""  # of its recorded task
    answer: str = ""


ALL = {
    each.name: each
    for each in (
        Dialler(
            "mcp-server-time",
            "2026.10.19",
            "mcp",
            ("--mcp", "BIN/python -m mcp_server_time", "--tool", "convert_time"),
            NOON,
            "T21:00:00+09:00",
        ),
        Dialler(
            "openai-agents",
            "0.24.0",
            "openai-agents",
            ("--python", "openai_agents_answer:answer"),
            TASK,
            f"The model heard: {TASK}",
        ),
        Dialler("smolagents", "1.26.0", "smolagents", ("--python", "smolagents_answer:answer"), TASK, "42"),
    )
}


def _of_javascript(name: str, script: str, *words: str) -> Dialler:
    command = " ".join((f"node JS/@modelcontextprotocol/{script}", *words))
    return Dialler(name, "2026.8.31", "mcp-stdio", ("--mcp", command))


def _of_python(name: str, version: str, script: str, *words: str) -> Dialler:
    command = " ".join((f"BIN/{script}", *words))
    return Dialler(name, version, "mcp-stdio", ("--mcp", command))


UNRECORDED = {  # that are tried by goals alone
    each.name: each
    for each in (
        _of_javascript("filesystem", "server-filesystem/dist/index.js", "FOLDER/garden"),
        _of_javascript("memory", "server-memory/dist/index.js"),
        _of_javascript("sequential-thinking", "server-sequential-thinking/dist/index.js"),
        _of_python("git", "2026.10.19", "mcp-server-git"),
        Dialler(
            "sqlite",
            "2025.4.25",
            "mcp-stdio",
            ("--mcp", "ENVS/sqlite/bin/mcp-server-sqlite --db-path FOLDER/garden.db"),
        ),
        _of_python("fetch", "2026.10.24", "mcp-server-fetch", "--ignore-robots-txt", "--allow-private-ips"),
        Dialler("a Python function", "0.1.0", "mcp-stdio", ("--python", "harbour:watch")),
    )
}


@contextlib.contextmanager
def connected(dialler: Dialler, hub: str, token: str, folder: Path, model_url: str) -> Iterator[SimpleNamespace]:
    """Start `ioa-connect` beside the agent; gives the process, and what both wrote so far."""
    home = HOME / dialler.environment
    look_for(dialler.name, dialler.environment)
    places = {"BIN": home / "bin", "JS": HOME / "mcp-js/node_modules", "FOLDER": folder, "ENVS": HOME}
    options = [_at(places, option) for option in dialler.options]
    command = [str(home / "bin/ioa-connect"), "--hub", hub, "--spool", str(folder / "spool"), *options]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("IOA_", "DJANGO_", "PYTHON"))}
    environ = plain | {"IOA_AGENT_TOKEN": token, "PYTHONPATH": str(PEERS), "GARDEN_MODEL": model_url}
    environ["MEMORY_FILE_PATH"] = str(folder / "memory.json")  # else it remembers from one start to the next
    said = folder / "said.txt"
    with said.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env=environ, stdout=output, stderr=subprocess.STDOUT)
    try:
        yield SimpleNamespace(process=process, said=said)
    finally:
        process.kill()
        process.wait()


def _at(places: dict[str, Path], option: str) -> str:
    for name, place in places.items():
        option = option.replace(name, str(place))
    return option


async def recorded(dialler: Dialler) -> list[dict]:
    """Give what an agent says to a hub that gives it its one task, up to the end of it."""
    from websockets.asyncio.server import serve
    from websockets.exceptions import ConnectionClosed

    frames: list[dict] = []
    over = asyncio.Event()

    async def hub(socket):
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                frames.append(json.loads(text))
                for answer in answers(frames[-1], dialler.brief):
                    await socket.send(json.dumps({"jsonrpc": "2.0", **answer}))
                if state_in(frames[-1]).endswith(("COMPLETED", "FAILED", "INPUT_REQUIRED")):
                    over.set()

    with tempfile.TemporaryDirectory() as folder, model() as server:
        async with serve(hub, "127.0.0.1", 0, subprotocols=["a2a.v1"]) as listening:
            url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            with connected(dialler, url, "token", Path(folder), server.url):
                async with asyncio.timeout(60):
                    await over.wait()
    return frames


def answers(frame: dict, brief: str) -> list[dict]:
    """What a hub says to a frame."""
    if frame.get("method") == "hello":
        task = {"fence": 1, "seq": 0, "key": "wire", "goal": brief, "brief": brief, "skills": [], "answer": None}
        given = {"metadata": {**task, "results": [], "files": []}}
        welcome = {"id": frame["id"], "result": {"agent": "scout", "calls": {}, "gone": []}}
        return [welcome, {"id": CALL, "method": "SendStreamingMessage", "params": given}]
    if frame.get("id") == CALL:
        [update] = frame["result"].values()
        return [{"method": "ack", "params": {"id": CALL, "fence": 1, "seq": update["metadata"]["seq"]}}]
    return []


def state_in(frame: dict) -> str:
    """The state that a frame tells of."""
    return frame.get("result", {}).get("statusUpdate", {}).get("status", {}).get("state", "")


if __name__ == "__main__":
    chosen = ALL[sys.argv[1]]
    kept = {"peer": chosen.name, "version": chosen.version, "brief": chosen.brief, "answer": chosen.answer}
    WIRES.mkdir(exist_ok=True)
    said = json.dumps(kept | {"frames": asyncio.run(recorded(chosen))}, indent=1, ensure_ascii=False)
    (WIRES / f"{chosen.name}.json").write_text(f"{said}\n")
