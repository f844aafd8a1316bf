"""Contents that earlier releases kept in the rows that have them come into blobs, each as it was, and are counted."""

import hashlib

import psycopg
import pytest

from tests.upgrade.test_old_data import DUMPS, old_data, run  # noqa: F401  # a fixture

pytestmark = pytest.mark.processes
PIECE = 256 * 1024
MORE = """
    INSERT INTO agents_document (id, workspace_id, goal_id, name, media_type, size, content, created_at)
    SELECT gen_random_uuid(), w.id, NULL, 'm' || n, 'text/plain', length(c.content), c.content, now()
    FROM (SELECT id FROM accounts_workspace LIMIT 1) w, generate_series(1, 700) n,
    LATERAL (SELECT CASE WHEN n <= 3 THEN repeat('long ' || n, 100000)::bytea WHEN n = 4 THEN ''::bytea
                         ELSE ('short ' || n % 300)::bytea END AS content) c"""
FILES = ("agents_document", "agents_trialfile", "teams_artifact")


def contents_before(connection):
    """Digest of each file by its row."""
    rows = [row for table in FILES for row in connection.execute(f"SELECT id, content, size FROM {table}").fetchall()]
    return {key: (hashlib.sha256(content).hexdigest(), size) for key, content, size in rows}


def contents_after(connection):
    """The same; what was attached to a goal has become a version as well, beside its own row."""
    told = {}
    for table in FILES:
        attached = " WHERE document_id IS NULL" if table == "teams_artifact" else ""
        for key, blob, size in connection.execute(f"SELECT id, blob_id, size FROM {table}{attached}").fetchall():
            pieces = connection.execute(
                "SELECT content FROM files_blobpiece WHERE blob_id = %s ORDER BY position", [blob]
            ).fetchall()
            assert all(len(piece) == PIECE for (piece,) in pieces[:-1])
            told[key] = (hashlib.sha256(b"".join(piece for (piece,) in pieces)).hexdigest(), size)
    return told


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["big"])
def test_each_content_is_what_it_was_and_stands_there_once(old_data):  # noqa: F811
    with psycopg.connect(old_data) as connection:
        connection.execute(MORE)
        connection.commit()
        before = contents_before(connection)
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        assert contents_after(connection) == before
        assert len(before) > 700
        different = len({digest for digest, _ in before.values()})
        (blobs,) = connection.execute("SELECT count(*) FROM files_blob").fetchone()
        assert different <= blobs < different + 10, "more only where two workspaces have the same"
        counted = "SELECT files, bytes FROM files_fileuse WHERE scope = 'workspace'"
        files, size = map(sum, zip(*connection.execute(counted).fetchall(), strict=True))
        assert (files, size) == (len(before), sum(size for _, size in before.values()))


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["broken off"])
def test_a_move_that_was_broken_off_goes_on_where_it_was(old_data):  # noqa: F811
    with psycopg.connect(old_data) as connection:
        connection.execute(MORE)
        connection.commit()
        before = contents_before(connection)
    run(old_data, "manage.py", "migrate", "agents", "0014")
    with psycopg.connect(old_data) as connection:  # one row cannot be moved for now
        connection.execute("ALTER TABLE agents_document ADD CONSTRAINT later CHECK (name <> 'm500' OR blob_id IS NULL)")
        connection.commit()
    with pytest.raises(AssertionError, match="later"):
        run(old_data, "manage.py", "migrate", "agents", "0015")
    with psycopg.connect(old_data) as connection:
        (moved,) = connection.execute("SELECT count(*) FROM agents_document WHERE blob_id IS NOT NULL").fetchone()
        assert 0 < moved < 700
        connection.execute("ALTER TABLE agents_document DROP CONSTRAINT later")
        connection.commit()
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        assert contents_after(connection) == before
