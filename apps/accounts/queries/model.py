"""Which model speaks for a workspace."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.conf import settings

from apps.accounts.domain.workspace_settings import (
    MODEL_RANGES,
    OTHER_MODEL,
    WHEN_SILENT,
    ModelSettings,
    Review,
    WhenSilent,
)
from apps.accounts.models import Workspace
from apps.accounts.queries.sealing import unseal
from apps.journal.queries.compiled import CompiledQuery


def model_settings(workspace_id: UUID) -> ModelSettings:
    """The workspace's model, else the environment's; `configured` is False where there is neither.

    Never a mixture: a workspace's address is not sent the environment's key. How a model is used is said by the
    workspace, where it says nothing by the environment.
    """
    return model_in_use(_WORKSPACE.one(workspace_id))


@dataclass(frozen=True)
class GoalDefaults:
    """What a goal of a workspace has where it names nothing. Limits that are missing are the product's.

    `has_model`: a model is configured, which can judge an answer.
    """

    limits: dict[str, object]
    review: Review
    has_model: bool
    shows_plan: bool = False


def goal_defaults(workspace_id: UUID) -> GoalDefaults:
    """What the goals of a workspace have where they name nothing."""
    row = _WORKSPACE.one(workspace_id)
    return GoalDefaults(
        dict(row.default_limits), Review(row.default_review), model_in_use(row).configured, row.default_shows_plan
    )


_WORKSPACE = CompiledQuery(lambda workspace: Workspace.objects.filter(pk=workspace))


def model_in_use(workspace: Workspace) -> ModelSettings:
    """As `model_settings`, of a workspace whose row is known."""
    model = _own_model(workspace) if workspace.model_name else environment_model()
    return replace(model, **_in_use(workspace.model_use))


def _own_model(workspace: Workspace) -> ModelSettings:
    return ModelSettings(
        base_url=workspace.model_base_url,
        model=workspace.model_name,
        api_key=unseal(workspace.model_key_sealed),
        prompt_price=workspace.model_prices.get("prompt"),
        completion_price=workspace.model_prices.get("completion"),
    )


def environment_model() -> ModelSettings:
    """The model that the environment names (IOA_MODEL, IOA_MODEL_BASE_URL, IOA_MODEL_API_KEY)."""
    return ModelSettings(
        base_url=settings.IOA_MODEL_BASE_URL,
        model=settings.IOA_MODEL,
        api_key=settings.IOA_MODEL_API_KEY,
        by_operator=True,
    )


def _in_use(use: Mapping[str, object]) -> dict[str, Any]:
    """Fields of ModelSettings; what nobody set is absent, and so is what is no longer known."""
    said = {name: value for name, value in {**settings.IOA_MODEL_USE, **use}.items() if value not in (None, "")}
    known = {entry.name for entry in MODEL_RANGES} | {OTHER_MODEL}
    fields = {name: value for name, value in said.items() if name in known}
    return fields | ({WHEN_SILENT: WhenSilent(str(said[WHEN_SILENT]))} if WHEN_SILENT in said else {})
