from django.db import migrations

BEGINNINGS = "UPDATE chat_message SET begins_chain = true WHERE origin_id IS NOT NULL"

ROOMS = """
UPDATE chat_conversation AS room SET origin_id = coalesce((
    SELECT message.origin_id FROM chat_message AS message
    WHERE message.conversation_id = room.id AND message.begins_chain AND message.number <= room.read_number
        AND message.delivery <> 'note'
    ORDER BY message.number DESC LIMIT 1), team.origin_id)
FROM teams_team AS team WHERE team.id = room.team_id"""

MESSAGES = """
WITH placed AS (
    SELECT id, conversation_id, number, origin_id, task_number,
        count(origin_id) OVER (PARTITION BY conversation_id ORDER BY number) AS chapter
    FROM chat_message
), told AS (
    SELECT placed.id, coalesce(
        task.origin_id,
        first_value(placed.origin_id) OVER (
            PARTITION BY placed.conversation_id, placed.chapter ORDER BY placed.number),
        team.origin_id) AS origin_id
    FROM placed
    JOIN chat_conversation AS room ON room.id = placed.conversation_id
    JOIN teams_team AS team ON team.id = room.team_id
    LEFT JOIN teams_task AS task ON task.team_id = room.team_id AND task.number = placed.task_number
)
UPDATE chat_message AS message SET origin_id = told.origin_id
FROM told WHERE told.id = message.id AND message.origin_id IS NULL"""


class Migration(migrations.Migration):
    """A message that named no origin was said under its task's, else under that of whoever had spoken last."""

    dependencies = [("chat", "0007_origins_of_all"), ("teams", "0024_fill_origins")]

    operations = [
        migrations.RunSQL(BEGINNINGS, migrations.RunSQL.noop),
        migrations.RunSQL(ROOMS, migrations.RunSQL.noop),
        migrations.RunSQL(MESSAGES, migrations.RunSQL.noop),
    ]
