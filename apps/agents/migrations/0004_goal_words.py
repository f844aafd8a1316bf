from collections import Counter

from django.db import migrations, models

from apps.agents.migrations._frozen import stems


def learn_words(apps, schema_editor):
    """Agents that learned goals before words were kept."""
    experiences = apps.get_model("agents", "Experience").objects
    for agent in apps.get_model("agents", "Agent").objects.filter(goals_completed__gt=0).only("pk").iterator():
        counts = Counter(word for text in experiences.filter(agent=agent).values_list("text", flat=True) for word in stems(text))
        agent.goal_words = dict(counts.most_common(1000))
        agent.save(update_fields=["goal_words"])


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_connectors_that_call")]

    operations = [
        migrations.AddField(
            model_name="agent",
            name="goal_words",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text="Word stem -> how many of the goals done well have it.",
            ),
        ),
        migrations.RunPython(learn_words, migrations.RunPython.noop),
    ]
