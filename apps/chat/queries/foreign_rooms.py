"""The rooms of other hubs in a goal's tree, as what those told last has them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.agents.domain.foreign_rooms import ForeignRoom, ForeignTask
from apps.chat.domain.display import ENDED, Display
from apps.chat.domain.foreign_display import foreign_display
from apps.chat.queries.tree import TeamNode, Tree
from apps.teams.queries.elsewhere import SeenWork
from apps.teams.queries.facts import TaskFacts


@dataclass(frozen=True)
class ForeignNode:
    """A room at another hub, for a task of a team here. `place`: 1, 1.1, 1.2: where it stands among those of its task.

    `hub`: where it is; that of a room below the first is what the hub above it says. `told`: whether that hub shows
    more than the states of its task. Moments are never outside of the time in which it was seen.
    """

    task: TaskFacts
    team: TeamNode
    place: str
    hub: str
    seen: SeenWork
    room: ForeignRoom
    state: Display
    since: datetime
    lasted: float | None
    children: tuple["ForeignNode", ...] = ()

    @property
    def key(self) -> str:
        """Its name on a page."""
        return f"x-{self.task.id}-{self.place.replace('.', '-')}"

    @property
    def name(self) -> str:
        """The team's, or that of the task where no more is told."""
        return self.room.name

    @property
    def told(self) -> bool:
        """Whether its hub shows the room, and not the states of its task alone."""
        return self.seen.room is not None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state in ENDED

    def walk(self) -> Iterator["ForeignNode"]:
        """Itself and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def span(self, task: ForeignTask) -> tuple[datetime, datetime | None] | None:
        """From when to when a task there was worked on, within the time in which it was seen; None: not begun."""
        if task.begun_at is None:
            return None
        begun = self._within(task.begun_at)
        if task.ended_at is None and not self.is_over:
            return begun, None
        return begun, max(self._within(task.ended_at or self.seen.seen_at), begun)

    def _within(self, moment: datetime) -> datetime:
        return min(max(moment, self.seen.began_at), max(self.seen.seen_at, self.seen.began_at))


def foreign_nodes(node: TeamNode) -> tuple[ForeignNode, ...]:
    """The rooms that tasks of a team have at other hubs."""
    return tuple(_first(task, node, task.elsewhere) for task in node.facts.tasks if task.elsewhere)


def all_foreign(tree: Tree) -> Iterator[ForeignNode]:
    """Those of all teams of a goal, each before the ones below it."""
    for node in tree.root.walk():
        for first in foreign_nodes(node):
            yield from first.walk()


def foreign_node(tree: Tree, task_id: UUID | None, place: str) -> ForeignNode | None:
    """One of them by its task and its place; None: there is none, or not any more."""
    found = (node for node in all_foreign(tree) if node.task.id == task_id)
    return next((node for node in found if node.place == place), None)


def _first(task: TaskFacts, team: TeamNode, seen: SeenWork) -> ForeignNode:
    room = seen.room or ForeignRoom(name=task.title, since=seen.began_at)
    return _node(task, team, seen, room, "1", seen.hub)


def _node(task: TaskFacts, team: TeamNode, seen: SeenWork, room: ForeignRoom, place: str, hub: str) -> ForeignNode:
    away = seen.away_since is not None
    state = foreign_display(room.state, seen.state, away=away, asked=task.is_open)
    since = min(max(room.since or seen.began_at, seen.began_at), seen.seen_at)
    below = [
        _node(task, team, seen, child, f"{place}.{number}", child.hub or hub)
        for number, child in enumerate(room.rooms, 1)
    ]
    return ForeignNode(
        task=task,
        team=team,
        place=place,
        hub=hub,
        seen=seen,
        room=room,
        state=state,
        since=seen.away_since if state is Display.STALLED and seen.away_since else since,
        lasted=(seen.seen_at - seen.began_at).total_seconds() if state in ENDED else None,
        children=tuple(below),
    )
