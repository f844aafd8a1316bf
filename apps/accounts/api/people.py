"""Members of the workspace and one's own tokens over REST."""

from uuid import UUID

from ninja import Router, Status

from apps.accounts import actions, queries
from apps.accounts.domain.asking import Asking
from apps.accounts.schemas import (
    LinkOut,
    MemberIn,
    MemberOut,
    MembersOut,
    NewToken,
    RoleIn,
    TokenIn,
    TokenOut,
    TokensOut,
)
from apps.journal.domain.problems import answers

members = Router(tags=["members"])
tokens = Router(tags=["tokens"])


@members.get("", response=answers(MembersOut))
def list_members(request: Asking) -> MembersOut:
    """The people of the workspace."""
    return MembersOut(items=[MemberOut.of(member) for member in queries.members_of(request.auth.workspace_id)])


@members.post("", response=answers(MemberOut, 201))
def add_member(request: Asking, new: MemberIn) -> Status[MemberOut]:
    """Let a new person in. Owners only."""
    user_id = actions.add_member(request.auth, username=new.username, display_name=new.name, role=new.role)
    return Status(201, _member(request, user_id))


@members.patch("/{uuid:user_id}", response=answers(MemberOut))
def change_role(request: Asking, user_id: UUID, change: RoleIn) -> MemberOut:
    """Give a member another role. Owners only; a workspace keeps one owner."""
    actions.change_role(request.auth, user_id, change.role)
    return _member(request, user_id)


@members.delete("/{uuid:user_id}", response=answers(None, 204))
def remove_member(request: Asking, user_id: UUID) -> Status[None]:
    """Take a member out; their tokens stop working. Owners only."""
    actions.remove_member(request.auth, user_id)
    return Status(204, None)


@members.post("/{uuid:user_id}/link", response=answers(LinkOut, 201))
def invite(request: Asking, user_id: UUID) -> Status[LinkOut]:
    """Make a one-time sign-in link for a member; earlier ones stop working. Owners only."""
    return Status(201, LinkOut(path=actions.invite(request.auth, user_id)))


@tokens.get("", response=answers(TokensOut))
def list_tokens(request: Asking) -> TokensOut:
    """One's own live tokens."""
    return TokensOut(items=[TokenOut.of(token) for token in queries.tokens_of(request.auth)])


@tokens.post("", response=answers(NewToken, 201))
def issue_token(request: Asking, new: TokenIn) -> Status[NewToken]:
    """Make a token of one's own. The answer is the only place where it is shown."""
    return Status(201, NewToken(token=actions.issue_token(request.auth, new.name)))


@tokens.delete("/{uuid:token_id}", response=answers(None, 204))
def revoke_token(request: Asking, token_id: UUID) -> Status[None]:
    """End one of one's own tokens."""
    actions.revoke_token(request.auth, token_id)
    return Status(204, None)


def _member(request: Asking, user_id: UUID) -> MemberOut:
    found = queries.members_of(request.auth.workspace_id)
    return MemberOut.of(next(member for member in found if member.user_id == user_id))
