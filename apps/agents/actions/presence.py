"""Whether agents that dial in are there, as their sockets say; what nobody keeps open runs out, whoever has died.

An open socket counts for `FRESH` after its web process last said so, by the clock of the database. The sweeper looks,
so that an agent is offline within seconds after its web process was killed, though no other one is left. While nobody
looked, no time has passed: when the database was away, no web process could say either that its sockets are open.
"""

from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Coalesce, Least, Now

from apps.agents.actions.experience import set_availability
from apps.agents.connectors.socket.connector import NOT_CONNECTED
from apps.agents.connectors.socket.mailbox import FRESH, KEPT, ring_line
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.profile import Availability
from apps.agents.domain.socket_protocol.states import CallState
from apps.agents.events import agents_of
from apps.agents.models import AgentSocket, Connection, SocketCall
from apps.journal.actions import beat, clock, publish_topic
from apps.journal.queries import last_beat

RETURNS = timedelta(seconds=45)
"""How long an installation whose socket closed may stay away before another one gets its calls."""

BLINK = timedelta(seconds=5)
"""An agent that is back within this time was never offline."""

LOOK = "presence"
"""The name under which the sweeper notes that it has looked."""


@transaction.atomic
def note_presence() -> None:
    """Agents without a socket are offline, those with one are there, and what stays away is given to others."""
    _leave_out_the_gap()
    if _nobody_dials_in():
        return
    fresh = AgentSocket.objects.filter(connection=OuterRef("pk"), seen_at__gt=Now() - FRESH)
    connected = Exists(fresh.filter(open=True))
    gone = ~Exists(fresh.filter(Q(open=True) | Q(seen_at__gt=Now() - BLINK)))
    absent = gone & ~Q(availability=Availability.OFFLINE)
    back = connected & Q(availability=Availability.OFFLINE, problem=NOT_CONNECTED)
    dialled = Connection.objects.filter(connector=SOCKET, pk__in=AgentSocket.objects.values("connection"))
    locked = dialled.filter(absent | back).select_for_update(no_key=True, skip_locked=True).order_by("pk")
    if changed := list(locked.values_list("pk", flat=True)):
        # looked at again under the lock, which whoever dials in takes first
        Connection.objects.filter(absent, pk__in=changed).update(
            availability=Availability.OFFLINE, problem=NOT_CONNECTED, out_since=Coalesce("out_since", Now())
        )
        for connection_id in Connection.objects.filter(back, pk__in=changed).values_list("pk", flat=True):
            set_availability(connection_id, Availability.ONLINE)
        theirs = Connection.objects.filter(pk__in=changed).values_list("agent__workspace_id", flat=True)
        for workspace_id in set(theirs):
            publish_topic(agents_of(workspace_id))
    # an agent that was skipped is found by its socket at the next look
    AgentSocket.objects.filter(seen_at__lt=Now() - RETURNS).exclude(connection__in=dialled.filter(absent)).delete()
    _give_to_others()
    SocketCall.objects.filter(created_at__lt=Now() - KEPT, ended_at__lt=Now() - KEPT).delete()


def _nobody_dials_in() -> bool:
    """Most installations have no socket and no call over one, and are looked at as often as any."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM agents_agentsocket) OR EXISTS (SELECT FROM agents_socketcall)")
        return not cursor.fetchone()[0]


def _leave_out_the_gap() -> None:
    """Go on where the last look ended, if nobody looked for longer than a socket counts."""
    looked_at, now = last_beat(LOOK), clock()
    if looked_at is not None and now - looked_at > FRESH:
        AgentSocket.objects.update(seen_at=Least(F("seen_at") + (now - looked_at), Now()))
    beat(LOOK)


def _give_to_others() -> None:
    """Calls whose installation has stayed away wait again, for whichever comes."""
    holders = AgentSocket.objects.filter(connection=OuterRef("connection"), client=OuterRef("holder"))
    held = SocketCall.objects.filter(~Exists(holders), state=CallState.HELD)
    orphans = dict(held.values_list("pk", "connection_id"))
    if orphans:
        left = SocketCall.objects.filter(~Exists(holders), pk__in=orphans, state=CallState.HELD)
        left.update(state=CallState.WAITING, socket_id=None)
        for connection_id in set(orphans.values()):
            ring_line(connection_id)
