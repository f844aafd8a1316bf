"""Invitations over REST: an owner makes and withdraws them, whom they are meant for accepts or declines."""

from uuid import UUID

from ninja import Router, Status

from apps.accounts import actions, queries
from apps.accounts.domain.access import ApiRequest, Role
from apps.api.rest.people import Limit
from apps.api.rest.schemas.accounts import AcceptIn, InvitationIn, InvitationOut, JoinedOut, LinkOut
from apps.core.paging import USUAL_PER_PAGE, Page, cut, id_in, word_cursor
from apps.core.problems import answers

router = Router(tags=["invitations"])


@router.get("", response=answers(Page[InvitationOut]))
def list_invitations(request: ApiRequest, cursor: str = "", limit: Limit = USUAL_PER_PAGE) -> Page[InvitationOut]:
    """The workspace's open invitations, newest first. Owners only."""
    queries.require(request.auth, Role.OWNER)
    listing = f"invitations {request.auth.workspace_id}"
    before = id_in(cursor, listing) if cursor else None
    rows = queries.invitations_after(request.auth.workspace_id, before, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.id)))
    return Page(items=[InvitationOut.of(row) for row in shown], next=following)


@router.post("", response=answers(LinkOut, 201))
def create_invitation(request: ApiRequest, new: InvitationIn) -> Status[LinkOut]:
    """Invite the person of an account that exists. The answer is the only place where the link is shown: hand it to
    the person you mean. It works only in their account, within a week; a newer one takes its place. Owners only.
    """
    return Status(201, LinkOut(path=actions.invite(request.auth, new.username, new.role)))


@router.delete("/{uuid:invitation_id}", response=answers(None, 204))
def withdraw_invitation(request: ApiRequest, invitation_id: UUID) -> Status[None]:
    """Take an invitation back. Owners only."""
    actions.withdraw_invitation(request.auth, invitation_id)
    return Status(204, None)


@router.get("/mine", response=answers(list[InvitationOut]))
def list_own_invitations(request: ApiRequest) -> list[InvitationOut]:
    """What you are invited to, newest first."""
    return [InvitationOut.of(row) for row in queries.invitations_to(request.auth.user_id)]


@router.post("/mine/accept", response=answers(JoinedOut))
def accept_invitation(request: ApiRequest, invitation: AcceptIn) -> JoinedOut:
    """Join the workspace that an invitation of yours leads to, with the secret at the end of its link."""
    return JoinedOut.of(actions.accept_invitation(request.auth.user_id, invitation.secret))


@router.post("/mine/{uuid:invitation_id}/decline", response=answers(None, 204))
def decline_invitation(request: ApiRequest, invitation_id: UUID) -> Status[None]:
    """Say no to an invitation of yours."""
    actions.decline_invitation(request.auth.user_id, invitation_id)
    return Status(204, None)
