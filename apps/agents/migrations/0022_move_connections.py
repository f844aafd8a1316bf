from django.db import migrations

# A connection of before has the key of its agent: so have the tokens, checks, calls and sockets that become its own.
MOVE = """
    INSERT INTO agents_connection (
        id, agent_id, owner_id, enabled, connector, connector_config, availability, last_seen_at, problem, failing,
        needs_test, out_since, check_at, concurrency, calls_per_minute, busy_until, timeout_seconds, created_at,
        removed_at)
    SELECT
        id, id, NULL, TRUE, connector, connector_config, availability, last_seen_at, problem, failing,
        needs_test, out_since, check_at, concurrency, calls_per_minute, busy_until, timeout_seconds, created_at,
        NULL
    FROM agents_agent;
    UPDATE agents_agent SET connection_id = id;"""


class Migration(migrations.Migration):
    """Each agent becomes a profile with one connection of its workspace."""

    reshapes_data = True

    dependencies = [("agents", "0021_connections")]

    operations = [migrations.RunSQL(MOVE, migrations.RunSQL.noop)]
