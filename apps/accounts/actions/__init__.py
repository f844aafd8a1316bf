"""What may be done to people, workspaces and what lets them in. Each is one transaction."""

from apps.accounts.actions.accounts import make_runner, switch_off_account, switch_on_account, unmake_runner
from apps.accounts.actions.demo import Demo, first_start
from apps.accounts.actions.invitations import accept_invitation, decline_invitation, invite, withdraw_invitation
from apps.accounts.actions.issued_tokens import use_issued_token
from apps.accounts.actions.languages import choose_language
from apps.accounts.actions.members import (
    add_member,
    change_role,
    create_workspace,
    leave_workspace,
    open_workspace,
    remove_member,
    switch_off_member,
    switch_on_member,
)
from apps.accounts.actions.names import choose_name, rename_workspace
from apps.accounts.actions.origins import act_for, note_origin
from apps.accounts.actions.sessions import end_all_sessions, end_session, sign_out_person
from apps.accounts.actions.settings import (
    change_approval_policy,
    change_default_limits,
    change_default_plan,
    change_default_review,
    clear_model_settings,
    set_model_settings,
    set_model_use,
    set_observation_hook,
)
from apps.accounts.actions.sign_in import (
    issue_first_link,
    issue_sign_in_link,
    note_sign_out,
    recover_account,
    set_password,
    sign_in_with_password,
    use_sign_in_link,
)
from apps.accounts.actions.tokens import issue_token, revoke_token, revoke_token_of_member, use_token

__all__ = [
    "Demo",
    "accept_invitation",
    "act_for",
    "add_member",
    "change_approval_policy",
    "change_default_limits",
    "change_default_plan",
    "change_default_review",
    "change_role",
    "choose_language",
    "choose_name",
    "clear_model_settings",
    "create_workspace",
    "decline_invitation",
    "end_all_sessions",
    "end_session",
    "first_start",
    "invite",
    "issue_first_link",
    "issue_sign_in_link",
    "issue_token",
    "leave_workspace",
    "make_runner",
    "note_origin",
    "note_sign_out",
    "open_workspace",
    "recover_account",
    "remove_member",
    "rename_workspace",
    "revoke_token",
    "revoke_token_of_member",
    "set_model_settings",
    "set_model_use",
    "set_observation_hook",
    "set_password",
    "sign_in_with_password",
    "sign_out_person",
    "switch_off_account",
    "switch_off_member",
    "switch_on_account",
    "switch_on_member",
    "unmake_runner",
    "use_issued_token",
    "use_sign_in_link",
    "use_token",
    "withdraw_invitation",
]
