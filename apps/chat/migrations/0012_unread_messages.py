"""What no turn has read yet is found in a room of any length by an index of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_default_review'),
        ('chat', '0011_certainty'),
        ('teams', '0038_checks_by_members'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('read_in_turn', None)), fields=['conversation', 'number'], name='message_unread'),
        ),
    ]
