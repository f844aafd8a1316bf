"""Where this database lives: it tells that it was restored by not living where it noted."""

from django.db import connection

from apps.journal.models import Home

_WHERE = "SELECT system_identifier::text || ':' || 'journal_home'::regclass::oid::text FROM pg_control_system()"


def home_now(folder: str) -> str:
    """Give what tells this database from every copy and restore of it: the server, the table, the data folder."""
    with connection.cursor() as cursor:
        cursor.execute(_WHERE)
        return f"{cursor.fetchone()[0]}:{folder}"


def has_home_moved(folder: str) -> bool:
    """Whether it noted another home than it has; one that noted none, as before this was known, has not."""
    noted = Home.objects.values_list("mark", flat=True).first()
    return noted is not None and noted != home_now(folder)
