"""Goals are found by their words. The index is made beside running work: goals are given and end meanwhile."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False  # CREATE INDEX CONCURRENTLY is a transaction of its own

    dependencies = [("teams", "0038_checks_by_members")]

    operations = [
        # one that was broken off leaves an index that is never used and has this name
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS goal_by_words", migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="goal",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.search.SearchVector("title", "text", config="english"), name="goal_by_words"
            ),
        ),
    ]
