"""The list of models."""

from typing import Any

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.accounts.domain.errors import NotFound
from apps.api.completions.catalogue import models_in
from apps.core.sentences import sentence

OWNER = "ioa"

router = Router(tags=["models"])


@router.get("", url_name="list_models")
def list_models(request: ApiRequest) -> dict[str, Any]:
    """The hub, which finds a team for each goal, each agent that is switched on, and each template."""
    return {"object": "list", "data": [_shown(name, made_at) for name, made_at in models_in(request.auth.workspace_id)]}


@router.get("/{path:model}", url_name="get_model")
def get_model(request: ApiRequest, model: str) -> dict[str, Any]:
    """One of them."""
    for name, made_at in models_in(request.auth.workspace_id):
        if name == model:
            return _shown(name, made_at)
    raise NotFound(
        sentence("There is no model {model} here. GET /v1/models lists those there are.", model=repr(model[:80]))
    )


def _shown(name: str, made_at: int) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": made_at, "owned_by": OWNER}
