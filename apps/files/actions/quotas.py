"""An owner allows their workspace less than the installation does."""

from collections.abc import Mapping

from django.db import transaction

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.files.domain.quotas import FileQuota, QuotaScope
from apps.files.events import FilesDeed
from apps.files.models import LoweredQuotas
from apps.files.queries.quotas import installation_quotas
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
        f"{scope}_{name}": f"Use 0 to {_of(most[scope], name):,}."
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
