"""What every error of the REST API looks like (RFC 9457)."""

from typing import Any

from pydantic import BaseModel, Field

ERRORS = frozenset({400, 401, 403, 404, 409, 413, 415, 422, 429, 503})


class FieldProblem(BaseModel):
    """What is wrong with one field."""

    field: str
    detail: str


class Problem(BaseModel):
    """An error, sent as application/problem+json."""

    type: str = Field(description="A stable name: /problems/refused, /problems/not-found, ...")
    title: str
    status: int
    detail: str = Field(description="A sentence for people that says what to do.")
    errors: list[FieldProblem] = Field(default_factory=list, description="Named fields, where there are any.")


def answers(model: Any, status: int = 200) -> dict[Any, Any]:
    """What an operation may answer with: `model` for success, a problem document for the rest."""
    return {status: model, ERRORS: Problem}
