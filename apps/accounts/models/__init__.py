"""People, workspaces, and what lets them in."""

from apps.accounts.models.installation import LeftOut, Pace, SigningKey
from apps.accounts.models.people import FirstStart, Invitation, Leaving, Member, User, Workspace, WorkspaceName
from apps.accounts.models.sign_in import BrowserSession, SignInLink, SignInTry
from apps.accounts.models.tokens import ApiToken, Origin

__all__ = [
    "ApiToken",
    "BrowserSession",
    "FirstStart",
    "Invitation",
    "Leaving",
    "LeftOut",
    "Member",
    "Origin",
    "Pace",
    "SignInLink",
    "SignInTry",
    "SigningKey",
    "User",
    "Workspace",
    "WorkspaceName",
]
