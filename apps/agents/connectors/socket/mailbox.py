"""The mailbox of agents that dial in, as the worker uses it: it puts calls in, reads what came, and takes calls back.

To the connector these rows are its wire, so it writes them itself; the other end is `apps.agents.actions.mailbox`.
Every function is one transaction and blocks.
"""

import time
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.accounts.queries.sealing import seal_text
from apps.agents.connectors.material import material
from apps.agents.connectors.request_parts import opening_text
from apps.agents.domain.calls import File, RunRequest
from apps.agents.domain.socket_protocol.outgoing import draft_of_call, files_in, payload_of
from apps.agents.domain.socket_protocol.states import AGAIN, OPEN_CALL, CallState
from apps.agents.models import AgentSocket, Connection, SocketCall, SocketEvent, SocketFile
from apps.core.texts import drop_unstorable
from apps.files.actions.storage import keep
from apps.files.domain.contents import Stored
from apps.files.domain.quotas import Whose
from apps.journal import gateway

FRESH = timedelta(seconds=11)
"""A web process says every three seconds that its sockets are open; a socket of which nobody said so is gone."""

KEPT = timedelta(hours=1)
"""How long a call that has ended can be found again."""

BATCH = 16  # events read at one time: each may hold a piece of a file


@dataclass(frozen=True)
class Heard:
    """One event of a call. `content`: the piece of a file."""

    seq: int
    kind: str
    body: dict[str, Any]
    content: bytes | None


def written_in(call_id: uuid.UUID) -> str:
    """Give the end of what an agent has written so far in a call that goes on; "": nothing, or nobody knows."""
    name = draft_of_call(call_id)
    return gateway.drafts([name]).get(name, "")


def tools_of(connection_id: uuid.UUID) -> list[dict[str, Any]]:
    """Give the tools that an agent brings along, as it said when it dialled in last; none: it is no server of tools."""
    sockets = AgentSocket.objects.filter(connection_id=connection_id).order_by("-opened_at")
    return sockets.values_list("tools", flat=True).first() or []


def known_call(connection_id: uuid.UUID, request: RunRequest) -> uuid.UUID | None:
    """Give the call that was opened for this work before; None: there is none."""
    return _known(SocketCall.objects.filter(connection_id=connection_id), request)


def _known(calls: "QuerySet[SocketCall]", request: RunRequest) -> uuid.UUID | None:
    known = calls.filter(key=request.key, leg=request.leg, state__in=AGAIN)
    return known.values_list("pk", flat=True).first()


def open_call(connection_id: uuid.UUID, request: RunRequest, tool: Mapping[str, object] | None = None) -> uuid.UUID:
    """Put a call in and ring for whoever holds the agent's socket; one that is known by key and leg is found again.

    `tool`: name and arguments of what a server of tools is to call.
    """
    in_words = {"text": opening_text(request), "material": drop_unstorable("\n\n".join(material(request)))}
    return _put_in(
        connection_id, request, payload_of(request, seal_text, tool) | in_words
    )  # read before anything is held


@transaction.atomic
def _put_in(connection_id: uuid.UUID, request: RunRequest, payload: Mapping[str, object]) -> uuid.UUID:
    rows = Connection.objects.select_for_update(no_key=True, of=("self",)).values_list("agent__workspace_id", flat=True)
    workspace_id, calls = rows.get(pk=connection_id), SocketCall.objects.filter(connection_id=connection_id)
    calls.filter(ended_at__lt=Now() - KEPT).delete()
    if (known := _known(calls, request)) is not None:
        return known
    call = SocketCall.objects.create(
        connection_id=connection_id,
        key=request.key,
        leg=request.leg,
        request=payload,
        state=CallState.WAITING,
        created_at=Now(),
    )
    contents = [_stored_file(workspace_id, file) for file in files_in(request)]
    SocketFile.objects.bulk_create(
        SocketFile(call=call, position=place, blob_id=content.blob_id) for place, content in enumerate(contents)
    )
    ring_line(connection_id)
    return call.pk


def _stored_file(workspace_id: uuid.UUID, file: File) -> Stored:
    """Where a file lies; what does not lie anywhere is kept for as long as a call may last."""
    return file.body if isinstance(file.body, Stored) else keep(Whose(workspace_id), file.chunks()).content


@transaction.atomic
def withdraw(call_id: uuid.UUID) -> bool:
    """Nobody waits for a call any more: who has it is told to stop. Gives whether anybody ever had it."""
    call = SocketCall.objects.select_for_update(no_key=True).filter(pk=call_id, state__in=OPEN_CALL).first()
    if call is None:
        return True
    SocketCall.objects.filter(pk=call_id).update(state=CallState.WITHDRAWN, ended_at=Now())
    ring_line(call.connection_id)
    return call.fence > 0


def ring_line(connection_id: uuid.UUID) -> None:
    """Have the web processes look for what is to be told over a connection, once this transaction has committed."""
    transaction.on_commit(lambda: gateway.publish({connection_id: time.time_ns()}), robust=True)


def events_after(call_id: uuid.UUID, seq: int) -> list[Heard]:
    """Give the next events of a call, in order, at most BATCH."""
    rows = SocketEvent.objects.filter(call_id=call_id, seq__gt=seq).order_by("seq")[:BATCH]
    return [Heard(row.seq, row.kind, row.body, None if row.content is None else bytes(row.content)) for row in rows]


def last_seqs(call_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Give the number of the newest event of each call."""
    return dict(SocketCall.objects.filter(pk__in=list(call_ids)).values_list("pk", "last_seq"))


def is_connected(connection_id: uuid.UUID) -> bool:
    """Whether the connection has a socket open in some web process."""
    return AgentSocket.objects.filter(connection_id=connection_id, open=True, seen_at__gt=Now() - FRESH).exists()
