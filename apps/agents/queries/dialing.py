"""What agents that dial in may read of their calls."""

import uuid

from django.db.models import BinaryField, F, Func, IntegerField, Value

from apps.accounts.domain.errors import NotFound
from apps.agents.models import SocketFile


def piece_of_file(agent_id: uuid.UUID, call_id: uuid.UUID, index: int, offset: int, length: int) -> tuple[bytes, int]:
    """Give `length` bytes of a file of a call from `offset` on, and the size of the whole. Raises NotFound."""
    piece = Func(F("content"), Value(offset + 1), Value(length), function="SUBSTRING", output_field=BinaryField())
    size = Func(F("content"), function="OCTET_LENGTH", output_field=IntegerField())
    rows = SocketFile.objects.filter(call_id=call_id, call__agent_id=agent_id, position=index)
    found = rows.annotate(piece=piece, size=size).values_list("piece", "size").first()
    if found is None:
        raise NotFound("This call has no such file.")
    return bytes(found[0]), found[1]
