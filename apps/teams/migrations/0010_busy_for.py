from django.db import migrations

BUSY_FOR = """
ALTER TABLE teams_attempt ADD COLUMN IF NOT EXISTS busy_for interval NOT NULL DEFAULT '0';
ALTER TABLE teams_attempt ALTER COLUMN busy_for DROP DEFAULT;
ALTER TABLE teams_attempt DROP COLUMN IF EXISTS busy_since"""


class Migration(migrations.Migration):
    """Bring all data to one state: 0008 was once another migration, which made busy_since, and this one replaced it."""

    dependencies = [("teams", "0009_goals_to_learn_from")]

    operations = [migrations.RunSQL(BUSY_FOR, migrations.RunSQL.noop)]
