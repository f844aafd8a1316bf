"""Data of another release is refused before anything serves it, and the refusal says the way out."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate

from ioa_web import schema
from ioa_web.management.commands.prepare import bring_to_this_release

ROOT = Path(__file__).parents[2]


def test_data_of_this_release_is_taken(db):
    schema.refuse_other()


def test_data_of_a_newer_release_is_refused_and_the_newer_release_or_a_backup_is_named(db):
    MigrationRecorder(connection).record_applied("teams", "9999_from_the_future")
    with pytest.raises(schema.WrongSchema, match=r"newer release \(teams\.9999_from_the_future\).*restore a backup"):
        schema.refuse_other()


def test_prepare_touches_nothing_of_a_newer_release(db):
    MigrationRecorder(connection).record_applied("teams", "9999_from_the_future")
    with pytest.raises(CommandError, match="newer release"):
        call_command("prepare")


def test_data_of_an_older_release_is_refused_until_it_was_prepared(db):
    MigrationRecorder(connection).record_unapplied("teams", "0009_goals_to_learn_from")
    with pytest.raises(schema.WrongSchema, match=r"lacks teams\.0009_goals_to_learn_from.*manage\.py prepare"):
        schema.refuse_other()


def test_tables_that_no_release_made_are_refused_whatever_is_noted(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE teams_attempt RENAME COLUMN busy_for TO busy_since")
    with pytest.raises(schema.WrongSchema, match=r"teams_attempt\.busy_for missing"):
        schema.refuse_other()


def test_a_plug_ins_migrations_are_no_business_of_this_check(db):
    MigrationRecorder(connection).record_applied("somebody_elses_app", "0001_initial")
    schema.refuse_other()


def test_a_role_that_may_not_change_the_tables_is_told_which_setting_names_their_owner(db):
    ((app, newest),) = MigrationLoader(connection).graph.leaf_nodes("webhooks")
    MigrationRecorder(connection).record_unapplied(app, newest)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE onlooker")
        cursor.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO onlooker")
        cursor.execute("SET LOCAL ROLE onlooker")
    with pytest.raises(schema.WrongSchema, match=r"may not change the tables .* in IOA_MIGRATION_DATABASE_URL"):
        bring_to_this_release()


@contextmanager
def noted(label, name):
    """A migration that processes see as applied."""
    MigrationRecorder(connection).record_applied(label, name)
    try:
        yield
    finally:
        MigrationRecorder(connection).record_unapplied(label, name)


@pytest.mark.processes
@pytest.mark.parametrize(
    "process",
    [
        ["-m", "ioa_web.server", "--port", "0", "ioa_web.asgi:application"],
        ["-m", "celery", "--quiet", "--app", "ioa_web", "worker", "--pool", "threads"],
        ["-m", "celery", "--quiet", "--app", "ioa_web", "beat", "--pidfile=", "--schedule", "{folder}/beat"],
    ],
    ids=["web", "worker", "beat"],
)
def test_a_process_ends_at_once_on_data_of_a_newer_release(transactional_db, tmp_path, process):
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    with noted("teams", "9999_from_the_future"):
        ended = subprocess.run(
            [sys.executable, *(part.format(folder=tmp_path) for part in process)],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": url},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert ended.returncode == 1
    assert "can't start: The data was written by a newer release" in ended.stderr


def test_a_migration_may_be_silent_for_longer_than_anything_else(db):
    def bound():
        with connection.cursor() as cursor:
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            return cursor.fetchone()[0]

    def note(**_):
        meanwhile.add(bound())

    meanwhile, usual = set(), bound()
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '10s'")
    pre_migrate.connect(note)
    try:
        bring_to_this_release()
    finally:
        pre_migrate.disconnect(note)
    assert meanwhile == {"0"}
    assert bound() == usual
