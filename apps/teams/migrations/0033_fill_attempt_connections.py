from django.db import migrations

# There was one connection to each agent: whatever began went over it. What waits chooses when it is claimed.
FILL = """
    UPDATE teams_attempt AS attempt SET connection_id = agent.connection_id
    FROM agents_agent AS agent
    WHERE agent.id = attempt.agent_id AND attempt.started_at IS NOT NULL"""


class Migration(migrations.Migration):

    reshapes_data = True

    dependencies = [("teams", "0032_attempt_connections")]

    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
