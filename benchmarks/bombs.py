"""What files as bombs and bodies of strangers cost: `python -m benchmarks.bombs [goals]`.

The product runs as `manage.py up` runs it. So many goals one after the other, each to an A2A agent that answers with
links: twelve with gzip, small on the wire, or fifty of 20 MB, or always the same 20 MB; then four posts of 100 MB by
strangers. Before each stands a reference: as many goals of an agent that gives one file of 2 kB, or posts of 60 kB. A
row says what went over the wire, by how much the worker and the web process held more at their peak and afterwards,
and by how much the database and the log that it writes ahead have grown.
"""

import contextlib
import json
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import product
from benchmarks.hostile import memory, steps, until_ended
from benchmarks.memory import worker_of
from benchmarks.people import owner_of_a_workspace
from benchmarks.stage import row

if TYPE_CHECKING:
    from uuid import UUID

GOALS = 10
POSTS = 4
POSTED, ORDINARY_POST = 100 * 2**20, 60 * 1024
WARM_UP = 30
ORDINARY = "ordinary"
PIECE = 2**16
MB = 2**20


def main(goals: int) -> None:
    """Print a row for each bomb, below its reference."""
    from tests.hostile.bombs import BOMBS, bombing

    with tempfile.TemporaryDirectory(prefix="ioa-bench-") as folder, bombing() as server:
        script = Path(folder) / "script.json"
        script.write_text(json.dumps({f"[{name}]": steps(name) for name in BOMBS}))
        with product.running(IOA_SCRIPT=str(script), IOA_CHECK_MINUTES="0") as running:
            launch = stage(list(BOMBS), server.url)
            trial = Trial(running, lambda: server.sent)
            for _ in range(WARM_UP):  # what a worker loads once is no matter of this
                until_ended({launch(ORDINARY): ""})
            for name in [bomb for bomb in BOMBS if bomb != ORDINARY]:
                trial.measure("reference", lambda: given(launch, ORDINARY, goals))
                trial.measure(name, lambda name=name: given(launch, name, goals))  # type: ignore[misc]
            trial.measure("reference", lambda: posted(running.url, ORDINARY_POST))
            trial.measure("strangers", lambda: posted(running.url, POSTED))


def stage(names: list[str], base: str) -> Callable[[str], "UUID"]:
    """Register the agents; gives how to launch a goal for one of them."""
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile
    from apps.chat.actions import GoalRequest, launch_goal

    owner = owner_of_a_workspace()
    for name in names:
        skill = {"id": "work", "name": "work", "description": "work", "tags": ["work"], "repeatable": True}
        config = {"url": f"{base}/{name}", "version": "1.0", "streaming": False}
        profile: dict[str, Any] = {"handle": name, "name": name, "skills": [skill | {"read_only": True}]}
        profile |= {"connector": "a2a", "connector_config": config}
        register_agent(owner.workspace_id, AgentProfile.model_validate(profile))
    return lambda name: launch_goal(owner, GoalRequest(text=f"Ask [{name}].")).id


def given(launch: Callable[[str], "UUID"], name: str, goals: int) -> dict[str, object]:
    """Goals for one agent, one after the other; gives how they ended, and the files that were kept."""
    from apps.teams.models import Attempt, FileVersion

    ids = []
    for _ in range(goals):
        ids.append(launch(name))
        until_ended({ids[-1]: ""})
    states = Attempt.objects.filter(task__team__goal__in=ids).values_list("state", flat=True)
    return {"goals": goals, **Counter(states), "files": FileVersion.objects.filter(task__team__goal__in=ids).count()}


def posted(url: str, size: int) -> dict[str, object]:
    """Posts without any sign of who sends them; gives what they were answered."""
    return {"posts": POSTS, "answers": dict(Counter(post(url, size) for _ in range(POSTS)))}


def post(url: str, size: int) -> str:
    """Announce a form of `size` bytes, and send until no more is taken; gives the status."""
    host, _, port = url.rpartition("/")[2].partition(":")
    head = f"POST /sign-in/ HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {size}\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as wire, wire.makefile("rb") as answer:
        wire.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n".encode())
        with contextlib.suppress(OSError):
            for start in range(0, size, PIECE):
                wire.sendall(b"x" * min(PIECE, size - start))
        return answer.readline().split()[1].decode()


class Trial:
    """Looks at the processes and the database before and after something."""

    def __init__(self, running: product.Product, sent: Callable[[], int]) -> None:
        self._processes = {"worker": worker_of(running.pid), "web": web_of(running.pid)}
        self._sent = sent

    def measure(self, name: str, work: Callable[[], dict[str, object]]) -> None:
        """Print the row of something."""
        held = {each: memory(pid) for each, pid in self._processes.items()}
        for pid in self._processes.values():
            Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak is counted from here
        sent, stored, logged = self._sent(), *postgres()
        came = work()
        values: dict[str, object] = {"wire_mb": round((self._sent() - sent) / MB, 2)}
        for each, pid in self._processes.items():
            values[f"{each}_mb"] = round(held[each])
            values[f"{each}_peak_mb"] = round(peak(pid) - held[each], 1)
            values[f"{each}_growth_mb"] = round(memory(pid) - held[each], 1)
        now_stored, now_logged = postgres()
        values |= {"database_mb": round(now_stored - stored, 1), "log_mb": round(now_logged - logged, 1)}
        row(bomb=name, **came, **values)


def web_of(pid: int) -> int:
    """The web process among the processes of a product."""
    for one in product.family(pid):
        if b"ioa_web.server" in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0"):
            return one
    raise SystemExit("there is no web process")


def peak(pid: int) -> float:
    """The most memory that a process held, in MB."""
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024


def postgres() -> tuple[float, float]:
    """How large the database is, and how much was ever written to its log, in MB."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
        stored, logged = cursor.fetchone()
    return stored / MB, float(logged) / MB


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GOALS)
