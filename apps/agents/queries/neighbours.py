"""The rows of a scope whose vectors are nearest to one: exactly where the scope is narrow, by HNSW where it is wide.

An HNSW index knows nothing of the scope: of the nearest rows that it offers, a narrow filter keeps few or none, and the
search silently returns too little. Up to NARROW rows every one is compared; above, the index goes on until enough rows
have passed the filter.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet, Value
from pgvector import HalfVector
from pgvector.django import CosineDistance

NARROW = 10_000  # rows; comparing these takes 5 to 10 ms from the index that has the vectors (agent_vectors)
EF_SEARCH = 200


def nearest_agents(
    scope: "QuerySet[Any]", vector: Sequence[float], limit: int, *, narrow: int = NARROW, rows: int | None = None
) -> dict[Any, float]:
    """Give primary key -> cosine similarity of the `limit` nearest rows of `scope`, nearest first.

    `scope` is an unordered query set of a model with a `vector`; rows without one are left out. `rows`: about how many
    they are, where that is known.
    """
    scope = scope.filter(vector__isnull=False)
    if (scope[: narrow + 1].count() if rows is None else rows) <= narrow:
        return _exact(scope, vector, limit)
    return _by_index(scope, vector, limit)


def nearest_first(scope: "QuerySet[Any]", vector: Any) -> "QuerySet[Any]":
    """With `similar`: the cosine with a vector (or an expression of one), by which the rows are sorted."""
    # by similarity, not by distance: an index can only give what it was asked for by distance
    similar = Value(1.0) - CosineDistance("vector", vector)
    rows: QuerySet[Any] = scope.annotate(similar=similar)
    return rows.order_by("-similar", "pk")


def _exact(scope: "QuerySet[Any]", vector: Sequence[float], limit: int) -> dict[Any, float]:
    return dict(nearest_first(scope, HalfVector(list(vector))).values_list("pk", "similar")[:limit])


def _by_index(scope: "QuerySet[Any]", vector: Sequence[float], limit: int) -> dict[Any, float]:
    distance = CosineDistance("vector", HalfVector(list(vector)))
    found = scope.annotate(distance=distance).order_by("distance").values_list("pk", "distance")[:limit]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        cursor.execute(f"SET LOCAL hnsw.ef_search = {EF_SEARCH}")
        cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")  # a plan for any vector may leave the index out
        return {key: 1 - apart for key, apart in found}
