"""Teams and their rooms over REST."""

from typing import Annotated
from uuid import UUID

from django.utils import timezone
from ninja import Query, Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.goal_requests import KEY_HEADER
from apps.api.rest.schemas.messages import MessageIn, MessageOut
from apps.api.rest.schemas.tasks import ReassignIn, SuccessorOut
from apps.api.rest.schemas.teams import BriefIn, DissolveIn, TalkIn, TeamOut
from apps.chat import actions
from apps.chat.queries.message_rows import message, messages_after
from apps.chat.queries.tree import tree
from apps.core.paging import MOST_PER_PAGE, USUAL_PER_PAGE, Page, cut, number_in, word_cursor
from apps.core.problems import answers
from apps.teams.queries.access import team_visible_to
from apps.teams.queries.successors import newcomers_of

router = Router(tags=["teams"])


@router.get("/{uuid:team_id}", response=answers(TeamOut))
def get_team(request: ApiRequest, team_id: UUID) -> TeamOut:
    """One team."""
    team = team_visible_to(request.auth, team_id)
    return TeamOut.model_validate(tree(team.goal_id, timezone.now()).nodes[team_id])


@router.post("/{uuid:team_id}/pause", response=answers(TeamOut))
def pause_team(request: ApiRequest, team_id: UUID) -> TeamOut:
    """Freeze the team and all below it."""
    actions.pause(request.auth, team_id)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/resume", response=answers(TeamOut))
def resume_team(request: ApiRequest, team_id: UUID) -> TeamOut:
    """Let a paused team and all below it go on."""
    actions.resume(request.auth, team_id)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/stop", response=answers(TeamOut))
def stop_team(request: ApiRequest, team_id: UUID) -> TeamOut:
    """End the team and all below it; stopping a goal's own team ends the goal."""
    actions.stop(request.auth, team_id)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/brief", response=answers(TeamOut))
def rebrief_team(request: ApiRequest, team_id: UUID, wanted: BriefIn) -> TeamOut:
    """Give the team another brief: its open tasks and all teams below end, and its lead plans anew. Operators."""
    actions.rebrief(request.auth, team_id, wanted.brief)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/dissolve", response=answers(TeamOut))
def dissolve_team(request: ApiRequest, team_id: UUID, wanted: DissolveIn) -> TeamOut:
    """End a sub-team and all below it; the team above decides anew about its task. Operators."""
    actions.dissolve(request.auth, team_id, wanted.note)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/talk", response=answers(TeamOut))
def begin_talk(request: ApiRequest, team_id: UUID, talk: TalkIn) -> TeamOut:
    """Have members talk under a protocol; a talk that goes on is broken off."""
    actions.begin_talk(request.auth, team_id, talk.model_dump())
    return get_team(request, team_id)


@router.get("/{uuid:team_id}/candidates", response=answers(list[SuccessorOut]))
def list_team_candidates(request: ApiRequest, team_id: UUID) -> list[SuccessorOut]:
    """The agents that fit what a team is for best, at most 12, with those that are in it already."""
    team = team_visible_to(request.auth, team_id)
    return [SuccessorOut.of(one.candidate, one.left_out) for one in newcomers_of(team)]


@router.post("/{uuid:team_id}/members", response=answers(TeamOut))
def add_team_member(request: ApiRequest, team_id: UUID, wanted: ReassignIn) -> TeamOut:
    """Bring an agent into a team while it works; the coordinator may give it work from its next turn on."""
    actions.add_member(request.auth, team_id, wanted.agent)
    return get_team(request, team_id)


@router.post("/{uuid:team_id}/members/{handle}/swap", response=answers(TeamOut))
def swap_team_member(request: ApiRequest, team_id: UUID, handle: str, wanted: ReassignIn) -> TeamOut:
    """Have another agent do all that a member has to do there. What the first one still sends is kept, never used."""
    actions.swap_member(request.auth, team_id, handle, wanted.agent)
    return get_team(request, team_id)


@router.get("/{uuid:team_id}/messages", response=answers(Page[MessageOut]), tags=["messages"])
def list_messages(
    request: ApiRequest,
    team_id: UUID,
    cursor: str = "",
    limit: Annotated[int, Query(ge=1, le=MOST_PER_PAGE)] = USUAL_PER_PAGE,
) -> Page[MessageOut]:
    """What was said in the team's room, in order."""
    team_visible_to(request.auth, team_id)
    listing = f"messages {team_id}"
    rows = messages_after(team_id, number_in(cursor, listing) if cursor else 0, limit + 1)
    shown, following = cut(rows, limit, lambda row: word_cursor(listing, str(row.number)))
    return Page(items=[MessageOut.model_validate(row) for row in shown], next=following)


@router.post("/{uuid:team_id}/messages", response=answers(MessageOut, 201), tags=["messages"])
def post_message(request: ApiRequest, team_id: UUID, said: MessageIn) -> Status[MessageOut]:
    """Say something in the team's room; it is read by the next turn, or by people only."""
    key = request.headers.get(KEY_HEADER, "")
    posted = actions.post_message(
        request.auth, team_id, said.text, said.delivery, key=key, not_waking=said.not_waking, adding=said.adding
    )
    return Status(201, MessageOut.model_validate(message(posted.id)))


@router.post("/{uuid:team_id}/messages/{uuid:message_id}/cancel", response=answers(MessageOut), tags=["messages"])
def cancel_message(request: ApiRequest, team_id: UUID, message_id: UUID) -> MessageOut:
    """Take back what you sent and nobody has taken up yet; 409 says who was faster. The line stays, without words."""
    actions.cancel_message(request.auth, team_id, message_id)
    return MessageOut.model_validate(message(message_id))
