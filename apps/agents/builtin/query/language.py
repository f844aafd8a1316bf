"""The language of queries: typed and closed, so that a model can choose what is computed and nothing else.

What a model fills in is read leniently where it cannot matter (case, blanks, a number for a text) and refused where it
can: a column that is not there, a sum of names. `resolution` says which it is.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

MOST_QUERIES = 6
_MOST_PARTS = 12  # derived columns, conditions, measures of one query


def _plain(value: object) -> object:
    """Write a number as text, on one line, cut."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    return " ".join(value.split())[:200] if isinstance(value, str) else value


def _folded(value: object) -> object:
    return " ".join(value.lower().replace("_", " ").split()) if isinstance(value, str) else value


Words = Annotated[str, BeforeValidator(_plain)]


class Operator(StrEnum):
    """How a derived column comes of two others."""

    TIMES = "times"
    DIVIDED_BY = "divided by"
    PLUS = "plus"
    MINUS = "minus"


class Relation(StrEnum):
    """How a cell must stand to a condition's values."""

    IS = "is"  # one of them
    IS_NOT = "is not"  # none of them
    CONTAINS = "contains"  # one of them is in it
    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="


class DatePart(StrEnum):
    """How much of a date groups the rows."""

    WHOLE = ""  # as it stands
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"
    DAY = "day"


class Statistic(StrEnum):
    """What is computed of a column's numbers."""

    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    COUNT = "count"  # of rows; of a column: of its filled cells
    RATIO = "ratio"  # the sum of one column over the sum of another
    CORRELATION = "correlation"  # of two columns, Pearson's


class PeriodComparison(StrEnum):
    """What each computed value is set beside."""

    NONE = "none"
    PREVIOUS = "previous"  # growth over the period before, in percent
    FIRST = "first"  # growth over the first period, in percent
    SHARE = "share"  # its part of the whole, in percent


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: object) -> object:
        """Null says that something is not wanted."""
        return {key: value for key, value in data.items() if value is not None} if isinstance(data, dict) else data


class Derivation(_Part):
    """A new column: each row's `left` and `right`, columns (or derived ones before it) or numbers, put together."""

    name: Words = Field(min_length=1)
    left: Words = Field(min_length=1)
    operator: Annotated[Operator, BeforeValidator(_folded)]
    right: Words = Field(min_length=1)


class Condition(_Part):
    """Keeps the rows whose cell stands so to one of the values."""

    column: Words
    relation: Annotated[Relation, BeforeValidator(_folded)]
    values: tuple[Words, ...] = Field(min_length=1, max_length=50)


class Grouping(_Part):
    """One row of the result for each value of this column, or for each year, quarter, month or day of it."""

    column: Words
    part: Annotated[DatePart, BeforeValidator(_folded)] = DatePart.WHOLE


class Measure(_Part):
    """A figure for each group. `over`: the second column of a ratio or a correlation."""

    name: Words = ""
    statistic: Annotated[Statistic, BeforeValidator(_folded)]
    column: Words = ""
    over: Words = ""


class TableQuery(_Part):
    """One question to one table, or to two that share a column. Without measures it lists rows."""

    answers: Words = ""  # the part of the brief that it answers, in words
    table: Words = ""
    join: Words = ""
    derive: tuple[Derivation, ...] = Field(default=(), max_length=_MOST_PARTS)
    where: tuple[Condition, ...] = Field(default=(), max_length=_MOST_PARTS)
    group: tuple[Grouping, ...] = Field(default=(), max_length=3)
    measures: tuple[Measure, ...] = Field(default=(), max_length=_MOST_PARTS)
    compare: Annotated[PeriodComparison, BeforeValidator(_folded)] = PeriodComparison.NONE
    columns: tuple[Words, ...] = ()  # of a listing; none: all
    order: Words = ""  # a column of the result; "": time as it runs, else the first measure
    descending: bool = True
    limit: int | None = Field(default=None, ge=1)


class Analysis(_Part):
    """What a model chose to compute, and what of the brief no query can give."""

    queries: tuple[TableQuery, ...] = Field(min_length=1, max_length=MOST_QUERIES)
    not_done: tuple[Words, ...] = ()


class Drawing(_Part):
    """A chart of one query's result; `x`, `y` and `series` are columns of it. `series` splits one y into several."""

    query: TableQuery
    kind: Annotated[Literal["bar", "line", "pie", "scatter"], BeforeValidator(_folded)]
    x: Words = ""
    y: tuple[Words, ...] = Field(default=(), max_length=_MOST_PARTS)
    series: Words = ""
    title: Words = ""
    not_done: tuple[Words, ...] = ()


def strict_schema(model: type[BaseModel]) -> dict[str, object]:
    """Give a model's JSON schema as servers of structured output want it: without references, all required."""
    schema = model.model_json_schema()
    return _strict_object(schema, schema.get("$defs", {}))


_DROPPED = ("title", "default", "description", "minLength", "maxItems", "minItems", "minimum", "$defs", "format")


Node = dict[str, Any]


def _strict(node: Any, shared: Node) -> Any:
    if isinstance(node, list):
        return [_strict(one, shared) for one in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _strict(shared[node["$ref"].rpartition("/")[2]], shared)
    if "properties" in node:
        return _strict_object(node, shared)
    return {key: _strict(value, shared) for key, value in node.items() if key not in _DROPPED}


def _strict_object(node: Node, shared: Node) -> Node:
    properties = {name: _strict(one, shared) for name, one in node["properties"].items()}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
