"""What rows are written with is what Django's fields make of their values, however short the way there."""

import uuid
from datetime import UTC, datetime
from enum import IntEnum, StrEnum

import pytest
from django.apps import apps
from django.db import models

from apps.core import recordsets
from apps.core.sentences import sentence


class Word(StrEnum):
    SAID = "said"


class Number(IntEnum):
    SEVEN = 7


SAMPLES = {
    models.CharField: ["", "words", sentence("It is done."), Word.SAID],
    models.TextField: ["", "words", sentence("It is done."), 12],
    models.IntegerField: [0, 7, True, Number.SEVEN, "7", 7.0],
    models.BooleanField: [True, False, 1, "t"],
    models.FloatField: [0.0, 2.5, 2, "2.5"],
    models.UUIDField: [uuid.UUID(int=7), str(uuid.UUID(int=7))],
    models.DateTimeField: [datetime(2026, 11, 29, 9, tzinfo=UTC)],
    models.JSONField: [[], {}, [1, {"a": None}], {"b": [2]}, "text"],
}
"""Values of fields, as they are and as a field has yet to make them."""


def samples_of(field) -> list[object]:
    known = field.target_field if isinstance(field, models.ForeignKey) else field
    return next((some for kind, some in SAMPLES.items() if isinstance(known, kind)), [])


def is_stamped(field) -> bool:
    return getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)


COLUMNS = [
    pytest.param(field, id=f"{model.__name__}.{field.name}")
    for model in apps.get_models()
    if model.__module__.startswith("apps.")
    for field in model._meta.local_concrete_fields
    if not isinstance(field, models.AutoField) and not is_stamped(field)
]


@pytest.mark.parametrize("field", COLUMNS)
def test_a_column_is_written_with_what_its_field_makes_of_its_value(field):
    row = field.model()
    for value in (None, *samples_of(field)):
        row.__dict__[field.attname] = value
        written = recordsets.values_of(row, [field.name])[field.column]
        made = field.pre_save(row, add=False)
        made = made if isinstance(field, models.JSONField) else field.get_prep_value(made)
        assert (type(written), written) == (type(made), made)


def test_what_most_columns_hold_is_written_without_asking_their_fields():
    kinds = [kind for param in COLUMNS if (kind := recordsets._plain_kind(param.values[0]))]
    assert len(kinds) > len(COLUMNS) * 0.9
    assert len([kind for kind in kinds if kind is not type(None)]) > len(COLUMNS) * 0.7  # of others, nothing alone is
