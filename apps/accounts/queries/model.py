"""Which model speaks for a workspace."""

from uuid import UUID

from django.conf import settings

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.models import Workspace
from apps.accounts.queries.sealing import unseal


def model_settings(workspace_id: UUID) -> ModelSettings:
    """The workspace's model, else the environment's; `configured` is False where there is neither.

    Never a mixture: a workspace's address is not sent the environment's key.
    """
    workspace = Workspace.objects.get(pk=workspace_id)
    if not workspace.model_name:
        return environment_model()
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
