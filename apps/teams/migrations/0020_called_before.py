"""Keep what members are called today, for what they said before names were kept with messages."""

from django.db import migrations, models

KEEP = """
UPDATE teams_member AS member
SET called_before = left(coalesce(agent.name, nullif(person.display_name, ''), person.username, 'Coordinator'), 160)
FROM teams_member AS one
LEFT JOIN agents_agent AS agent ON agent.id = one.agent_id
LEFT JOIN accounts_user AS person ON person.id = one.user_id
WHERE one.id = member.id"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("agents", "0001_initial"),
        ("teams", "0019_where_goals_begin"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="called_before",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Its name when names began to be kept with messages; empty: it came later.",
                max_length=160,
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(KEEP, migrations.RunSQL.noop),
    ]
