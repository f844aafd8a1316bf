"""How well and how fast agents are found among very many: `python -m benchmarks.scale [agents]`.

All workspaces share one table, so a search is a filter on it: one workspace has 1% of all agents, one 10%, and in the
end one has all. Agents' vectors are those of the development split's goals with some noise, questions its questions.
A row tells which way was taken, how many of the ten nearest (compared exactly) it gave, and what the nearest and the
whole search took.
"""

import sys
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.discovery import EVERYBODY, HERE, lines, milliseconds
from benchmarks.stage import database, row

AGENTS = 100_000
SHARES = (0.01, 0.1)
QUESTIONS = 200
NEAREST = 10
NOISE = 0.04  # of each of the 256 numbers; two agents for the same goal then have a cosine of about .7
SEED = 20
INDEX = "agent_by_meaning"

Finder = Callable[[uuid.UUID, str, list[float]], list[uuid.UUID]]


def main(agents: int, folder: Path) -> None:
    """Fill the table and print a row for each share."""
    with database():
        from apps.agents import embedding

        goals = [goal for entry in lines(folder / "experience.jsonl") for goal in entry["goals"]]  # type: ignore[attr-defined]
        asked = [str(entry["query"]) for entry in lines(folder / "single.jsonl")[:: 3000 // QUESTIONS]]
        questions = [
            (text, vector) for text, vector in zip(asked, embedding.embed(asked), strict=True) if vector is not None
        ]
        workspaces = filled(agents, [vector for vector in embedding.embed(goals) if vector is not None])
        for workspace_id, share in zip(workspaces, (*SHARES, 1 - sum(SHARES)), strict=True):
            if share in SHARES:
                measure(workspace_id, agents, share, questions)
        gather(workspaces)
        measure(workspaces[-1], agents, 1.0, questions)


def filled(agents: int, vectors: Sequence[Sequence[float]]) -> list[uuid.UUID]:
    """Workspaces with so many agents in all: 1%, 10%, the rest. The index is made afterwards, which is quicker."""
    from django.db import connection

    from apps.accounts.models import Workspace

    workspaces = [Workspace.objects.create(slug=f"w{n}", name=f"w{n}").pk for n in range(len(SHARES) + 1)]
    counts = [int(share * agents) for share in SHARES]
    owners = np.repeat(np.arange(len(workspaces)), [*counts, agents - sum(counts)])
    chance = np.random.default_rng(SEED)
    chance.shuffle(owners)
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [INDEX])
        (definition,) = cursor.fetchone() or ("",)
        cursor.execute(f"DROP INDEX {INDEX}")
        copy(cursor, [workspaces[owner] for owner in owners], np.array(vectors, dtype=np.float32), chance)
        cursor.execute("SET maintenance_work_mem = '512MB'")
        cursor.execute(definition)
        cursor.execute("VACUUM ANALYZE agents_agent")
    return workspaces


COLUMNS = {
    "description": "Does what it can.",
    "skills": "[]",
    "connector": "scripted",
    "connector_config": "{}",
    "goal_words": "{}",
}


def copy(cursor: object, owners: Sequence[uuid.UUID], vectors: "np.ndarray", chance: np.random.Generator) -> None:
    """Write an agent for each owner straight into the table; columns that are not named take the model's defaults."""
    from django.utils import timezone

    from apps.agents.models import Agent

    given = {"id", "workspace", "handle", "name", "vector", "profile_vector", *COLUMNS}
    left = [field for field in Agent._meta.concrete_fields if field.name not in given and not field.null]  # noqa: SLF001
    usual = {field.column: timezone.now() if field.name.endswith("_at") else field.get_default() for field in left}
    names = ["id", "workspace_id", "handle", "name", "vector", *COLUMNS, *usual]
    more = [*COLUMNS.values(), *usual.values()]
    with cursor.copy(f"COPY agents_agent ({', '.join(names)}) FROM STDIN") as writing:  # type: ignore[attr-defined]
        for number, owner in enumerate(owners):
            vector = vectors[chance.integers(len(vectors))] + chance.normal(0, NOISE, vectors.shape[1])
            text = "[" + ",".join(f"{value:.5f}" for value in vector / np.linalg.norm(vector)) + "]"
            writing.write_row([uuid.uuid4(), owner, f"agent-{number}", f"Agent {number}", text, *more])


def gather(workspaces: Sequence[uuid.UUID]) -> None:
    """Give all agents to the last workspace."""
    from django.db import connection

    from apps.agents.models import Agent

    Agent.objects.filter(workspace_id__in=workspaces[:-1]).update(workspace_id=workspaces[-1])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE agents_agent")


def measure(workspace_id: uuid.UUID, agents: int, share: float, questions: Sequence[tuple[str, list[float]]]) -> None:
    """Ask everything and print the row."""
    from apps.agents.queries import search_agents
    from apps.agents.queries.agents import askable_agents
    from apps.agents.queries.neighbours import NARROW, nearest_agents

    count = askable_agents(workspace_id).count()
    found, near, whole = 0, [], []
    for text, vector in questions:
        exact = set(nearest_agents(askable_agents(workspace_id), vector, NEAREST, narrow=count))
        began = time.perf_counter()
        given = nearest_agents(askable_agents(workspace_id), vector, NEAREST)
        near.append(time.perf_counter() - began)
        found += len(exact & set(given))
        began = time.perf_counter()
        search_agents(workspace_id, text, threshold=EVERYBODY)
        whole.append(time.perf_counter() - began)
    row(
        agents=agents,
        share=round(share, 2),
        searched=count,
        path="exact" if count <= NARROW else "hnsw",
        recall_at_10=round(found / (NEAREST * len(questions)), 3),
        nearest_p50_ms=milliseconds(near, 0.5),
        nearest_p95_ms=milliseconds(near, 0.95),
        search_p50_ms=milliseconds(whole, 0.5),
        search_p95_ms=milliseconds(whole, 0.95),
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS, HERE)
