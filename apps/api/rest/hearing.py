"""What a composer shows before something is sent, over REST: whom it will wake and why, and who may be named."""

from typing import Annotated
from uuid import UUID

from django.utils import timezone
from ninja import Query, Router
from pydantic import AfterValidator

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.hearing import HearingOut, MentionablesOut, UnsentWordsIn
from apps.chat.queries.hearing import hearing_before
from apps.chat.queries.mentionable import mentionable
from apps.core.problems import answers
from apps.core.texts import require_storable
from apps.teams.queries.access import team_operable_by, team_visible_to

router = Router(tags=["messages"])


@router.post("/{uuid:team_id}/messages/preview", response=answers(HearingOut), summary="Say whom words will wake")
def preview_message(request: ApiRequest, team_id: UUID, words: UnsentWordsIn) -> HearingOut:
    """Whom a message will wake and why, by the rules that will hear it. Nothing is said or kept."""
    team = team_operable_by(request.auth, team_id)
    return HearingOut.model_validate(hearing_before(request.auth, team, words.text, words.delivery))


@router.get("/{uuid:team_id}/mentionable", response=answers(MentionablesOut), summary="List who may be named")
def list_mentionable(
    request: ApiRequest, team_id: UUID, q: Annotated[str, Query(max_length=60), AfterValidator(require_storable)] = ""
) -> MentionablesOut:
    """Who may be named with @ in the team's room, by handle or name (`q`); members of the team first."""
    team = team_visible_to(request.auth, team_id)
    return MentionablesOut.model_validate(mentionable(team, q, timezone.now()))
