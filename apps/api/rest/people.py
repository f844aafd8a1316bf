"""Members of the workspace and one's own tokens over REST."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Status

from apps.accounts import actions, queries
from apps.accounts.domain.access import ApiRequest, usual
from apps.api.rest.schemas.accounts import LinkOut, MemberIn, MemberOut, NewToken, RoleIn, TokenIn, TokenOut
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, id_in, number_in, word_cursor
from apps.core.problems import answers

Limit = Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="Items on a page.")]
members = Router(tags=["members"])
tokens = Router(tags=["tokens"])


@members.get("", response=answers(Page[MemberOut]))
def list_members(request: ApiRequest, cursor: str = "", limit: Limit = USUAL_PER_PAGE) -> Page[MemberOut]:
    """The people of the workspace in the order they joined."""
    workspace_id = request.auth.workspace_id
    listing = f"members {workspace_id}"
    rows = queries.members_after(workspace_id, number_in(cursor, listing) if cursor else 0, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.place)))
    return Page(items=[MemberOut.of(member) for member in shown], next=following)


@members.post("", response=answers(MemberOut, 201))
def add_member(request: ApiRequest, new: MemberIn) -> Status[MemberOut]:
    """Let a new person in. Owners only. Whoever has an account already is invited instead (`POST /invitations`)."""
    user_id = actions.add_member(request.auth, username=new.username, display_name=new.name, role=new.role)
    return Status(201, _member(request, user_id))


@members.get("/{uuid:user_id}", response=answers(MemberOut))
def get_member(request: ApiRequest, user_id: UUID) -> MemberOut:
    """One person of the workspace."""
    return _member(request, user_id)


@members.patch("/{uuid:user_id}", response=answers(MemberOut))
def change_role(request: ApiRequest, user_id: UUID, change: RoleIn) -> MemberOut:
    """Give a member another role. Owners only; a workspace keeps one owner."""
    actions.change_role(request.auth, user_id, change.role)
    return _member(request, user_id)


@members.delete("/{uuid:user_id}", response=answers(None, 204))
def remove_member(request: ApiRequest, user_id: UUID) -> Status[None]:
    """Take a member out: their tokens and sessions stop working here, for good. Owners only."""
    actions.remove_member(request.auth, user_id)
    return Status(204, None)


@members.post("/{uuid:user_id}/disable", response=answers(MemberOut))
def switch_off_member(request: ApiRequest, user_id: UUID) -> MemberOut:
    """Keep a member out until they are enabled again: their tokens rest, their pages close. Owners only."""
    actions.switch_off_member(request.auth, user_id)
    return _member(request, user_id)


@members.post("/{uuid:user_id}/enable", response=answers(MemberOut))
def switch_on_member(request: ApiRequest, user_id: UUID) -> MemberOut:
    """Let a member in again, with the tokens that they had. Owners only."""
    actions.switch_on_member(request.auth, user_id)
    return _member(request, user_id)


@members.post("/{uuid:user_id}/link", response=answers(LinkOut, 201))
def make_first_link(request: ApiRequest, user_id: UUID) -> Status[LinkOut]:
    """Make the one-time sign-in link of a new member; earlier ones stop working. Owners only, and only for accounts
    that this workspace made and in which nobody was yet (`new`).
    """
    return Status(201, LinkOut(path=actions.issue_first_link(request.auth, user_id)))


@tokens.get("", response=answers(Page[TokenOut]))
def list_tokens(request: ApiRequest, cursor: str = "", limit: Limit = USUAL_PER_PAGE) -> Page[TokenOut]:
    """One's own live tokens in this workspace, newest first."""
    listing = f"tokens {request.auth.user_id} {request.auth.workspace_id}"
    rows = queries.tokens_after(request.auth, id_in(cursor, listing) if cursor else None, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    return Page(items=[TokenOut.of(token) for token in shown], next=following)


@tokens.post("", response=answers(NewToken, 201))
def issue_token(request: ApiRequest, new: TokenIn) -> Status[NewToken]:
    """Make a token of one's own. The answer is the only place where it is shown. One that a token makes does no more
    and lasts no longer than that one, and ends with it.
    """
    scopes = usual(request.auth.role) & request.auth.scopes if new.scopes is None else new.scopes
    return Status(201, NewToken(token=actions.issue_token(request.auth, new.name, scopes, new.expires_in_days)))


@tokens.delete("/{uuid:token_id}", response=answers(None, 204))
def revoke_token(request: ApiRequest, token_id: UUID) -> Status[None]:
    """End one of one's own tokens."""
    actions.revoke_token(request.auth, token_id)
    return Status(204, None)


def _member(request: ApiRequest, user_id: UUID) -> MemberOut:
    return MemberOut.of(queries.member_view(request.auth.workspace_id, user_id))
