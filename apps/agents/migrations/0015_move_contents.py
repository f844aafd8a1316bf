from django.db import migrations

from apps.files.migrations._frozen import mover


class Migration(migrations.Migration):

    atomic = False  # each row is a transaction of its own

    dependencies = [("agents", "0014_contents")]

    operations = [
        migrations.RunPython(
            mover("agents_document", "row.workspace_id")
        ),
        migrations.RunPython(
            mover("agents_trialfile", "trial.workspace_id", "JOIN agents_trial trial ON trial.id = row.trial_id")
        ),
        migrations.RunPython(
            mover("agents_socketfile", "agent.workspace_id", "JOIN agents_socketcall call ON call.id = row.call_id JOIN agents_agent agent ON agent.id = call.agent_id")
        ),
    ]
