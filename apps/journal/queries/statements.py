"""Statements that were compiled once, and rows that are made of what they give."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.base import ModelState
from django.db.models.utils import create_namedtuple_class

from apps.core.columns import Telling
from apps.core.statements import fetch_rows

Row = Sequence[Any]


class _RowsOf:
    """Makes instances of a model of some columns of rows, and of others those that `select_related` asked for.

    No model here has an initialiser or hears of instances that are made.
    """

    def __init__(self, known: Mapping[str, Any], select: Sequence[Any]) -> None:
        places: Sequence[int] = known["select_fields"]
        self._model = known["model"]
        self._columns = slice(places[0], places[-1] + 1)
        self._names = [one.target.attname for one, *_ in select[self._columns]]
        self._key = self._names.index(self._model._meta.pk.attname)  # noqa: SLF001
        self._tells = issubclass(self._model, Telling)
        self._related = [
            (_RowsOf(one, select), one["local_setter"], one["remote_setter"])
            for one in known.get("related_klass_infos", ())
        ]

    def made(self, row: Row) -> Any:
        """The instance of a row; None: the join found none."""
        values = row[self._columns]
        if values[self._key] is None:
            return None
        state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        one = self._model.__new__(self._model)
        vars(one).update(zip(self._names, values, strict=True), _state=state)
        if self._tells:
            one.recall_sentences()
        for rows_of, set_here, set_there in self._related:
            other = rows_of.made(row)
            set_here(one, other)
            if other is not None:
                set_there(other, one)
        return one


class Statement:
    """The SQL of a query with where in its parameters each argument goes, and what its columns become.

    Rows are as Django's own iterables make them: those look at the columns again for each query, and set the fields of
    each row one by one, which takes a third to half of the time of a query for few rows.
    """

    def __init__(self, queryset: "QuerySet[Any]", places: list[object]) -> None:
        self.query = queryset.query
        self._fields = getattr(queryset, "_fields", None)
        self._compiler: Any = self.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, self._params = self._compiler.as_sql()
        self._places = [
            (position, number)
            for position, value in enumerate(self._params)
            for number, place in enumerate(places)
            if isinstance(value, type(place)) and value == place  # a number is wrapped by its column's size
        ]

    def models(self, arguments: tuple[object, ...]) -> list[Any]:
        """The rows for these arguments, as instances of the query's model."""
        return [self._model(row) for row in self._rows(arguments)]

    def values(self, arguments: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """The rows for these arguments, of a query that was built with `values_list`."""
        return list(map(tuple, self._rows(arguments)))

    def named(self, arguments: tuple[object, ...]) -> list[Any]:
        """As `values`, each row with its columns by their names."""
        return list(map(self._named._make, self._rows(arguments)))

    def _rows(self, arguments: tuple[object, ...]) -> list[Row]:
        rows: list[Row] = fetch_rows(self.sql, self._params_with(arguments))
        if self._compiler.has_extra_select:
            rows = [row[: self._compiler.col_count] for row in rows]
        if not (rows and self._converters):
            return rows
        connection = connections[DEFAULT_DB_ALIAS]
        return [self._converted(row, connection) for row in rows]

    def _params_with(self, arguments: tuple[object, ...]) -> list[Any]:
        """The parameters with these arguments in their places."""
        params = list(self._params)
        for position, number in self._places:
            params[position] = arguments[number]
        return params

    def _converted(self, row: Row, connection: Any) -> Row:
        values = list(row)
        for position, (converters, expression) in self._converters.items():
            for convert in converters:
                values[position] = convert(values[position], expression, connection)
        return values

    def _model(self, row: Row) -> Any:
        made = self._rows_of.made(row)
        for name, position in self._annotations:
            setattr(made, name, row[position])
        return made

    @cached_property
    def _converters(self) -> Mapping[int, tuple[Sequence[Any], Any]]:
        """What makes values of the database's, by column."""
        columns = self._compiler.select[: self._compiler.col_count]
        found: Mapping[int, tuple[Sequence[Any], Any]] = self._compiler.get_converters([one for one, *_ in columns])
        return found

    @cached_property
    def _rows_of(self) -> "_RowsOf":
        return _RowsOf(self._compiler.klass_info, self._compiler.select)

    @cached_property
    def _annotations(self) -> list[tuple[str, int]]:
        return list((self._compiler.annotation_col_map or {}).items())

    @cached_property
    def _named(self) -> Any:
        names = self._fields or (*self.query.values_select, *self.query.annotation_select)
        return create_namedtuple_class(*names)
