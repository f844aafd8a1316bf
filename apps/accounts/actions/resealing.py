"""Secrets in columns are sealed anew, with the first of the settings' keys."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.queries.sealing import Resealed, reseal


@transaction.atomic
def reseal_column(rows: "QuerySet[Any]", column: str) -> Resealed:
    """Seal a column of these rows again; gives how many, and how many open with none of the keys: those stay."""
    done = Resealed()
    for row in rows.select_for_update(no_key=True):
        again = reseal(bytes(getattr(row, column)))
        done = done.plus(again)
        if again is not None:
            rows.filter(pk=row.pk).update(**{column: again})
    return done
