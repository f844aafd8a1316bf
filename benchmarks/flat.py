"""What the steps of a goal cost where much is stored: `python -m benchmarks.flat [messages] [goals] [agents]`.

One small goal is taken from its request to its end, three times: in an empty workspace, among so many goals that ended
and so many agents (full), and there with so many messages in its own room. A row has the statements of a step, and the
pages of 8 kB that Postgres looked at, in memory or not: they should stay as they are. Everything runs in this process,
with a voice that plays a script; pages are those of the whole database, which nobody else uses.
"""

import contextlib
import json
import os
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.stage import database, row

MESSAGES, GOALS, AGENTS = 10_000, 20_000, 100_000
TASKS = [
    {"key": key, "title": key, "brief": f"Do {key}.", "owner": key, "after": after, "needs": ()}
    for key, after in (("one", ()), ("two", ("one",)))
]


class Counted:
    """A workspace whose goals are taken through their steps, each of which is counted."""

    def __init__(self) -> None:
        from apps.accounts.models import Member, User, Workspace
        from apps.accounts.queries import actor_for
        from apps.agents.actions import register_agent
        from apps.agents.domain.registration import AgentProfile

        self.workspace = Workspace.objects.create(slug="flat", name="Flat")
        user = User.objects.create(username="flat")
        Member.objects.create(workspace=self.workspace, user=user, role="owner")
        self._owner = actor_for(user, self.workspace.pk)
        for handle in ("one", "two"):
            about = {"id": handle, "name": f"work of {handle}", "description": f"Does {handle}.", "read_only": True}
            told = AgentProfile(
                handle=handle,
                name=handle,
                description=f"work of {handle}",
                skills=[about],
                connector="scripted",
                connector_config={"steps": [{"result": f"{handle} did it."}]},
            )
            register_agent(self.workspace.pk, told)

    def run(self, messages: int = 0) -> tuple[uuid.UUID, dict[str, tuple[int, int]]]:
        """Take a goal with so many messages through its steps: its id, and the statements and pages of each."""
        from apps.chat.actions import GoalRequest, launch_goal, post_message
        from apps.chat.jobs import take_turn
        from apps.chat.jobs.notifications import deliver_answer, learn_from_goals
        from apps.chat.models import Conversation

        given: list[Any] = []
        counts = {"given": counted(lambda: given.append(launch_goal(self._owner, GoalRequest(text="Do the work"))))}
        goal = given[0]
        room = Conversation.objects.select_related("team").get(team__goal=goal, team__parent=None)
        say(room, messages)
        counts["a word"] = counted(lambda: post_message(self._owner, room.team_id, "Be quick, please."))
        counts["a turn, two tasks"] = counted(lambda: take_turn(str(room.pk)))
        counts["its answer as a file"] = counted(lambda: deliver_answer(str(goal.pk)))
        counts["what its agents learn"] = counted(lambda: learn_from_goals(str(goal.workspace_id)))
        goal.refresh_from_db()
        if goal.outcome != "done":
            raise SystemExit(f"the goal did not end well: {goal.outcome} {goal.failure}")
        return goal.pk, counts


def counted(step: Callable[[], object]) -> tuple[int, int]:
    """The statements of a step, without the marks of transactions, and the pages that they looked at."""
    from django.db import connection

    told: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        told.append(sql)
        return execute(sql, params, many, context)

    before = pages()
    with connection.execute_wrapper(note):
        step()
    marks = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not sql.startswith(marks) for sql in told), pages() - before


def pages() -> int:
    """The pages that were looked at in this database so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def say(room: Any, count: int) -> None:
    """Put so many more messages into a room, all of them read."""
    from django.db import connection

    from apps.chat.models import Conversation, Message

    first = Message.objects.filter(conversation=room).order_by("number")[:1].get()
    copy_rows(Message, first.pk, count, number="n + 1", kind="'say'", member_id="NULL", read_in_turn="0")
    Conversation.objects.filter(pk=room.pk).update(last_number=count + 1, read_number=count + 1)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE chat_message")  # as Postgres does by itself, a minute later


def fill(workspace: uuid.UUID, goal: uuid.UUID, goals: int, agents: int) -> None:
    """Put as many copies of a goal that ended into a workspace, and as many agents, with all that belongs to them."""
    from django.db import connection, transaction

    from apps.agents.models import Agent, Connection
    from apps.chat.models import Conversation, Message, Turn
    from apps.journal.models import Event, Stream
    from apps.teams.models import Attempt, Goal, Member, Task, Team

    of_goal = {
        Stream: "id",
        Goal: "id",
        Team: "goal_id",
        Member: "team__goal_id",
        Task: "team__goal_id",
        Attempt: "task__team__goal_id",
        Conversation: "team__goal_id",
        Turn: "conversation__team__goal_id",
        Message: "conversation__team__goal_id",
        Event: "stream_id",
    }
    one = Agent.objects.filter(workspace=workspace)[:1].get()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'")
        by_meaning = cursor.fetchall()
        for name, _ in by_meaning:  # made afterwards, which is quicker
            cursor.execute(f"DROP INDEX {name}")
        for model, path in of_goal.items():
            for key in model._default_manager.filter(**{path: goal}).values_list("pk", flat=True):  # noqa: SLF001
                copy_rows(model, key, goals, copied=frozenset(of_goal))
        anew = "(SELECT array_agg(random() - 0.5) FROM generate_series(1, 256 + 0 * n))::vector::halfvec"
        named = {"handle": "'agent-' || n", "name": "'Agent ' || n", "vector": anew, "profile_vector": anew}
        both: frozenset[type] = frozenset({Agent, Connection})
        copy_rows(Agent, one.pk, agents, copied=both, **named)
        copy_rows(Connection, one.connection_id, agents, copied=both)
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _, definition in by_meaning:
            cursor.execute(definition)
        cursor.execute("VACUUM ANALYZE")


def copy_rows(model: Any, key: Any, count: int, copied: frozenset[type] = frozenset(), **changed: str) -> None:
    """Write a row so many times. What refers to rows of `copied` refers to the copy of the same number, n."""
    from django.db import connection
    from django.db.models import AutoField

    fields = [one for one in model._meta.local_concrete_fields if not isinstance(one, AutoField)]  # noqa: SLF001
    anew = {
        one.column: f"md5({one.column}::text || n)::uuid"
        for one in fields
        if one.primary_key or (one.is_relation and one.related_model in copied)
    }
    values = {**{one.column: one.column for one in fields}, **anew, **changed}
    quoted = ", ".join(f'"{column}"' for column in values)
    taken = ", ".join(f'"{value}"' if value == column else value for column, value in values.items())
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({quoted}) SELECT {taken}'  # noqa: S608, SLF001
            f' FROM "{model._meta.db_table}", generate_series(1, %s) AS n WHERE "{model._meta.pk.column}" = %s',  # noqa: SLF001
            [count, key],
        )


@contextlib.contextmanager
def scripted() -> Iterator[None]:
    """The voice plays a script, and what it rings for waits until it is asked for."""
    script = [{"do": "assign", "tasks": TASKS, "answer": "two"}]
    with tempfile.TemporaryDirectory(prefix="ioa-flat-") as folder:
        path = Path(folder) / "script.json"
        path.write_text(json.dumps({"*": script}))
        os.environ |= {"IOA_CALLS": "inline", "IOA_JOBS": "eager"}
        with database():
            from django.conf import settings

            from apps.journal import bells

            settings.IOA_SCRIPT = str(path)
            bells.hear(lambda job, *about: None)
            yield


def main(messages: int = MESSAGES, goals: int = GOALS, agents: int = AGENTS) -> None:
    """Print a row for each step: beside nothing, beside goals and agents, and with messages too."""
    with scripted():
        here = Counted()
        here.run()  # what is read once, and compiled, is
        first, empty = here.run()
        fill(here.workspace.pk, first, goals, agents)
        here.run()
        _, full = here.run()
        here.run(messages)
        _, long = here.run(messages)
    for setting, counts in (("empty", empty), ("full", full), ("full, a long room", long)):
        for step, (statements, looked_at) in counts.items():
            row(setting=setting, step=step, statements=statements, pages=looked_at)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
