"""Quotas of files, as the REST API takes and shows them."""

from typing import Self

from pydantic import BaseModel, Field

from apps.files.domain.quotas import FileQuota, Quotas, QuotaScope, Used

Amount = Field(default=None, ge=0, le=2**53)


class QuotaIn(BaseModel, extra="forbid"):
    """At most so many files, and bytes together; null: as many as the installation allows."""

    files: int | None = Amount
    bytes: int | None = Amount


class QuotasIn(BaseModel, extra="forbid"):
    """What the workspace is to allow, at most what the installation does."""

    call: QuotaIn = QuotaIn()
    goal: QuotaIn = QuotaIn()
    agent: QuotaIn = QuotaIn()
    workspace: QuotaIn = QuotaIn()


class QuotaOut(BaseModel):
    """At most so many files, and bytes together."""

    files: int
    bytes: int


class FilesUsedOut(BaseModel):
    """What counts of files, and what may."""

    files: int
    bytes: int
    most_files: int
    most_bytes: int

    @classmethod
    def of(cls, used: Used, quota: FileQuota) -> Self:
        """From what the queries give."""
        return cls(files=used.files, bytes=used.bytes, most_files=quota.files, most_bytes=quota.bytes)


class WorkspaceFilesOut(BaseModel):
    """The workspace's files, and what one call, goal and agent may have of them."""

    used: FilesUsedOut
    call: QuotaOut = Field(description="Files that one call of an agent may give; one that gives more has failed.")
    goal: QuotaOut
    agent: QuotaOut
    workspace: QuotaOut

    @classmethod
    def of(cls, used: Used, quotas: Quotas) -> Self:
        """From what the queries give."""
        shown = {scope.value: QuotaOut(files=quota.files, bytes=quota.bytes) for scope, quota in quotas.items()}
        return cls.model_validate({"used": FilesUsedOut.of(used, quotas[QuotaScope.WORKSPACE]), **shown})
