from django.db import migrations

TASKS = """
WITH RECURSIVE known AS (
    SELECT task.id, task.origin_id, goal.origin_id AS of_goal, coalesce(task.delegated_by_id, team.task_id) AS above
    FROM teams_task AS task
    JOIN teams_team AS team ON team.id = task.team_id
    JOIN teams_goal AS goal ON goal.id = team.goal_id
), begun AS (
    SELECT id, coalesce(origin_id, of_goal) AS origin_id FROM known WHERE above IS NULL
    UNION ALL
    SELECT known.id, coalesce(known.origin_id, begun.origin_id) FROM known JOIN begun ON known.above = begun.id
)
UPDATE teams_task AS task SET origin_id = begun.origin_id
FROM begun WHERE begun.id = task.id AND task.origin_id IS NULL"""

TEAMS = """
UPDATE teams_team AS team SET origin_id = goal.origin_id
FROM teams_goal AS goal WHERE goal.id = team.goal_id AND team.task_id IS NULL;
UPDATE teams_team AS team SET origin_id = task.origin_id FROM teams_task AS task WHERE task.id = team.task_id"""

ATTEMPTS = """
UPDATE teams_attempt AS attempt SET origin_id = task.origin_id FROM teams_task AS task WHERE task.id = attempt.task_id
"""


class Migration(migrations.Migration):
    """What was found by walking upwards is written where it was asked for; a task's own origin, as ever, comes first.

    A statement a table, each over all of it: there is no row to go on with where it was broken off.
    """

    dependencies = [("teams", "0023_origins_of_all")]

    operations = [
        migrations.RunSQL(TASKS, migrations.RunSQL.noop),
        migrations.RunSQL(TEAMS, migrations.RunSQL.noop),
        migrations.RunSQL(ATTEMPTS, migrations.RunSQL.noop),
    ]
