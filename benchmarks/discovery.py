"""How well the product finds the right agents: `python -m benchmarks.discovery [folder]`.

The folder has agents.jsonl, single.jsonl, pairs.jsonl and experience.jsonl (see data/discovery/README.md). Each ranking
has a workspace of its own in a real Postgres, registered and taught by the product's actions, asked by its search. A
row tells for each N the mean share of the right agents among the first N. The bare cosine is the reference.
"""

import json
import re
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks.stage import database, quantile, row

HERE = Path(__file__).parent / "data" / "discovery"
SINGLE, PAIRS = (1, 5, 10), (2, 5, 10)
EVERYBODY = -1.0  # no threshold: who is found is not asked here, only in which order

Entry = dict[str, object]
Rank = Callable[[str], Sequence[str]]  # a question -> names, best first


def lines(path: Path) -> list[Entry]:
    """Give the objects of a file with one JSON object a line."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def main(folder: Path) -> None:
    """Print a row for each ranking."""
    questions = {"single": (lines(folder / "single.jsonl"), SINGLE), "pairs": (lines(folder / "pairs.jsonl"), PAIRS)}
    agents, experience = lines(folder / "agents.jsonl"), lines(folder / "experience.jsonl")
    with database():
        measure("bare cosine of profiles", cosine_of(agents), questions)
        measure("product, profiles only", product_of(agents, []), questions)
        measure("product, ten past goals each", product_of(agents, experience), questions)


def measure(name: str, rank: Rank, questions: dict[str, tuple[list[Entry], Sequence[int]]]) -> None:
    """Ask everything and print the row."""
    found: dict[str, float] = {}
    seconds: list[float] = []
    for kind, (asked, places) in questions.items():
        hits = dict.fromkeys(places, 0.0)
        for question in asked:
            began = time.perf_counter()
            names = rank(str(question["query"]))
            seconds.append(time.perf_counter() - began)
            for n in places:
                hits[n] += share(names[:n], question["agents"])
        found |= {f"{kind} R@{n}": round(hits[n] / len(asked), 3) for n in places}
    row(ranking=name, **found, p50_ms=milliseconds(seconds, 0.5), p95_ms=milliseconds(seconds, 0.95))


def share(names: Iterable[str], right: object) -> float:
    """Give the share of the right names among `names`."""
    wanted = set(right) if isinstance(right, list) else {right}
    return len(wanted & set(names)) / len(wanted)


def milliseconds(seconds: list[float], part: float) -> float:
    """Give a quantile of times."""
    return round(1000 * quantile(seconds, part), 2)


def cosine_of(agents: list[Entry]) -> Rank:
    """The reference: nothing but the cosine over "name: description", in memory."""
    from apps.agents.embedding import matrix

    names = [str(agent["name"]) for agent in agents]
    profiles = matrix([f"{agent['name']}: {agent['description']}" for agent in agents])

    def rank(text: str) -> list[str]:
        scores = profiles @ matrix([text])[0]
        return [names[place] for place in (-scores).argsort()[: max(SINGLE)]]

    return rank


def product_of(agents: list[Entry], experience: list[Entry]) -> Rank:
    """The product's own search in a fresh workspace whose agents were registered, and taught, by its actions."""
    from apps.accounts.models import Workspace
    from apps.agents.actions import learn_from_goals, register_agent
    from apps.agents.domain.lessons import Lesson
    from apps.agents.domain.registration import AgentProfile
    from apps.agents.queries import search_agents

    slug = uuid.uuid4().hex
    workspace = Workspace.objects.create(slug=slug, name=slug)
    ids = {}
    for number, agent in enumerate(agents):
        name, handle = str(agent["name"]), handle_of(str(agent["name"]), number)
        profile = AgentProfile(handle=handle, name=name, description=str(agent["description"]), connector="scripted")
        ids[name] = register_agent(workspace.pk, profile)
    for entry in experience:
        taught = frozenset({ids[str(entry["agent"])]})
        learn_from_goals([Lesson(uuid.uuid4(), goal, taught) for goal in entry["goals"]])  # type: ignore[attr-defined]

    def rank(text: str) -> list[str]:
        return [one.name for one in search_agents(workspace.pk, text, limit=max(SINGLE), threshold=EVERYBODY)]

    return rank


def handle_of(name: str, number: int) -> str:
    """Give a handle of its own for an agent of this name."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:50].strip("-")
    return f"{plain or 'agent'}-{number}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
