"""What may be done to people, workspaces and what lets them in. Each is one transaction."""

from apps.accounts.actions.demo import Demo, ensure_demo
from apps.accounts.actions.members import add_member, change_role, create_workspace, open_workspace, remove_member
from apps.accounts.actions.settings import (
    change_default_limits,
    clear_model_settings,
    set_model_settings,
    set_observation_hook,
)
from apps.accounts.actions.sign_in import invite, issue_sign_in_link, sign_in_with_password, use_sign_in_link
from apps.accounts.actions.tokens import issue_token, replace_token, revoke_token, revoke_token_of_member, use_token

__all__ = [
    "Demo",
    "add_member",
    "change_default_limits",
    "change_role",
    "clear_model_settings",
    "create_workspace",
    "ensure_demo",
    "invite",
    "issue_sign_in_link",
    "issue_token",
    "open_workspace",
    "remove_member",
    "replace_token",
    "revoke_token",
    "revoke_token_of_member",
    "set_model_settings",
    "set_observation_hook",
    "sign_in_with_password",
    "use_sign_in_link",
    "use_token",
]
