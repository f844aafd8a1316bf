"""What names somebody and they have not seen yet."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.chat.models import Mention
from apps.core.texts import one_line

MOST = 50
LONGEST = 300  # characters of what was said


@dataclass(frozen=True)
class MentionView:
    """A message that names somebody. `by`: what who said it was called then; `seq`: its place among the events."""

    message: UUID
    goal: UUID
    goal_title: str
    team: UUID
    team_name: str
    by: str
    text: str
    at: datetime
    seq: int


def unseen_mentions(actor: Actor) -> list[MentionView]:
    """What names the actor in the workspace that is open, the newest first, at most MOST."""
    rows = Mention.objects.filter(user=actor.user_id, workspace=actor.workspace_id, seen_at=None)
    rows = rows.select_related("message__conversation__team__goal").order_by("-at", "-id")
    return [_view(row) for row in rows[:MOST]]


def _view(row: Mention) -> MentionView:
    said, team = row.message, row.message.conversation.team
    return MentionView(
        message=said.pk,
        goal=team.goal_id,
        goal_title=team.goal.title,
        team=team.pk,
        team_name=team.name,
        by=said.said_as,
        text=one_line(said.text, LONGEST),
        at=row.at,
        seq=said.event_seq,
    )
