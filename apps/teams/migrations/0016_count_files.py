from django.db import migrations

# what refers to contents, each with the workspace, the goal and the agent that it counts for
COUNT = """
    WITH references_ AS (
        SELECT workspace_id, goal_id, NULL::uuid AS agent_id, size FROM agents_document
        UNION ALL
        SELECT trial.workspace_id, NULL, trial.agent_id, file.size
        FROM agents_trialfile file JOIN agents_trial trial ON trial.id = file.trial_id
        UNION ALL
        SELECT goal.workspace_id, goal.id, attempt.agent_id, file.size
        FROM teams_artifact file
        JOIN teams_attempt attempt ON attempt.id = file.attempt_id
        JOIN teams_task task ON task.id = file.task_id
        JOIN teams_team team ON team.id = task.team_id
        JOIN teams_goal goal ON goal.id = team.goal_id
    ), counted AS (
        SELECT workspace_id, 'workspace' AS scope, workspace_id AS owner_id, size FROM references_
        UNION ALL
        SELECT workspace_id, 'goal', goal_id, size FROM references_ WHERE goal_id IS NOT NULL
        UNION ALL
        SELECT workspace_id, 'agent', agent_id, size FROM references_ WHERE agent_id IS NOT NULL
    )
    INSERT INTO files_fileuse (workspace_id, scope, owner_id, files, bytes)
    SELECT workspace_id, scope, owner_id, count(*), sum(size) FROM counted GROUP BY 1, 2, 3
    ON CONFLICT (scope, owner_id) DO NOTHING"""


class Migration(migrations.Migration):

    dependencies = [("agents", "0016_contents_moved"), ("teams", "0015_contents_moved")]

    operations = [migrations.RunSQL(COUNT, migrations.RunSQL.noop)]
