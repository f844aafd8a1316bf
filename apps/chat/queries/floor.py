"""Whether a member may speak itself, and what it may do by its words."""

import uuid

from django.utils import timezone

from apps.accounts.queries import person_behind
from apps.agents.queries.agents import line_for
from apps.chat.domain.briefing import MemberBrief
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import OWN_VOICE
from apps.chat.domain.utterances import FormSubteam, Utterance
from apps.chat.models import Conversation, Message
from apps.chat.queries.briefing import in_earshot
from apps.chat.queries.staffing import SUBTEAM_KEY, may_nest
from apps.teams.domain.authority import PermitVerdict
from apps.teams.domain.formation import Seat, Staffing
from apps.teams.queries.authority import judge_words
from apps.teams.queries.limits import grantable_limits, has_room_for_team
from apps.teams.queries.rows import Team

NO_DEEPER = "no team may be formed below this one, as the goal's limits say."
NO_MORE_TEAMS = "the goal has as many teams as it may have."
SAME_NEEDS = "it needs just what this team, or one above it, was formed for."
NOTHING_LEFT = "the goal's limits leave nothing for another team."


def why_silent(room: Conversation, connection_id: uuid.UUID) -> str:
    """Why the agent at a connection may not be given the floor unasked, as a sentence; empty: it may."""
    judged = judge_words(connection_id, room.team_id, room.origin_id, _gave_floor(room), in_earshot(room))
    return "" if judged.verdict is PermitVerdict.GO else judged.why


def _gave_floor(room: Conversation) -> uuid.UUID | None:
    """The agent that named the speaker by itself, in the last words that named anybody; None: none did."""
    named = Message.objects.filter(conversation=room.id).exclude(next_speaker="").order_by("-number")
    last = named.values_list("voice", "member__agent_id").first()
    return last[1] if last is not None and last[0] == OWN_VOICE else None


def why_no_team(
    room: Conversation, speaker: MemberBrief, utterance: Utterance | Misspoken, staffing: Staffing | None
) -> str | None:
    """Why a member that does not lead may form no team by its own word: as `machine.inputs.Uttered` has it."""
    if speaker.lead or speaker.agent_id is None or not isinstance(utterance, FormSubteam) or staffing is None:
        return None
    staffed = staffing.tasks.get(SUBTEAM_KEY)
    seats = staffed.seats if staffed else ()
    return _limit_on_teams(room.team, utterance.needs) or _lacking_leave(room, uuid.UUID(speaker.agent_id), seats)


def _limit_on_teams(team: Team, needs: tuple[str, ...]) -> str:
    if int(team.grant["depth"]) <= 0:
        return NO_DEEPER
    if not has_room_for_team(team):
        return NO_MORE_TEAMS
    if not may_nest(team, [needs]):
        return SAME_NEEDS
    return "" if grantable_limits(team, timezone.now()) else NOTHING_LEFT


def _lacking_leave(room: Conversation, by: uuid.UUID, seats: tuple[Seat, ...]) -> str:
    """Which of its members would work for it only by a person's leave, as a sentence."""
    heard = in_earshot(room)
    for agent_id in dict.fromkeys(uuid.UUID(seat.agent_id) for seat in seats):
        line = line_for(agent_id, person_behind(room.origin_id))
        if line is None:
            continue  # its task will say that nobody has connected it
        judged = judge_words(line.pk, room.team_id, room.origin_id, by, {*heard, by})
        if judged.verdict is not PermitVerdict.GO:
            return judged.why
    return ""
