"""Noting how far somebody has read a room."""

from uuid import UUID

from django.db import connection

from apps.accounts.domain.access import Actor
from apps.chat.models import Message
from apps.teams.queries.access import team_visible_to

_MARK = """
    INSERT INTO chat_readmark AS known (user_id, conversation_id, number, seq) VALUES (%s, %s, %s, %s)
    ON CONFLICT (user_id, conversation_id) DO UPDATE
    SET number = greatest(known.number, excluded.number), seq = greatest(known.seq, excluded.seq)"""


def mark_read(actor: Actor, team_id: UUID, seq: int) -> None:
    """Somebody has read a team's room as far as `seq` of its goal's stream; what was read stays read.

    Raises NotFound.
    """
    team_visible_to(actor, team_id)
    read = Message.objects.filter(conversation__team=team_id, event_seq__lte=seq).order_by("-number")
    last = read.values_list("conversation", "number", "event_seq").first()
    if last is not None:
        with connection.cursor() as cursor:
            cursor.execute(_MARK, [actor.user_id, *last])
