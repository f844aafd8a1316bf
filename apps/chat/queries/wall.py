"""Many goals at once: where attention is needed first, each with who works on it, what was decided and said last, and
how much went on in the last hour.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Left

from apps.chat.domain.display import QUIET_SECONDS, Display
from apps.chat.models import Message
from apps.chat.queries.goals import news_of
from apps.chat.queries.tree import Tree, trees
from apps.core.sentences import unpack_all
from apps.core.texts import replace_unstorable
from apps.journal.queries.activity import Minute, activity_since
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.events import TeamEvent
from apps.teams.queries.decisions import last_decisions
from apps.teams.queries.lists import goals_by_urgency
from apps.teams.queries.members import Face

PAGE = 24
LATELY = timedelta(hours=1)
"""A goal that ended within it is still shown."""
CHARACTERS = 300
MOST_WORDS = 120  # characters of a filter
MINUTES = 60
"""Of which a tile shows how much went on."""

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
    """A goal of the wall. `at_work`: the agents that carry something out now; `speaker` of the line; both may be "".

    `decided`: what people were asked and decided last, both "" for nothing; `minutes`: those of the last hour in which
    something happened; `muted`: it stands last, whatever it is at.
    """

    tree: Tree
    at_work: tuple[Face, ...]
    news: str
    speaker: str
    line: str
    decided: tuple[str, str]
    minutes: tuple[Minute, ...]
    muted: bool

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


def wall_words(text: str) -> str:
    """What a filter's text asks for: its words, once each blank is one and what no row can hold is gone."""
    return " ".join(replace_unstorable(text)[:MOST_WORDS].split())


def wall(
    workspace_id: UUID, now: datetime, page: int = 1, *, words: str = "", muted: Collection[UUID] = ()
) -> WallPage:
    """Running goals and those that ended lately, with `words` those that have them, in a fixed number of statements."""
    quiet = now - timedelta(seconds=QUIET_SECONDS)
    window = {"offset": (page - 1) * PAGE, "limit": PAGE}
    goals, total = goals_by_urgency(workspace_id, now - LATELY, quiet, words=words, muted=muted, **window)
    grown = trees(goals, now)
    news = _News.of(grown, now)
    tiles = [_tile(grown[goal.id], news, muted=goal.id in muted) for goal in goals]
    return WallPage(
        tuple(sorted(tiles, key=lambda tile: (tile.muted, ORDER.index(tile.state), tile.since))), total, page
    )


@dataclass(frozen=True)
class _News:
    """What is told of the goals of a page, by goal."""

    lines: Mapping[UUID, tuple[str, str]]
    decisions: Mapping[UUID, tuple[str, str]]
    minutes: Mapping[UUID, Sequence[Minute]]

    @classmethod
    def of(cls, grown: Mapping[UUID, Tree], now: datetime) -> "_News":
        """Of these goals."""
        since = first_minute(now)
        minutes = activity_since(list(grown), since, TeamEvent.TASK_CHANGED, TaskState.FAILED)
        return cls(_last_lines(grown.values()), last_decisions(list(grown)), minutes)


def first_minute(now: datetime) -> datetime:
    """When the first of the MINUTES minutes began of which the last one goes on."""
    return now.replace(second=0, microsecond=0) - timedelta(minutes=MINUTES - 1)


def _tile(tree: Tree, news: _News, *, muted: bool) -> WallTile:
    at_work = {
        task.owner.handle: task.owner
        for node in tree.nodes.values()
        for task in node.facts.tasks
        if any(attempt.state is AttemptState.RUNNING for attempt in task.attempts)
    }
    goal = tree.goal.id
    return WallTile(
        tree,
        tuple(at_work.values()),
        news_of(tree),
        *news.lines.get(goal, ("", "")),
        decided=news.decisions.get(goal, ("", "")),
        minutes=tuple(news.minutes.get(goal, ())),
        muted=muted,
    )


def _last_lines(found: Iterable[Tree]) -> dict[UUID, tuple[str, str]]:
    """By goal who spoke last in any of its rooms, "" for the hub, and the beginning of what was said."""
    goals = {}
    wanted = Q(pk__in=[])
    for tree in found:
        talk = max((node.talk for node in tree.nodes.values()), key=lambda talk: talk.last_message_at)
        goals[talk.id] = tree.goal.id
        wanted |= Q(conversation=talk.id, number=talk.last_number)
    rows = Message.objects.filter(wanted).values_list("conversation_id", "said_as", Left("text", CHARACTERS), "made_of")
    return {goals[talk]: (said_as, _as_sentence(text, packed)) for talk, said_as, text, packed in rows}


def _as_sentence(beginning: str, packed: object) -> str:
    """The sentence of ours that a message begins with, whole; what others wrote as it is."""
    return next((told for text, told in unpack_all(packed).items() if text.startswith(beginning)), beginning)
