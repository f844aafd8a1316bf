"""Queries that every step makes, whose SQL is written once: writing a join takes longer than running it."""

import uuid
from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)

PLACE = uuid.UUID("00000000-0000-7000-8000-706c61636500")
"""What stands in a query where the id that it is asked with goes."""


class CompiledQuery(Generic[M]):
    """A query by one id or text. `build` gives it with `place` for that; instances are as any other query gives them.

    `place` must not stand in the query for anything else.
    """

    def __init__(self, build: Callable[[Any], "QuerySet[M]"], place: uuid.UUID | str = PLACE) -> None:
        self._build = build
        self._place = place

    def of(self, identifier: uuid.UUID | str) -> list[M]:
        """The rows for this id, in the query's order."""
        source: Any = _Source(self._compiled, identifier)
        return list(cast("Iterable[M]", ModelIterable(source)))

    def one(self, identifier: uuid.UUID | str) -> M:
        """The one row for this id. Raises the model's DoesNotExist."""
        rows = self.of(identifier)
        if not rows:
            raise self._compiled.query.model.DoesNotExist(f"nothing with id {identifier}")  # type: ignore[union-attr]
        return rows[0]

    @cached_property
    def _compiled(self) -> "_Statement":
        return _Statement(self._build(self._place), self._place)


class _Statement:
    """The compiler of a query with its SQL and the place for what it is asked with."""

    def __init__(self, queryset: "QuerySet[Any]", place: object) -> None:
        self.place = place
        self.query = queryset.query
        self.compiler = self.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()


class _Source:
    """What Django's ModelIterable asks a query set for."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, compiled: _Statement, identifier: object) -> None:
        self._compiled = compiled
        self._params = tuple(identifier if value == compiled.place else value for value in compiled.params)
        self.query = self

    def get_compiler(self, using: str) -> SQLCompiler:
        """A compiler that has its SQL already, on this thread's connection."""
        compiler: Any = copy(self._compiled.compiler)
        compiler.connection = connections[using]
        compiler.as_sql = lambda: (self._compiled.sql, self._params)
        return cast("SQLCompiler", compiler)
