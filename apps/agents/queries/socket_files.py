"""What agents that dial in may read of their calls."""

import uuid

from apps.accounts.domain.errors import NotFound
from apps.agents.models import SocketFile
from apps.files.queries.contents import stored_content


def piece_of_file(agent_id: uuid.UUID, call_id: uuid.UUID, index: int, offset: int, length: int) -> tuple[bytes, int]:
    """Give `length` bytes of a file of a call from `offset` on, and the size of the whole. Raises NotFound."""
    rows = SocketFile.objects.filter(call_id=call_id, call__agent_id=agent_id, position=index)
    file = rows.select_related("blob").first()
    if file is None:
        raise NotFound("This call has no such file.")
    content = stored_content(file.blob)
    return b"".join(content.chunks(offset, offset + length)), content.size
