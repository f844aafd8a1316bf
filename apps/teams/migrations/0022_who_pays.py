import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

HELP = "On whose budget its round is booked: who gave it, or whose message opened the round."


def paid_by(**more: bool) -> models.ForeignKey:
    return models.ForeignKey(
        help_text=HELP,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
        **more,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0021_budgets"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(model_name="goal", name="paid_by", field=paid_by(null=True)),
        migrations.RunSQL("UPDATE teams_goal SET paid_by_id = created_by_id", migrations.RunSQL.noop),
        migrations.AlterField(model_name="goal", name="paid_by", field=paid_by()),
    ]
