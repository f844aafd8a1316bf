"""What each workspace may keep, and what it has used."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Greatest

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import require
from apps.core.sentences import sentence
from apps.files.domain.quotas import FileQuota, OverQuota, Quotas, QuotaScope, Used, Whose
from apps.files.events import FilesDeed
from apps.files.models import FileUse, LoweredQuotas
from apps.files.queries.quotas import installation_quotas, referring_models, usage_of, usage_of_owners
from apps.journal.actions import audit


@transaction.atomic
def lower_quotas(actor: Actor, wanted: Mapping[QuotaScope, Mapping[str, int | None]]) -> None:
    """Set what counts from now on: `files` and `bytes` of each scope; None and unnamed ones: as allowed. Owners only.

    What is there already stays. Raises Refused under `<scope>_<files or bytes>` for more than is allowed.
    """
    require(actor, Role.OWNER)
    most = installation_quotas()
    named = {
        scope: {name: value for name, value in each.items() if value is not None} for scope, each in wanted.items()
    }
    refused = {
        f"{scope}_{name}": sentence("Use 0 to {most:,}.", most=_of(most[scope], name))
        for scope, each in named.items()
        for name, value in each.items()
        if not 0 <= value <= _of(most[scope], name)
    }
    if refused:
        raise Refused(**refused)
    values = {scope.value: each for scope, each in named.items() if each}
    LoweredQuotas.objects.update_or_create(pk=actor.workspace_id, defaults={"values": values})
    audit(FilesDeed.FILE_QUOTAS_SET, actor, "", actor.workspace_id, quotas=values)


def _of(quota: FileQuota, name: str) -> int:
    return quota.files if name == "files" else quota.bytes


_RAISE = """
    WITH more AS (
        SELECT * FROM unnest(
            %(scopes)s::text[], %(owners)s::uuid[], %(files)s::bigint[], %(bytes)s::bigint[],
            %(most_files)s::bigint[], %(most_bytes)s::bigint[])
            AS more(scope, owner_id, files, bytes, most_files, most_bytes))
    INSERT INTO files_fileuse AS known (workspace_id, scope, owner_id, files, bytes)
    SELECT %(workspace)s, scope, owner_id, files, bytes FROM more
    ON CONFLICT (scope, owner_id) DO UPDATE
        SET files = known.files + excluded.files, bytes = known.bytes + excluded.bytes
    WHERE EXISTS (
        SELECT FROM more WHERE more.scope = known.scope AND more.owner_id = known.owner_id
            AND known.files + more.files <= more.most_files AND known.bytes + more.bytes <= more.most_bytes)
    RETURNING scope, owner_id"""


def check_room(whose: Whose, quotas: Quotas, size: int) -> None:
    """Look whether a file of that size would fit, before it is stored. Raises OverQuota."""
    for scope, now in usage_of_owners(whose).items():
        if not _has_room(quotas[scope], now, Used(1, size)):
            raise OverQuota(scope, quotas[scope], now, size)


def count(quotas: Quotas, files: Sequence[tuple[Whose, int]]) -> None:
    """Count more files of a workspace in this transaction, each for whom and its size: all of them or none.

    Raises OverQuota; nothing counts then once it is rolled back.
    """
    more = _of_each_owner(files)
    for (scope, owner), used in more.items():
        if not _has_room(quotas[scope], Used(), used):
            raise OverQuota(scope, quotas[scope], usage_of(scope, owner), used.bytes)
    values: dict[str, Any] = {
        "workspace": files[0][0].workspace_id,
        "scopes": [scope.value for scope, _ in more],
        "owners": [owner for _, owner in more],
        "files": [used.files for used in more.values()],
        "bytes": [used.bytes for used in more.values()],
        "most_files": [quotas[scope].files for scope, _ in more],
        "most_bytes": [quotas[scope].bytes for scope, _ in more],
    }
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, values)
        counted = set(cursor.fetchall())
    for (scope, owner), used in more.items():
        if (scope.value, owner) not in counted:
            raise OverQuota(scope, quotas[scope], usage_of(scope, owner), used.bytes)


def _of_each_owner(files: Sequence[tuple[Whose, int]]) -> dict[tuple[QuotaScope, uuid.UUID], Used]:
    """What counts for each, in the order in which their counts are locked: see `Whose.owners`."""
    sums: dict[tuple[QuotaScope, uuid.UUID], Used] = {}
    for whose, size in files:
        for owner in whose.owners():
            known = sums.get(owner, Used())
            sums[owner] = Used(known.files + 1, known.bytes + size)
    scopes = list(QuotaScope)
    return {owner: sums[owner] for owner in sorted(sums, key=lambda one: (scopes.index(one[0]), one[1]))}


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
    rows = FileUse.objects.select_for_update(no_key=True).filter(workspace_id=workspace_id)
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


def _has_room(quota: FileQuota, now: Used, more: Used) -> bool:
    return now.files + more.files <= quota.files and now.bytes + more.bytes <= quota.bytes
