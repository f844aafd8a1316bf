"""What this app notes in the audit log."""

from enum import StrEnum


class FilesDeed(StrEnum):
    """Kinds of audit entry; the details of each are given beside it."""

    FILE_QUOTAS_SET = "file_quotas.set"  # quotas
