"""What a check of a task looks at: the beginnings of files, read with one statement."""

from collections.abc import Sequence

from apps.agents.domain.address import KeptFile
from apps.files.queries.contents import beginnings
from apps.teams.domain.checks import MOST_FILES, Check, GivenFile, bytes_to_read


def files_to_check(check: Check | None, made: Sequence[KeptFile]) -> list[GivenFile]:
    """The files of an answer as its check sees them."""
    size = bytes_to_read(check)
    if not size:
        return []
    looked = made[:MOST_FILES]
    heads = beginnings([file.blob_id for file in looked], size) if looked else {}
    return [GivenFile(file.name, file.media_type, file.size, heads.get(file.blob_id, b"")) for file in looked]
