"""Before a migration that moves data there is a backup, from which the data of before can be restored."""

import os
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython, RunSQL
from psycopg import sql

from ioa_web.backups import MARK, UNMARKED, reshapes_data
from ioa_web.supervisor.processes import postgres_folder
from tests.upgrade.test_old_data import DUMPS, ROOT, old_data

__all__ = ["old_data"]

NEWEST = pytest.mark.parametrize("old_data", [DUMPS[0]], indirect=True, ids=["old"])
BEFORE_THE_MARK = {"accounts": 9, "agents": 15, "chat": 8, "files": 1, "journal": 5, "teams": 24}
"""The last migration of each app before there was the mark."""
MOVES_NOTHING = frozenset({"teams.0039_goal_words"})
"""Listed without the mark, so that nothing can be added to it: it makes an index."""
COUNTED = ("teams_goal", "teams_task", "chat_message", "agents_agent", "journal_event")


def prepare(url, folder, **environment):
    """What `manage.py prepare` says, and whether it went well."""
    env = os.environ | {"DATABASE_URL": url, "PYTHONPATH": str(ROOT), "IOA_DATA_DIR": str(folder)} | environment
    done = subprocess.run(
        [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=200
    )
    return done.returncode == 0, done.stdout + done.stderr


@contextmanager
def restored(backup, url):
    """The address of a new database with what a backup holds."""
    name = "restored_before"
    new = urlsplit(url)._replace(path=f"/{name}").geturl()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        program = postgres_folder(None) / "bin" / "pg_restore"
        arguments = ["--no-owner", "--no-comments", "--exit-on-error", "--dbname", new]
        subprocess.run([program, *arguments, backup], check=True, capture_output=True)
        yield new
    finally:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def counts(url):
    with psycopg.connect(url) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED}


def applied(url):
    with psycopg.connect(url) as connection:
        return {f"{app}.{name}" for app, name in connection.execute("SELECT app, name FROM django_migrations")}


def unmoved_meanings(url):
    """Messages that a search gives and whose meaning is not kept, and those that none gives of which one is."""
    with psycopg.connect(url) as connection:
        return connection.execute(
            "SELECT said.id FROM chat_message said LEFT JOIN chat_messagemeaning known ON known.message_id = said.id "
            "WHERE (said.kind <> 'notice' AND said.text <> '') <> (known.message_id IS NOT NULL)"
        ).fetchall()


@NEWEST
@pytest.mark.processes
def test_data_of_before_is_backed_up_before_it_is_moved_and_can_be_restored(old_data, tmp_path):
    before, known = counts(old_data), applied(old_data)
    fine, said = prepare(old_data, tmp_path)
    assert fine, said
    (backup,) = (tmp_path / "backups").iterdir()
    assert str(backup) in said
    assert backup.stat().st_mode & 0o777 == 0o600
    with restored(backup, old_data) as again:
        assert (counts(again), applied(again)) == (before, known)
        assert prepare(again, tmp_path / "again")[0]
    assert unmoved_meanings(old_data) == []
    assert prepare(old_data, tmp_path)[0]
    assert list((tmp_path / "backups").iterdir()) == [backup]  # nothing more is moved, so nothing more is backed up


@NEWEST
@pytest.mark.processes
def test_where_no_backup_can_be_made_nothing_is_moved_until_the_operator_has_one(old_data, tmp_path):
    known = applied(old_data)
    (tmp_path / "backups").write_text("no folder can be made here")
    fine, said = prepare(old_data, tmp_path)
    assert not fine
    assert 'pg_dump --format custom --file ioa.dump "$DATABASE_URL"' in said
    assert applied(old_data) == known
    first = said.partition("IOA_BACKED_UP=")[2].partition(". ")[0]
    assert not prepare(old_data, tmp_path, IOA_BACKED_UP="another.migration")[0]
    assert prepare(old_data, tmp_path, IOA_BACKED_UP=first)[0]


def test_every_migration_that_runs_code_says_whether_it_moves_data():
    ours = [each for (app, _), each in MigrationLoader(None).disk_migrations.items() if app in BEFORE_THE_MARK]
    later = [each for each in ours if int(each.name[:4]) > BEFORE_THE_MARK[each.app_label]]
    running = [each for each in later if any(isinstance(step, RunPython | RunSQL) for step in each.operations)]
    assert {str(each) for each in running if not hasattr(each, MARK)} <= UNMARKED | MOVES_NOTHING


def test_what_was_not_marked_is_there():
    known = {str(each): each for each in MigrationLoader(None).disk_migrations.values()}
    assert all(reshapes_data(known[name]) for name in UNMARKED)
