"""Real agents tried by goals that name none of them: `python -m tests.interop.goals NAME ...` writes their rows.

The product runs as people start it. Forty others that can't help are registered; the agent joins by its address, with
what it says of itself; goals are planned by rules, without a model. What came of it stands in `rows.json`, from which
`python -m tests.interop.rows` makes the table of docs/agents.md.
"""

import contextlib
import json
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

from tests.browser.product import Product
from tests.browser.product import running as product_running
from tests.interop import dialling, wanted
from tests.interop.rows import ROWS
from tests.interop.running import ALL, Peer, model, running

DOUBLES = str(Path(__file__).resolve().parents[1] / "doubles")
PATIENCE = 60.0  # seconds until a goal has ended, or something is seen at an agent
SEEN = {  # what an agent or its model writes -> what that says of a goal that was stopped
    "given up": "its model call is broken off",
    "stopped working": "its work stops",
    "told to the end": "it works on to the end",
}


@dataclass(frozen=True)
class Row:
    """How one agent fared. None: not tried, since the agent or its protocol has no place for it."""

    agent: str
    version: str
    connector: str
    chosen: bool  # the first task of the goal was its
    answered: bool  # its words stand in the answer of a goal that is done
    reads: bool | None  # a file that came with the goal
    makes: bool | None  # a file that the goal has then
    cancelled: str | None  # what was seen at the agent when the goal was stopped


@dataclass(frozen=True)
class Trial:
    """A product, an agent in it, and where that agent or its model writes down what it does."""

    product: Product
    handle: str
    diaries: tuple[Path, ...]
    places: dict[str, str]  # what words in capitals stand for in its goals

    def row(self, name: str, version: str, asked: wanted.Wanted) -> Row:
        """Give all goals, one after the other."""
        ended = self.give(asked.goal)
        answer = self._placed(asked.answer)
        return Row(
            agent=name,
            version=version,
            connector=self.product.get(f"/agents/{self.handle}")["connector"],
            chosen=ended.owners[:1] == [self.handle],
            answered=ended.done and answer in ended.answer,
            reads=self._reads(asked) if asked.reading else None,
            makes=self._makes(asked) if asked.making else None,
            cancelled=self._stopped(asked) if asked.slow else None,
        )

    def give(self, text: str, *files: tuple[str, str]) -> SimpleNamespace:
        """Give a goal, wait for its end or for its question, and tell what came of it."""
        goal = _post_form(self.product, self._placed(text), files)["id"]
        _await(lambda: self._rests(goal), self._news(goal))
        tasks = self.product.get(f"/goals/{goal}/tasks")["items"]
        result = self.product.get(f"/goals/{goal}/result")
        owners = [task["owner"]["handle"] for task in tasks]
        outcome = self.product.get(f"/goals/{goal}")["outcome"]
        asked = [task["question"] or task["failure"] for task in tasks if task["question"] or task["failure"]]
        sys.stderr.write(f"{text}\n  {outcome} {owners} {str(result['answer'])[:200]!r} {asked or ''}\n")
        return SimpleNamespace(goal=goal, owners=owners, done=outcome == "done", answer=result["answer"] or "")

    def _placed(self, text: str) -> str:
        for name, place in self.places.items():
            text = text.replace(name, place)
        return text

    def _reads(self, asked: wanted.Wanted) -> bool:
        ended = self.give(asked.reading, wanted.NOTES)
        return ended.done and self.handle in ended.owners and asked.read in ended.answer

    def _makes(self, asked: wanted.Wanted) -> bool:
        files = self.product.get(f"/goals/{self.give(asked.making).goal}/files")["items"]
        name, beginning = asked.made
        return any(self._content(file["id"]).startswith(beginning) for file in files if file["name"] == name)

    def _content(self, file: str) -> bytes:
        headers = {"Authorization": f"Bearer {self.product.token}"}
        url = f"{self.product.url}/api/v1/files/{file}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as answer:
            return answer.read()

    def _stopped(self, asked: wanted.Wanted) -> str:
        before = [len(diary.read_text()) for diary in self.diaries]
        goal = _post_form(self.product, asked.slow, ())["id"]
        if not _await(lambda: "begun" in self._written(before)):
            sys.stderr.write(f"{self.product.get(f'/goals/{goal}/tasks')}\n")
            return "it never began"
        self.product.post(f"/goals/{goal}/stop", {})
        _await(lambda: any(word in self._written(before) for word in SEEN))
        sys.stderr.write(f"{asked.slow}\n  {self._written(before)[-1500:]}\n")
        return next((said for word, said in SEEN.items() if word in self._written(before)), "nothing was seen")

    def _written(self, before: list[int]) -> str:
        return "".join(diary.read_text()[start:] for diary, start in zip(self.diaries, before, strict=True))

    def _rests(self, goal: str) -> bool:
        now = self.product.get(f"/goals/{goal}")
        return now["outcome"] != "running" or now["waiting"] > 0

    def _news(self, goal: str) -> Iterator[None]:
        """Something each time that something happened to the goal, until it has ended."""
        headers = {"Authorization": f"Bearer {self.product.token}"}
        url = f"{self.product.url}/api/v1/goals/{goal}/stream?after=0&until_end=true"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=PATIENCE) as events:
            for line in events:
                if line == b"\n":
                    yield None


def _await(held: Callable[[], bool], news: Iterator[None] | None = None) -> bool:
    """Wait until something holds, looked at when there are news, else ten times a second; whether it came to hold."""
    give_up = time.monotonic() + PATIENCE
    with contextlib.suppress(TimeoutError):
        while not held() and time.monotonic() < give_up:
            next(news, None) if news else time.sleep(0.1)
    return held()


def _post_form(product: Product, text: str, files: tuple[tuple[str, str], ...]) -> dict:
    """Give a goal with files as a form."""
    edge = uuid4().hex
    parts = [('name="text"', text), *((f'name="files"; filename="{name}"', content) for name, content in files)]
    body = "".join(f"--{edge}\r\nContent-Disposition: form-data; {head}\r\n\r\n{said}\r\n" for head, said in parts)
    headers = {"Authorization": f"Bearer {product.token}", "Content-Type": f"multipart/form-data; boundary={edge}"}
    request = urllib.request.Request(f"{product.url}/api/v1/goals", f"{body}--{edge}--\r\n".encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@contextlib.contextmanager
def crowded_product() -> Iterator[Product]:
    """The product with those who can't help."""
    with (
        tempfile.TemporaryDirectory(prefix="ioa-goals-") as folder,
        product_running(Path(folder) / "data", PYTHONPATH=DOUBLES) as product,
    ):
        product.shell("from tests.interop.crowd import gather; gather()", PYTHONPATH=DOUBLES)
        yield product


@contextlib.contextmanager
def joined(product: Product, peer: Peer, model_server: SimpleNamespace) -> Iterator[Trial]:
    """A peer that has joined by its address; it is switched off at the end."""
    with running(peer, model_server.url) as there:
        told = wanted.ALL[peer.name].told
        handle = product.post("/agents/join", {"source": there.url, "token": peer.token, **told})["handle"]
        yield Trial(product, handle, (there.said, model_server.said), {"MODEL": model_server.url})
        product.post(f"/agents/{handle}/disable", {})


@contextlib.contextmanager
def dialled(product: Product, peer: dialling.Dialler, model_server: SimpleNamespace) -> Iterator[Trial]:
    """A peer that has dialled in beside what its goals ask about; it is switched off at the end."""
    handle = peer.name.lower().replace(" ", "-")
    product.post("/agents", {"handle": handle, "name": peer.name, "connector": "socket"})
    token = product.post(f"/agents/{handle}/tokens", {"name": "here"})["token"]
    with tempfile.TemporaryDirectory(prefix="ioa-peer-") as folder:
        wanted.furnish(Path(folder))
        with dialling.connected(peer, product.url, token, Path(folder), model_server.url) as there:
            assert _await(lambda: product.get(f"/agents/{handle}")["availability"] == "online"), there.said.read_text()
            places = {"MODEL": model_server.url, "FOLDER": folder}
            yield Trial(product, handle, (there.said, model_server.said), places)
            product.post(f"/agents/{handle}/disable", {})


def row_of(product: Product, name: str, model_server: SimpleNamespace) -> Row:
    """Try one agent."""
    peer = ALL.get(name) or dialling.UNRECORDED[name]
    join = joined if isinstance(peer, Peer) else dialled
    with join(product, peer, model_server) as trial:
        return trial.row(name, peer.version, wanted.ALL[name])


if __name__ == "__main__":
    kept = {row["agent"]: row for row in json.loads(ROWS.read_text())} if ROWS.exists() else {}
    with crowded_product() as hub, model() as server:
        for chosen in sys.argv[1:] or wanted.ALL:
            row = asdict(row_of(hub, chosen, server))
            sys.stdout.write(f"{json.dumps(row)}\n")
            kept[chosen] = row
            ROWS.write_text(json.dumps(list(kept.values()), indent=1) + "\n")
