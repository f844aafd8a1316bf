"""Contents go with the last thing that refers to them; what was left behind is swept up."""

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from apps.files.actions.quotas import recount, uncount
from apps.files.domain.quotas import Whose
from apps.files.models import Blob, FileUse, Hold
from apps.files.queries.quotas import referring_models
from apps.journal.queries.compiled import CompiledQuery

AT_ONCE = 200


@transaction.atomic
def release_references(whose: Whose, contents: Iterable[tuple[uuid.UUID, int]]) -> None:
    """Rows that referred to these contents, by id and size, are gone: count them no more, and free what may go."""
    gone = list(contents)
    free({blob_id for blob_id, _ in gone})
    uncount(whose, [size for _, size in gone])


def free(blob_ids: Iterable[uuid.UUID]) -> int:
    """Delete those of the contents that nothing refers to; gives how many."""
    return sum(_try_to_free(blob_id) for blob_id in sorted(blob_ids))


@transaction.atomic
def _try_to_free(blob_id: uuid.UUID) -> bool:
    """Lock first, look then: whoever begins to refer to it waits, or was first."""
    blob = Blob.objects.select_for_update().filter(pk=blob_id).first()
    if blob is None or any(
        model._default_manager.filter(**{column: blob}).exists()  # noqa: SLF001
        for model, column in referring_models()
    ):
        return False
    blob.delete()
    return True


def release(hold_ids: Iterable[uuid.UUID]) -> None:
    """What was held will not be referred to."""
    held = list(hold_ids)
    for hold in _HELD.of(held) if held else ():
        with transaction.atomic():
            if Hold.objects.filter(pk=hold.pk).delete()[0]:
                whose = Whose(hold.workspace_id, hold.goal_id, hold.agent_id)
                release_references(whose, [(hold.blob_id, hold.blob.size)])


_HELD = CompiledQuery(lambda holds: Hold.objects.select_related("blob").filter(pk__any_of=holds), list)


def sweep() -> None:
    """Release what was held too long, and free what nothing refers to: a row may have gone with others."""
    now = timezone.now()
    release(Hold.objects.filter(until__lt=now).values_list("pk", flat=True)[:AT_ONCE])
    orphans = Blob.objects.all()
    for model, column in referring_models():
        orphans = orphans.exclude(Exists(model._default_manager.filter(**{column: OuterRef("pk")})))  # noqa: SLF001
    lost = list(orphans.values_list("pk", "workspace_id")[:AT_ONCE])
    free(blob_id for blob_id, _ in lost)
    for workspace_id in {workspace_id for _, workspace_id in lost}:
        recount(workspace_id)


def recount_all() -> None:
    """Count the files of each workspace anew."""
    for workspace_id in FileUse.objects.values_list("workspace_id", flat=True).distinct():
        recount(workspace_id)
