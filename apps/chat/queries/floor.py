"""Whether a member may speak itself, and what it may do by its words."""

import uuid

from apps.chat.domain.states import OWN_VOICE
from apps.chat.models import Conversation, Message
from apps.chat.queries.briefing import in_earshot
from apps.teams.domain.authority import PermitVerdict
from apps.teams.queries.authority import judge_words


def why_silent(room: Conversation, connection_id: uuid.UUID) -> str:
    """Why the agent at a connection may not be given the floor unasked, as a sentence; empty: it may."""
    judged = judge_words(connection_id, room.team_id, room.origin_id, _gave_floor(room), in_earshot(room))
    return "" if judged.verdict is PermitVerdict.GO else judged.why


def _gave_floor(room: Conversation) -> uuid.UUID | None:
    """The agent that named the speaker by itself, in the last words that named anybody; None: none did."""
    named = Message.objects.filter(conversation=room.id).exclude(next_speaker="").order_by("-number")
    last = named.values_list("voice", "member__agent_id").first()
    return last[1] if last is not None and last[0] == OWN_VOICE else None
