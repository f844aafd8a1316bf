"""The last lines of a goal, of all its rooms together, for whoever does not want to leave the page."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from apps.chat.models import Message
from apps.chat.queries.goals import news_of
from apps.chat.queries.tree import TeamNode, Tree, tree
from apps.teams.queries.members import Face, face_under_name

LINES = 12


@dataclass(frozen=True)
class PeekLine:
    """A line with the room in which it was said. `text` is Markdown, as it was said; "" where it was taken back."""

    node: TeamNode
    face: Face
    text: str
    at: datetime
    seq: int


@dataclass(frozen=True)
class Peek:
    """What is to be said of a goal now ("" for nothing), and its last lines, oldest first."""

    tree: Tree
    news: str
    lines: tuple[PeekLine, ...]


def peek(goal_id: UUID, now: datetime) -> Peek:
    """The caller has proved that the goal may be seen."""
    found = tree(goal_id, now)
    rooms = sorted(found.nodes.values(), key=lambda node: node.talk.last_message_at)[-LINES:]
    wanted = Q(pk__in=[])
    for node in rooms:
        wanted |= Q(conversation=node.talk.id, number__gt=node.talk.last_number - LINES)
    by_talk = {node.talk.id: node for node in rooms}
    rows = Message.objects.filter(wanted).order_by("-event_seq").defer("html")[:LINES]
    lines = [_line(row, by_talk[row.conversation_id]) for row in rows]
    return Peek(found, news_of(found), tuple(reversed(lines)))


def _line(row: Message, node: TeamNode) -> PeekLine:
    face = face_under_name(node.facts.member(row.member_id), row.said_as)
    return PeekLine(node, face, row.text, row.created_at, row.event_seq)
