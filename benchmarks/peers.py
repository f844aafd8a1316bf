"""Other systems on the same job, in the same run, where they are at hand.

`IOA_BENCH_PEERS` names a folder with a program `p_<peer>.py` for each peer, a fake model server `fake_llm.py`, and an
environment `venvs/<peer>` for each that is to run. A program is called as `p_<peer>.py VARIANT --conc 1,10,100`, finds
the server's address in FAKE, and prints a row of JSON for each number of goals at once.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import product

SELF_ORGANISING = {
    "openai": "manager",
    "autogen": "selector",
    "langgraph": "supervisor",
    "crewai": "hier",
}
"""The variant of each peer in which the agents themselves find out who does what."""
LONGEST = 300  # seconds for one peer


def rows(latency: float, counts: list[int]) -> Iterator[str]:
    """The rows of the peers that are here; a peer that fails says so on the error output and is left out."""
    folder = Path(os.environ.get("IOA_BENCH_PEERS", "")).absolute()
    pythons = {peer: folder / "venvs" / peer / "bin" / "python" for peer in SELF_ORGANISING}
    here = {peer: python for peer, python in pythons.items() if python.exists()}
    if not os.environ.get("IOA_BENCH_PEERS") or not here:
        sys.stderr.write("no peers: IOA_BENCH_PEERS names no folder with their environments\n")
        return
    port = product.free_port()
    fake = [next(iter(here.values())), folder / "fake_llm.py", "--port", str(port), "--latency", str(latency)]
    server = subprocess.Popen(fake, cwd=folder)
    try:
        time.sleep(1)
        for peer, python in here.items():
            yield from told(folder, peer, python, f"http://127.0.0.1:{port}", counts)
    finally:
        server.terminate()
        server.wait()


def told(folder: Path, peer: str, python: Path, url: str, counts: list[int]) -> list[str]:
    """What one peer prints."""
    conc = ",".join(str(count) for count in counts)
    command = [python, f"p_{peer}.py", SELF_ORGANISING[peer], "--conc", conc]
    try:
        run = subprocess.run(
            command,
            check=False,
            cwd=folder,
            env=os.environ | {"FAKE": url},
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        sys.stderr.write(f"{peer} took longer than {LONGEST} s\n")
        return []
    if run.returncode:
        sys.stderr.write(f"{peer} failed: {run.stderr[-400:]}\n")
    return run.stdout.splitlines()
