"""Asking a language model to fill in a form: how an agent of the hub chooses, while the hub computes. Pure.

The caller of an agent brings the model along, as it does the library: agents know no provider and hold no key.
"""

from dataclasses import dataclass, field
from typing import Protocol

from apps.agents.domain.calls import Usage


@dataclass(frozen=True)
class ChoiceForm:
    """One question to a model. `rules` are ours; `data` is one JSON document of what others wrote, never a rule.

    `schema` is a JSON schema in which every property is required and no other is allowed.
    """

    rules: str
    data: str
    schema: dict[str, object]


@dataclass(frozen=True)
class FilledForm:
    """What a model answered: hostile until it was validated. `unfilled`: why there is nothing, one plain sentence."""

    values: dict[str, object] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    unfilled: str = ""


class FormFiller(Protocol):
    """A model that fills in forms."""

    async def fill(self, form: ChoiceForm) -> FilledForm:
        """Ask the model once; never raises for what it or its server does."""
