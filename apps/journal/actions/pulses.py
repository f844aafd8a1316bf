"""What runs here, what only one process may be at, and what time it is."""

from datetime import datetime

from django.db import connection

from apps.journal.models import Home, Pulse
from apps.journal.queries.home import home_now

# nothing is taken for ten minutes: an end later than that is of a clock that was set back since
_TAKE = """
    INSERT INTO journal_pulse AS known (name, at)
    VALUES (%s, clock_timestamp() + %s * interval '1 second')
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
    WHERE known.at <= clock_timestamp() OR known.at > clock_timestamp() + interval '10 minutes'"""


def note_home(folder: str) -> None:
    """Note where this database lives now; see queries.home."""
    Home.objects.update_or_create(id=1, defaults={"mark": home_now(folder)})


def beat(name: str) -> None:
    """Note that something which has to run all the time has just run."""
    pulse = Pulse(name=name, at=clock())
    Pulse.objects.bulk_create([pulse], update_conflicts=True, unique_fields=["name"], update_fields=["at"])


def take_alone(name: str, seconds: float) -> bool:
    """Take what only one process may be at; False: another is, or was killed at it less than so many seconds ago.

    A row and no lock of the session: it holds behind a pooler, too, that gives each transaction another connection.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [name, seconds])
        return bool(cursor.rowcount)


def give_back(name: str) -> None:
    """Let the next take what only one process may be at."""
    Pulse.objects.filter(name=name).update(at=clock())


def clock() -> datetime:
    """The database's time at this moment, not at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
