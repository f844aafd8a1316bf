"""Where the files of one call go while it lasts: each is stored and counted when it comes, and held until its end."""

from collections.abc import Iterable
from functools import cached_property

from apps.agents.domain.address import KeptFile
from apps.agents.domain.calls import File
from apps.files.actions.garbage_collection import release
from apps.files.actions.storage import keep
from apps.files.domain.quotas import OverQuota, Quotas, QuotaScope, Used, Whose
from apps.files.queries.quotas import quotas_of


class Shelf:
    """For one call; every method blocks."""

    def __init__(self, whose: Whose) -> None:
        self._whose = whose
        self._files = self._bytes = 0

    @cached_property
    def _quotas(self) -> Quotas:
        return quotas_of(self._whose.workspace_id)

    def keep(self, file: File) -> KeptFile:
        """Store a file. Raises OverQuota; of Scope.CALL where the call itself gave too much."""
        quota = self._quotas[QuotaScope.CALL]
        if self._files >= quota.files or self._bytes + file.size > quota.bytes:
            raise OverQuota(QuotaScope.CALL, quota, Used(self._files, self._bytes), file.size)
        kept = keep(self._whose, file.chunks(), name=file.name, claimed=file.media_type, quotas=self._quotas)
        self._files, self._bytes = self._files + 1, self._bytes + kept.content.size
        return KeptFile(file.name, kept.media_type, kept.content.size, kept.content.blob_id, kept.hold_id)

    def let_go(self, files: Iterable[KeptFile]) -> None:
        """Nothing will refer to these."""
        release([file.hold_id for file in files])
