from django.db import migrations

GOALS = """
INSERT INTO accounts_origin (id, workspace_id, kind, user_id, token_id, created_at)
SELECT id, workspace_id, 'person', created_by_id, NULL, created_at FROM teams_goal WHERE origin_id IS NULL;
UPDATE teams_goal SET origin_id = id WHERE origin_id IS NULL"""

PROPOSED = """
UPDATE teams_member AS member SET proposed_by_id = asker.agent_id
FROM teams_task AS task
JOIN teams_task AS above ON above.id = task.delegated_by_id
JOIN teams_member AS asker ON asker.id = above.owner_id
WHERE task.owner_id = member.id AND member.kind = 'agent' AND asker.agent_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM teams_task AS other WHERE other.owner_id = member.id AND other.delegated_by_id IS NULL)"""


class Migration(migrations.Migration):
    """Goals that exist were given by the person who made them; who only has what was handed on was proposed by it."""

    dependencies = [("teams", "0018_chains_of_authority")]

    operations = [
        migrations.RunSQL(GOALS, migrations.RunSQL.noop),
        migrations.RunSQL(PROPOSED, migrations.RunSQL.noop),
    ]
