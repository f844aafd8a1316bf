"""What may be asked about people, workspaces and what lets them in."""

from apps.accounts.queries.invitations import InvitationView, invitation_by_link, invitations_after, invitations_to
from apps.accounts.queries.model import GoalDefaults, environment_model, goal_defaults, model_settings
from apps.accounts.queries.people import (
    OPENED,
    MemberView,
    OpenTo,
    WorkspaceView,
    actor_for,
    actor_in,
    belongs,
    member_view,
    members_after,
    members_of,
    require,
    require_scope,
    runner_in,
    workspace_view,
    workspaces_open_to,
)
from apps.accounts.queries.permissions import authority_of, lost_among, may_decide, person, person_behind
from apps.accounts.queries.sessions import SessionView, has_password, link_opens, sessions_of
from apps.accounts.queries.tokens import TokenView, actor_for_token, tokens_after, tokens_of

__all__ = [
    "OPENED",
    "GoalDefaults",
    "InvitationView",
    "MemberView",
    "OpenTo",
    "SessionView",
    "TokenView",
    "WorkspaceView",
    "actor_for",
    "actor_for_token",
    "actor_in",
    "authority_of",
    "belongs",
    "environment_model",
    "goal_defaults",
    "has_password",
    "invitation_by_link",
    "invitations_after",
    "invitations_to",
    "link_opens",
    "lost_among",
    "may_decide",
    "member_view",
    "members_after",
    "members_of",
    "model_settings",
    "person",
    "person_behind",
    "require",
    "require_scope",
    "runner_in",
    "sessions_of",
    "tokens_after",
    "tokens_of",
    "workspace_view",
    "workspaces_open_to",
]
