"""The browsers in which one is signed in, over REST."""

from uuid import UUID

from ninja import Router, Status

from apps.accounts import actions, queries
from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.accounts import SessionOut
from apps.core.problems import answers

router = Router(tags=["sessions"])


@router.get("", response=answers(list[SessionOut]))
def list_sessions(request: ApiRequest) -> list[SessionOut]:
    """Where you are signed in, what was used last first."""
    return [SessionOut.of(row) for row in queries.sessions_of(request.auth.user_id)]


@router.delete("", response=answers(None, 204))
def end_all_sessions(request: ApiRequest) -> Status[None]:
    """Sign out everywhere, of other workspaces too; tokens stay."""
    actions.end_all_sessions(request.auth)
    return Status(204, None)


@router.delete("/{uuid:session_id}", response=answers(None, 204))
def end_session(request: ApiRequest, session_id: UUID) -> Status[None]:
    """Sign one browser out; its open pages close within seconds."""
    actions.end_session(request.auth, session_id)
    return Status(204, None)
