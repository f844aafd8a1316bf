from django.db import migrations

MOVE = """
    INSERT INTO chat_messagemeaning (message_id, vector)
    SELECT id, vector FROM chat_message WHERE kind <> 'notice' AND text <> '' ORDER BY id"""


class Migration(migrations.Migration):
    """Of all that a search gives. What has no vector yet, or again after a way back, is made by the job."""

    reshapes_data = True

    dependencies = [("chat", "0024_meanings")]

    operations = [migrations.RunSQL(MOVE, migrations.RunSQL.noop)]
