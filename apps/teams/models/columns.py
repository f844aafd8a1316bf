"""Columns that hold one of a closed set of states."""

from enum import StrEnum

from django.db import models
from django.db.models import Q


def choices_of(states: type[StrEnum]) -> list[tuple[str, str]]:
    """The states as Django wants them."""
    return [(state.value, state.value) for state in states]


def known_states(field: str, states: type[StrEnum], name: str) -> models.CheckConstraint:
    """Have the database refuse what is none of the states."""
    return models.CheckConstraint(condition=Q(**{f"{field}__in": [state.value for state in states]}), name=name)
