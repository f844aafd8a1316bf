"""Agents near a text, each with all that a search looks at, in one statement whose SQL is written once."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import FloatField, QuerySet, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast

from apps.agents.domain.profile import Candidate
from apps.agents.domain.ranking import WordCounts
from apps.agents.models import Agent
from apps.agents.models.registry import DIMENSIONS
from apps.agents.queries.agents import WITHOUT_VECTORS, askable_agents, candidates_of, with_lines
from apps.agents.queries.neighbours import nearest_first
from apps.journal.queries.compiled import CompiledQuery


@dataclass(frozen=True)
class NearAgent:
    """An agent near a text. The candidate's score: its cosine with the text; `similar`: with each part of it; `goals`:
    the words of the goals that it did well.
    """

    candidate: Candidate
    goals: WordCounts
    similar: list[float]


def nearest_of_workspace(
    workspace_id: uuid.UUID,
    vector: Sequence[float],
    parts: Sequence[Sequence[float]],
    limit: int,
    origin: uuid.UUID | None = None,
) -> list[NearAgent]:
    """Give the `limit` agents that are switched on and nearest to a text, nearest first. Every one is compared.

    `vector`: the text's, of 256 numbers; `parts`: those of its parts; `origin`: in whose name they would be called.
    """
    rows = _nearest(limit).of(workspace_id, _text_of(vector), [_text_of(part) for part in parts], origin)
    return _near(rows, {row.pk: row.similar for row in rows})


def near_with_scores(
    cosines: Mapping[uuid.UUID, float], parts: Sequence[Sequence[float]], origin: uuid.UUID | None = None
) -> list[NearAgent]:
    """Give these agents, each with its cosine, in the mapping's order. `parts`, `origin`: as above."""
    rows = {row.pk: row for row in _BY_ID.of(list(cosines), [_text_of(part) for part in parts], origin)}
    return _near([rows[key] for key in cosines if key in rows], cosines)


def _near(rows: Sequence[Any], cosines: Mapping[uuid.UUID, float]) -> list[NearAgent]:
    return [
        NearAgent(one.model_copy(update={"score": cosines[row.pk]}), row.goal_words, [1 - apart for apart in row.apart])
        for one, row in zip(candidates_of(rows), rows, strict=True)
    ]


_FORM = "[" + ",".join(["%.6f"] * DIMENSIONS) + "]"
"""Of a unit vector as Postgres reads it: more decimals than are kept, and written four times as fast as one by one."""


def _text_of(vector: Sequence[float]) -> str:
    return _FORM % tuple(vector)


_APART = """ARRAY(SELECT coalesce("agents_agent"."vector" <=> part, 1)
    FROM unnest(%s::text[]::halfvec[]) WITH ORDINALITY AS given (part, place) ORDER BY place)"""


def _with_parts(agents: "QuerySet[Any]", parts: list[Any], origin: uuid.UUID) -> "QuerySet[Any]":
    """With `apart`: how far each is from parts of a text, in their order."""
    apart = RawSQL(_APART, [parts], output_field=ArrayField(FloatField()))  # noqa: S611 - a constant
    return with_lines(agents.defer(*WITHOUT_VECTORS), origin).annotate(apart=apart)


@cache
def _nearest(limit: int) -> "CompiledQuery[Any]":
    def build(workspace: uuid.UUID, vector: str, parts: list[Any], origin: uuid.UUID) -> "QuerySet[Any]":
        given = Cast(Value(vector), Agent._meta.get_field("vector"))  # noqa: SLF001
        near = nearest_first(askable_agents(workspace).filter(vector__isnull=False), given)
        rows = Agent.objects.filter(pk__in=near.values("pk")[:limit])
        return nearest_first(_with_parts(rows, parts, origin), given)

    return CompiledQuery(build, uuid.UUID, str, list, uuid.UUID)


_BY_ID: "CompiledQuery[Any]" = CompiledQuery(
    lambda ids, parts, origin: _with_parts(Agent.objects.filter(pk__any_of=ids), parts, origin), list, list, uuid.UUID
)
