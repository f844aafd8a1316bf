"""The key with which the installation signs what it exports."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_default_review'),
    ]

    operations = [
        migrations.CreateModel(
            name='SigningKey',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('sealed', models.BinaryField(help_text='The private key, encrypted; never shown.')),
                ('public', models.BinaryField(help_text='The public key: 32 bytes.')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='signing_key_once')],
            },
        ),
    ]
