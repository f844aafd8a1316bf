"""Frozen read models from rows: a field that both have is named once, in the read model."""

from collections.abc import Callable, Collection
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kind = TypeVar("Kind", bound="DataclassInstance")


def fill_from_row(kind: type[Kind], row: object, **given: object) -> Kind:
    """Make a read model whose fields are as the row has them, but for those that are given.

    A column's word becomes the enumeration's member and a column's list a tuple, as the field is annotated.
    """
    plain = {name: read(getattr(row, name)) for name, read in _readers(kind) if name not in given}
    return kind(**plain, **given)


def columns_of(kind: type["DataclassInstance"], *, but: Collection[str] = ()) -> list[str]:
    """The names of a read model's fields, but for those that are made of something else: what of a row it needs."""
    return [field.name for field in fields(kind) if field.name not in but]


@cache
def _readers(kind: type["DataclassInstance"]) -> tuple[tuple[str, Callable[[Any], object]], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, _reader(hints[field.name])) for field in fields(kind))


def _reader(hint: object) -> Callable[[Any], object]:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    return tuple if get_origin(hint) is tuple else _as_it_is


def _as_it_is(value: object) -> object:
    return value
