"""Other systems on the same job, in the same run, where they are at hand.

`IOA_BENCH_PEERS` names a folder with a program `p_<peer>.py` for each peer, a fake model server `fake_llm.py`, and an
environment `venvs/<peer>` for each that is to run. A program is called as `p_<peer>.py VARIANT --conc 100`, finds the
server's address in FAKE, and prints a row of JSON.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import product
from benchmarks.readings import Contender, Reading

SELF_ORGANISING = {
    "openai": "manager",
    "autogen": "selector",
    "langgraph": "supervisor",
    "crewai": "hier",
}
"""The variant of each peer in which the agents themselves find out who does what."""
LONGEST = 300  # seconds for one run of a peer


class Peer:
    """One peer, whose program is run anew for each reading."""

    review = False

    def __init__(self, folder: Path, name: str, python: Path, url: str) -> None:
        self.name = f"{name}:{SELF_ORGANISING[name]}"
        self._command = [str(python), f"p_{name}.py", SELF_ORGANISING[name], "--conc"]
        self._folder, self._url = folder, url

    async def read(self, count: int) -> Reading | None:
        """What it says of itself; one that fails or takes too long says so on the error output and gives nothing."""
        run = await asyncio.create_subprocess_exec(
            *self._command,
            str(count),
            cwd=self._folder,
            env=os.environ | {"FAKE": self._url},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(LONGEST):
                said, wrong = await run.communicate()
        except TimeoutError:
            run.kill()
            sys.stderr.write(f"{self.name} took longer than {LONGEST} s\n")
            return None
        if run.returncode or not said.strip():
            sys.stderr.write(f"{self.name} failed: {wrong.decode()[-400:]}\n")
            return None
        told = json.loads(said.splitlines()[-1])
        figures = {name: told[name] for name in ("calls", "ptok", "cpu", "gps", "bad")}
        return Reading(wall=told["wall"] or 0.0, **figures)


@contextlib.contextmanager
def peers(latency: float) -> Iterator[list[Contender]]:
    """The peers that are here, with a model server of theirs."""
    folder = Path(os.environ.get("IOA_BENCH_PEERS", "")).absolute()
    pythons = {peer: folder / "venvs" / peer / "bin" / "python" for peer in SELF_ORGANISING}
    here = {peer: python for peer, python in pythons.items() if python.exists()}
    if not os.environ.get("IOA_BENCH_PEERS") or not here:
        sys.stderr.write("no peers: IOA_BENCH_PEERS names no folder with their environments\n")
        yield []
        return
    port = product.free_port()
    # the fake server needs aiohttp, which is here and not in each environment of a peer
    fake = [sys.executable, str(folder / "fake_llm.py"), "--port", str(port), "--latency", str(latency)]
    server = subprocess.Popen(fake, cwd=folder)
    try:
        time.sleep(1)
        yield [Peer(folder, peer, python, f"http://127.0.0.1:{port}") for peer, python in here.items()]
    finally:
        server.terminate()
        server.wait()
