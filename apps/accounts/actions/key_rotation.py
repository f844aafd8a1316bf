"""Stored keys of models are sealed again under the newest of the installation's own keys."""

from django.db import transaction

from apps.accounts.models import Workspace
from apps.accounts.queries.sealing import Resealed, reseal


@transaction.atomic
def reseal_model_keys() -> Resealed:
    """Seal every workspace's model key again; gives how many, and how many open with none of the keys."""
    done = Resealed()
    for workspace in Workspace.objects.select_for_update().exclude(model_key_sealed=None):
        again = reseal(bytes(workspace.model_key_sealed or b""))
        done = done.plus(again)
        if again is not None:
            Workspace.objects.filter(pk=workspace.pk).update(model_key_sealed=again)
    return done
