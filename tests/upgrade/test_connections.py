"""An agent of before becomes a profile with one connection of its workspace; what hung on it hangs on that."""

import psycopg
import pytest

from tests.upgrade.test_old_data import DUMPS, old_data, run  # noqa: F401  # a fixture

pytestmark = pytest.mark.processes

REACHED = (
    "connector, connector_config, availability, last_seen_at, problem, failing, needs_test, out_since, check_at,"
    " concurrency, calls_per_minute, busy_until, timeout_seconds"
)
MORE = """
    UPDATE agents_agent SET availability = 'unstable', failing = 2, problem = 'It refused.', concurrency = 7,
        connector_config = '{"url": "https://a.example", "api_key": {"sealed": "abc"}}', timeout_seconds = 42
    WHERE id = (SELECT id FROM agents_agent ORDER BY id LIMIT 1);
    INSERT INTO agents_recentcall (agent_id, at) SELECT id, now() FROM agents_agent;
    INSERT INTO agents_agentcheck (agent_id, at, tested, reachable, latency_ms, problem, reply)
        SELECT id, now(), TRUE, TRUE, 12, '', 'I am ' || handle FROM agents_agent;
    INSERT INTO agents_agenttoken (id, agent_id, name, prefix, digest, created_at)
        SELECT gen_random_uuid(), id, 'laptop', 'ioa_agent_', md5(id::text), now() FROM agents_agent;
    INSERT INTO agents_agentsocket (id, agent_id, token_id, client, opened_at, seen_at, open)
        SELECT gen_random_uuid(), agent_id, id, 'a-laptop', now(), now(), TRUE FROM agents_agenttoken;
    INSERT INTO agents_socketcall
        (id, agent_id, key, leg, request, state, fence, holder, last_seq, file_bytes, created_at)
        SELECT gen_random_uuid(), id, 'k', 0, '{}', 'held', 3, 'a-laptop', 0, 0, now() FROM agents_agent"""
HANGING = ("agents_recentcall", "agents_agentcheck", "agents_agenttoken", "agents_agentsocket", "agents_socketcall")


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["newest"])
def test_all_that_was_known_of_how_an_agent_is_reached_is_its_connections(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate", "agents", "0020")
    with psycopg.connect(old_data) as connection:
        connection.execute(MORE)
        connection.commit()
        before = connection.execute(f"SELECT id, {REACHED} FROM agents_agent ORDER BY id").fetchall()
    assert len(before) > 5

    run(old_data, "manage.py", "migrate")

    with psycopg.connect(old_data) as connection:
        lines = f"SELECT agent_id, {REACHED} FROM agents_connection WHERE owner_id IS NULL AND enabled"
        assert connection.execute(f"{lines} ORDER BY agent_id").fetchall() == before
        pointed = "JOIN agents_connection c ON c.id = a.connection_id AND c.agent_id = a.id"
        assert connection.execute(f"SELECT count(*) FROM agents_agent a {pointed}").fetchone() == (len(before),)
        for table in HANGING:
            of = f"SELECT count(DISTINCT c.agent_id) FROM {table} t JOIN agents_connection c ON c.id = t.connection_id"
            assert connection.execute(of).fetchone() == (len(before),), table
        told = connection.execute(
            "SELECT a.handle, k.reply FROM agents_agentcheck k JOIN agents_connection c ON c.id = k.connection_id"
            " JOIN agents_agent a ON a.id = c.agent_id WHERE k.reply LIKE 'I am %'"
        ).fetchall()
        assert all(reply == f"I am {handle}" for handle, reply in told)
        assert len(told) == len(before)


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["newest"])
def test_what_had_begun_went_over_its_agents_one_connection(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        begun = "SELECT count(*) FROM teams_attempt WHERE started_at IS NOT NULL"
        (attempts,) = connection.execute(begun).fetchone()
        (over,) = connection.execute(
            "SELECT count(*) FROM teams_attempt t JOIN agents_connection c ON c.id = t.connection_id"
            " AND c.agent_id = t.agent_id WHERE t.started_at IS NOT NULL"
        ).fetchone()
        (early,) = connection.execute(
            "SELECT count(*) FROM teams_attempt WHERE started_at IS NULL AND connection_id IS NOT NULL"
        ).fetchone()
    assert (over, early) == (attempts, 0)
    assert attempts > 5
