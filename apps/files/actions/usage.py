"""Counts of files: raised before a content is kept, lowered when what refers to it goes.

Rows of one file are locked in one order, the workspace's last: each file of the workspace waits for that one.
"""

import uuid
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Greatest

from apps.files.domain.quotas import OverQuota, Quotas, QuotaScope, Used, Whose
from apps.files.models import FileUse
from apps.files.queries.quotas import referring_models, usage_of, usage_of_owners

_RAISE = """
    INSERT INTO files_fileuse (workspace_id, scope, owner_id, files, bytes)
    VALUES (%(workspace)s, %(scope)s, %(owner)s, 1, %(size)s)
    ON CONFLICT (scope, owner_id) DO UPDATE SET files = files_fileuse.files + 1, bytes = files_fileuse.bytes + %(size)s
    WHERE files_fileuse.files < %(most_files)s AND files_fileuse.bytes + %(size)s <= %(most_bytes)s
    RETURNING files"""


def check_room(whose: Whose, quotas: Quotas, size: int) -> None:
    """Look whether a file of that size would fit, before it is stored. Raises OverQuota."""
    for scope, now in usage_of_owners(whose).items():
        _require(scope, quotas, now, size)


def count(whose: Whose, quotas: Quotas, size: int) -> None:
    """Count one more file in this transaction. Raises OverQuota; nothing counts then once it is rolled back."""
    for scope, owner in whose.owners():
        _require(scope, quotas, Used(), size)
        quota = quotas[scope]
        values = {"workspace": whose.workspace_id, "scope": scope.value, "owner": owner, "size": size}
        with connection.cursor() as cursor:
            cursor.execute(_RAISE, values | {"most_files": quota.files, "most_bytes": quota.bytes})
            if cursor.fetchone() is None:
                raise OverQuota(scope, quota, usage_of(scope, owner), size)


def uncount(whose: Whose, sizes: Iterable[int]) -> None:
    """Count files of these sizes no more."""
    gone = list(sizes)
    if not gone:
        return
    for scope, owner in whose.owners():
        FileUse.objects.filter(scope=scope, owner_id=owner).update(
            files=Greatest(F("files") - len(gone), 0), bytes=Greatest(F("bytes") - sum(gone), 0)
        )


@transaction.atomic
def recount(workspace_id: uuid.UUID) -> None:
    """Count a workspace's files anew, from what refers to them: rows may have gone without a word, with others."""
    rows = FileUse.objects.select_for_update().filter(workspace_id=workspace_id)
    before = {(row.scope, row.owner_id): row for row in rows.order_by("scope", "owner_id")}
    now = _count_used(workspace_id)
    for key, row in before.items():
        found = now.get(key, Used())
        if (row.files, row.bytes) != (found.files, found.bytes):
            FileUse.objects.filter(pk=row.pk).update(files=found.files, bytes=found.bytes)
    missing = [
        FileUse(workspace_id=workspace_id, scope=scope, owner_id=owner, files=found.files, bytes=found.bytes)
        for (scope, owner), found in now.items()
        if (scope, owner) not in before
    ]
    FileUse.objects.bulk_create(missing, ignore_conflicts=True)


def _count_used(workspace_id: uuid.UUID) -> dict[tuple[str, uuid.UUID], Used]:
    sums: dict[tuple[str, uuid.UUID], Used] = {}
    for model, column in referring_models():
        owners: dict[str, str] = getattr(model, "OWNERS", {})  # what does not count says nothing
        counted: Q = getattr(model, "COUNTED", Q())
        for scope, path in owners.items():
            rows = model._default_manager.filter(counted, **{owners["workspace"]: workspace_id})  # noqa: SLF001
            for owner, files, size in rows.order_by().values_list(path).annotate(Count("pk"), Sum(f"{column}__size")):
                if owner is not None:
                    known = sums.get((scope, owner), Used())
                    sums[scope, owner] = Used(known.files + files, known.bytes + size)
    return sums


def _require(scope: QuotaScope, quotas: Quotas, now: Used, size: int) -> None:
    quota = quotas[scope]
    if now.files >= quota.files or now.bytes + size > quota.bytes:
        raise OverQuota(scope, quota, now, size)
