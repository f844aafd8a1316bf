"""Which goals the token's person wants to hear nothing of."""

from uuid import UUID

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.notices import Mute
from apps.attention.actions.mutes import mute_goal
from apps.core.problems import answers

router = Router(tags=["notices"])


@router.put("/{uuid:goal_id}/mute", response=answers(Mute), summary="Mute a goal for yourself")
def set_mute(request: ApiRequest, goal_id: UUID, mute: Mute) -> Mute:
    """A muted goal stands last on your wall, and you get no notices of it but for what is asked of you alone. It still
    waits for people as before, and nobody else notices. 409 where you have muted 50 that go on.
    """
    mute_goal(request.auth, goal_id, muted=mute.muted)
    return mute
