"""In which language a person wants the pages; empty, as before: as the browser says."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0013_shown_plans'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', help_text='Of the pages; empty: as the browser says.', max_length=8),
        ),
    ]
