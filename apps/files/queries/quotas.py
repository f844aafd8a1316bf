"""What a workspace allows of files, and what counts already."""

import uuid

from django.conf import settings
from django.db.models import Model

from apps.files.domain.quotas import FileQuota, Quotas, QuotaScope, Used, Whose
from apps.files.models import Blob, BlobPiece, FileUse, LoweredQuotas
from apps.journal.queries.compiled import CompiledQuery

_LOWERED = CompiledQuery(lambda workspace: LoweredQuotas.objects.filter(pk=workspace))
_USES = CompiledQuery(lambda owners: FileUse.objects.filter(owner_id__any_of=owners), list)
_USE = CompiledQuery(lambda scope, owner: FileUse.objects.filter(scope=scope, owner_id=owner), str, uuid.UUID)


def installation_quotas() -> Quotas:
    """What the installation allows each workspace."""
    return {scope: FileQuota(*settings.IOA_FILE_QUOTAS[scope.value]) for scope in QuotaScope}


def quotas_of(workspace_id: uuid.UUID) -> Quotas:
    """What counts in a workspace: what is allowed, lowered to what its owner wants."""
    row = next(iter(_LOWERED.of(workspace_id)), None)
    lowered = row.values if row else {}
    return {
        scope: quota.lowered(lowered.get(scope, {}).get("files"), lowered.get(scope, {}).get("bytes"))
        for scope, quota in installation_quotas().items()
    }


def usage_of(scope: QuotaScope, owner_id: uuid.UUID) -> Used:
    """What counts for one owner now."""
    row = next(iter(_USE.of(scope.value, owner_id)), None)
    return Used(row.files, row.bytes) if row else Used()


def usage_of_owners(whose: Whose) -> dict[QuotaScope, Used]:
    """What counts now for each owner that a file of this call would count for."""
    owners = whose.owners()
    known = {(row.scope, row.owner_id): Used(row.files, row.bytes) for row in _USES.of([owner for _, owner in owners])}
    return {scope: known.get((scope.value, owner), Used()) for scope, owner in owners}


def referring_models() -> list[tuple[type[Model], str]]:
    """The models that refer to contents, of whatever app, each with its column; they say for whom they count."""
    relations = Blob._meta.related_objects  # noqa: SLF001  # Django's documented way to them
    return [(one.related_model, one.field.name) for one in relations if one.related_model is not BlobPiece]
