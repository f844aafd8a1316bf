"""A place for an agent's files where no database is: each is read at once and kept as it is."""

from apps.agents.domain.calls import ArtifactMade, File
from apps.files.domain.quotas import FileQuota, OverQuota, QuotaScope, Used


class Basket:
    """A Shelf. It holds `most` files, all of one call, and refuses those named in `refused` for want of room."""

    def __init__(self, most=50, refused=()):
        self.most, self.refused, self.files, self.gone = most, refused, [], []

    def keep(self, file):
        if len(self.files) >= self.most:
            raise OverQuota(QuotaScope.CALL, FileQuota(self.most, 2**30), Used(len(self.files), 0), file.size)
        if file.name in self.refused:
            raise OverQuota(QuotaScope.WORKSPACE, FileQuota(10, 2**20), Used(1, 2**20), file.size)
        self.files.append(File(file.name, file.media_type, file.content))
        return self.files[-1]

    def let_go(self, files):
        self.gone += files


def in_memory(events):
    """Events as a connector gave them, files read."""
    return [
        ArtifactMade(File(event.file.name, event.file.media_type, event.file.content))
        if isinstance(event, ArtifactMade)
        else event
        for event in events
    ]
