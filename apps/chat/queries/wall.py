"""Many goals at once: where attention is needed first, each with who works on it and what was said last."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Left

from apps.chat.domain.display import QUIET_SECONDS, Display
from apps.chat.models import Message
from apps.chat.queries.goals import news_of
from apps.chat.queries.tree import Tree, trees
from apps.teams.domain.states import AttemptState
from apps.teams.queries.lists import goals_by_urgency
from apps.teams.queries.members import Face

PAGE = 24
LATELY = timedelta(hours=1)
"""A goal that ended within it is still shown."""
CHARACTERS = 300

ORDER = (
    Display.NEEDS_YOU,
    Display.FAILED,
    Display.STALLED,
    Display.WORKING,
    Display.DISCUSSING,
    Display.WAITING_TEAM,
    Display.FORMING,
    Display.QUEUED,
    Display.PAUSED,
    Display.PARTIAL,
    Display.DONE,
    Display.STOPPED,
)


@dataclass(frozen=True)
class WallTile:
    """A goal of the wall. `at_work`: the agents that carry something out now; `speaker` of the line; both may be ""."""

    tree: Tree
    at_work: tuple[Face, ...]
    news: str
    speaker: str
    line: str

    @property
    def state(self) -> Display:
        """The goal's."""
        return self.tree.root.state

    @property
    def since(self) -> datetime:
        """When that state began; an ended goal's end."""
        return self.ended_at or self.tree.root.since

    @property
    def ended_at(self) -> datetime | None:
        """When the goal ended, if it did."""
        return self.tree.goal.ended_at


@dataclass(frozen=True)
class WallPage:
    """A page of the wall, from 1."""

    tiles: tuple[WallTile, ...]
    total: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(-(-self.total // PAGE), 1)


def wall(workspace_id: UUID, now: datetime, page: int = 1) -> WallPage:
    """Running goals and those that ended lately, in a fixed number of statements."""
    quiet = now - timedelta(seconds=QUIET_SECONDS)
    goals, total = goals_by_urgency(workspace_id, now - LATELY, quiet, offset=(page - 1) * PAGE, limit=PAGE)
    grown = trees(goals, now)
    lines = _last_lines(grown.values())
    tiles = [_tile(grown[goal.id], *lines.get(goal.id, ("", ""))) for goal in goals]
    return WallPage(tuple(sorted(tiles, key=lambda tile: (ORDER.index(tile.state), tile.since))), total, page)


def _tile(tree: Tree, speaker: str, line: str) -> WallTile:
    at_work = {
        task.owner.handle: task.owner
        for node in tree.nodes.values()
        for task in node.facts.tasks
        if any(attempt.state is AttemptState.RUNNING for attempt in task.attempts)
    }
    return WallTile(tree, tuple(at_work.values()), news_of(tree), speaker, line)


def _last_lines(found: Iterable[Tree]) -> dict[UUID, tuple[str, str]]:
    """By goal who spoke last in any of its rooms, "" for the hub, and the beginning of what was said."""
    goals = {}
    wanted = Q(pk__in=[])
    for tree in found:
        talk = max((node.talk for node in tree.nodes.values()), key=lambda talk: talk.last_message_at)
        goals[talk.id] = tree.goal.id
        wanted |= Q(conversation=talk.id, number=talk.last_number)
    rows = Message.objects.filter(wanted).values_list("conversation_id", "said_as", Left("text", CHARACTERS))
    return {goals[talk]: (said_as, text) for talk, said_as, text in rows}
