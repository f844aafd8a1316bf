from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


def note_what_was(apps, schema_editor):
    """Where there are people already, the first start is over; it made the one called demo."""
    people = apps.get_model("accounts", "User").objects.order_by("date_joined")
    if people.exists():
        user = people.filter(username="demo").first()
        apps.get_model("accounts", "FirstStart").objects.create(id=1, user=user)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_pacing_and_observation"),
    ]

    operations = [
        migrations.CreateModel(
            name="FirstStart",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=deletion.SET_NULL,
                        related_name="first_start",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="first_start_once")],
            },
        ),
        migrations.RunPython(note_what_was, migrations.RunPython.noop),
    ]
