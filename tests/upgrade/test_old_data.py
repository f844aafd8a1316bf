"""Data that earlier states made, with goals in the middle of everything, starts under this release, and its goals end.

Each dump holds ended goals, one whose turn is due, and some whose worker was killed before and after a voice spoke,
before and after an agent was called, and before a commit.
"""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

ROOT = Path(__file__).parents[2]
DUMPS = sorted(Path(__file__).with_name("dumps").glob("*.sql.gz"))

TIMELESS = """
    UPDATE public.teams_team SET frozen_seconds = extract(epoch FROM now() - created_at), deadline_at = NULL
    WHERE ended_at IS NULL"""  # no time has passed for goals in flight: their hour would be over long ago

pytestmark = pytest.mark.processes


@pytest.fixture(params=DUMPS, ids=lambda file: file.name.partition(".")[0])
def old_data(request):
    """The address of a database with what a dump holds."""
    server = os.environ["DATABASE_URL"]
    name = f"old_{request.param.name.partition('.')[0]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(without_client_commands(gzip.decompress(request.param.read_bytes()).decode()))
        connection.execute(TIMELESS)
    yield url
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def without_client_commands(dump):
    """What psql would carry out itself: pg_dump begins and ends with such lines."""
    return "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))


def run(url, *command):
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_its_goals_end_under_this_release(old_data):
    with psycopg.connect(old_data) as connection:
        (running,) = connection.execute("SELECT count(*) FROM teams_goal WHERE outcome = 'running'").fetchone()
    assert running >= 5
    run(old_data, "manage.py", "prepare")
    goals = json.loads(run(old_data, "-m", "tests.upgrade.driver"))
    assert [goal for goal in goals if goal["fault"] or goal["outcome"] == "running"] == []
    assert sum(goal["outcome"] in ("done", "partial") for goal in goals) > running


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["between"])
def test_so_do_those_of_a_state_in_which_a_migration_was_another(old_data):
    with psycopg.connect(old_data) as connection:
        connection.execute("ALTER TABLE teams_attempt DROP COLUMN busy_for, ADD COLUMN busy_since timestamptz")
    run(old_data, "manage.py", "prepare")
    goals = json.loads(run(old_data, "-m", "tests.upgrade.driver"))
    assert [goal for goal in goals if goal["fault"] or goal["outcome"] == "running"] == []
