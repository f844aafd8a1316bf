"""Frozen read models from rows: a field that both have is named once, in the read model."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, get_origin, get_type_hints

from apps.core.sentences import recall, unpack_all

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kind = TypeVar("Kind", bound="DataclassInstance")


def fill_from_row(kind: type[Kind], row: object, **given: object) -> Kind:
    """Make a read model whose fields are as the row has them, but for those that are given.

    A column's word becomes the enumeration's member and a column's list a tuple, as the field is annotated. The
    sentences of a row that has `made_of` among its columns are sentences again; those of a model's are already.
    """
    names, values, readers = _reading(kind, tuple(given))
    plain = list(values(row))
    for at, read in readers:
        plain[at] = read(plain[at])
    if packed := getattr(row, "made_of", None) if hasattr(row, "_fields") else None:
        plain = recall(plain, unpack_all(packed))
    return kind(**dict(zip(names, plain, strict=True)), **given)


def columns_of(kind: type["DataclassInstance"], *, but: Collection[str] = ()) -> list[str]:
    """The names of a read model's fields, but for those that are made of something else: what of a row it needs."""
    return [field.name for field in fields(kind) if field.name not in but]


@cache
def _reading(
    kind: type["DataclassInstance"], given: tuple[str, ...]
) -> tuple[list[str], Callable[[object], Iterable[Any]], list[tuple[int, Callable[[Any], object]]]]:
    """The names of the fields that are read, what gives their values, and what makes something else of some of them.

    Found once for a kind: a page fills thousands of them.
    """
    names, hints = columns_of(kind, but=given), get_type_hints(kind)
    readers = [(at, read) for at, name in enumerate(names) if (read := _reader(hints[name]))]
    return names, _values_of(names), readers


def _values_of(names: Sequence[str]) -> Callable[[object], Iterable[Any]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda row: [getattr(row, name) for name in names]  # attrgetter gives one value bare


def _reader(hint: object) -> Callable[[Any], object] | None:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    return tuple if get_origin(hint) is tuple else None
