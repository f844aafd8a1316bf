"""How well and how fast agents are found among very many: `python -m benchmarks.scale [agents]`.

All workspaces share one table, so a search is a filter on it: one workspace has 1% of all agents, one 10%, and in the
end one has all. Agents' vectors are those of the development split's goals with some noise, questions its questions.
A row tells which way was taken, how many of the ten nearest (compared exactly) it gave, and what the nearest and the
whole search took, at which CPU of this process and of Postgres.
"""

import contextlib
import os
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.discovery import EVERYBODY, HERE, lines, milliseconds
from benchmarks.stage import database, row

if TYPE_CHECKING:
    from django.db.models import Model

AGENTS = 100_000
SHARES = (0.01, 0.1)
QUESTIONS = 200
NEAREST = 10
NOISE = 0.04  # of each of the 256 numbers; two agents for the same goal then have a cosine of about .7
SEED = 20
INDEX = "agent_by_meaning"


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


COLUMNS = {"description": "Does what it can.", "skills": "[]", "read_skills": "[]", "goal_words": "{}"}
LINE = {"connector": "scripted", "connector_config": "{}"}


def copy(cursor: object, owners: Sequence[uuid.UUID], vectors: "np.ndarray", chance: np.random.Generator) -> None:
    """Write an agent for each owner straight into the table, with its connection; see `copied`."""
    from django.db import transaction

    from apps.agents.models import Agent, Connection

    ids = [(uuid.uuid4(), uuid.uuid4()) for _ in owners]
    with transaction.atomic():  # each of the two names the other
        with copied(cursor, Agent, "id", "connection", "workspace", "handle", "name", "vector", **COLUMNS) as write:
            for number, (owner, keys) in enumerate(zip(owners, ids, strict=True)):
                vector = vectors[chance.integers(len(vectors))] + chance.normal(0, NOISE, vectors.shape[1])
                text = "[" + ",".join(f"{value:.5f}" for value in vector / np.linalg.norm(vector)) + "]"
                write(*keys, owner, f"agent-{number}", f"Agent {number}", text)
        with copied(cursor, Connection, "id", "agent", **LINE) as write:
            for agent, line in ids:
                write(line, agent)


@contextlib.contextmanager
def copied(cursor: object, model: "type[Model]", *fields: str, **same: str) -> Iterator[Callable[..., None]]:
    """Give what writes a row of these fields; `same` is in each, and what is not named takes the model's default."""
    from django.utils import timezone

    named = {field.name: field for field in model._meta.concrete_fields}  # noqa: SLF001
    left = [field for name, field in named.items() if name not in {*fields, *same} and not field.null]
    usual = {field.column: timezone.now() if field.name.endswith("_at") else field.get_default() for field in left}
    columns = [named[name].column for name in fields] + [*same, *usual]
    more = [*same.values(), *usual.values()]
    table = model._meta.db_table  # noqa: SLF001
    with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as writing:  # type: ignore[attr-defined]
        yield lambda *values: writing.write_row([*values, *more])


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
    for _, vector in questions:
        exact = set(nearest_agents(askable_agents(workspace_id), vector, NEAREST, narrow=count))
        began = time.perf_counter()
        given = nearest_agents(askable_agents(workspace_id), vector, NEAREST)
        near.append(time.perf_counter() - began)
        found += len(exact & set(given))
    worked = cpu()
    for text, _ in questions:
        began = time.perf_counter()
        search_agents(workspace_id, text, threshold=EVERYBODY)
        whole.append(time.perf_counter() - began)
    spent = 1000 * (cpu() - worked) / len(questions)
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
        search_cpu_ms=round(spent, 1),
    )


def cpu() -> float:
    """CPU seconds of this process, and of the Postgres process behind its connection, so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        fields = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text().rpartition(")")[2].split()
    return time.process_time() + sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else AGENTS, HERE)
