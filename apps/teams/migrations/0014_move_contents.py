from django.db import migrations

from apps.files.migrations._frozen import mover


class Migration(migrations.Migration):

    atomic = False  # each row is a transaction of its own

    dependencies = [("teams", "0013_contents")]

    operations = [
        migrations.RunPython(
            mover("teams_artifact", "goal.workspace_id", "JOIN teams_task task ON task.id = row.task_id JOIN teams_team team ON team.id = task.team_id JOIN teams_goal goal ON goal.id = team.goal_id")
        ),
    ]
