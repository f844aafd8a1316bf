"""What may be asked about people, workspaces and what lets them in."""

from apps.accounts.queries.model import environment_model, model_settings
from apps.accounts.queries.people import (
    MemberView,
    WorkspaceView,
    actor_for,
    default_limits,
    member_view,
    members_after,
    members_of,
    require,
    runner_in,
    workspace_view,
)
from apps.accounts.queries.sign_in import link_opens
from apps.accounts.queries.tokens import TokenView, actor_for_token, tokens_after, tokens_of

__all__ = [
    "MemberView",
    "TokenView",
    "WorkspaceView",
    "actor_for",
    "actor_for_token",
    "default_limits",
    "environment_model",
    "link_opens",
    "member_view",
    "members_after",
    "members_of",
    "model_settings",
    "require",
    "runner_in",
    "tokens_after",
    "tokens_of",
    "workspace_view",
]
