"""What the sockets of pages without rooms are sent: home, the wall, the directory of agents, a profile."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.safestring import SafeString

from apps.accounts.domain.errors import NotFound
from apps.chat.queries.goals import goal_page
from apps.chat.queries.tree import Tree
from apps.chat.queries.unchanged import marks_of_all, unchanged_until
from apps.chat.queries.wall import wall
from apps.web.rendering.directory import card_parts, frame_parts, listing_of, profile_parts, removed_parts
from apps.web.rendering.feeds import WHOLE_SECONDS
from apps.web.rendering.home import draw_home
from apps.web.rendering.markup import render
from apps.web.rendering.parts import Parts, targets
from apps.web.rendering.wall import draw_wall


class PartsFeed(ABC):
    """A page that is nothing but its parts, with no place in a stream."""

    seq = 0

    def __init__(self) -> None:
        self._parts = Parts()

    def catch_up(self, after: int, drawn: Collection[str] = ()) -> str:
        """All parts."""
        return render("push.html", parts=targets(self._look()))

    def news(self, *, called: bool = True) -> str:
        """The parts that changed."""
        parts = self._parts.changed(self._look())
        return render("push.html", parts=targets(parts)) if parts else ""

    @abstractmethod
    def _look(self) -> dict[str, SafeString]:
        """The parts as they are now, by the id of their place."""


class GoalsFeed(ABC):
    """A page of several goals. While nothing tells that any of them looks different, none of them is read."""

    seq = 0

    def __init__(self, workspace_id: UUID, page: int) -> None:
        self.workspace_id, self.page = workspace_id, page
        self._marks: tuple[object, ...] = ()
        self._due_at = timezone.now()

    def catch_up(self, after: int, drawn: Collection[str] = ()) -> str:
        """What the page does not show yet; it has no place in a stream."""
        return render("push.html", parts=targets(self._read(timezone.now()).lacking(drawn)))

    def news(self, *, called: bool = True) -> str:
        """The parts that changed."""
        now = timezone.now()
        marks = marks_of_all(self.workspace_id, now)
        if not called and marks == self._marks and now < self._due_at:
            return ""
        self._marks = marks
        found = self._read(now)
        latest = now + timedelta(seconds=WHOLE_SECONDS)
        self._due_at = min([latest, *(unchanged_until(tree, now, latest) for tree in found.trees)])
        parts = self._changed(found)
        return render("push.html", parts=targets(parts)) if parts else ""

    @abstractmethod
    def _changed(self, found: "GoalsPage") -> Mapping[str, str]:
        """What looks different since the last look."""

    @abstractmethod
    def _read(self, now: datetime) -> "GoalsPage":
        """The page as it is now."""


@dataclass(frozen=True)
class GoalsPage:
    """What a page of goals is made of, and the goals whose states it shows.

    `lacking`: the parts by the id of their place, of which a page lacks something that shows these pieces.
    """

    trees: Sequence[Tree]
    lacking: Callable[[Collection[str]], Mapping[str, SafeString]]
    drawn: Collection[str] = ()


class HomeFeed(GoalsFeed):
    """What waits for a person, and one page of the list of goals."""

    def __init__(self, workspace_id: UUID, chosen: str, page: int) -> None:
        super().__init__(workspace_id, page)
        self.chosen = chosen
        self._parts = Parts()

    def _read(self, now: datetime) -> GoalsPage:
        found = goal_page(self.workspace_id, now, chosen=self.chosen, page=self.page)
        home = draw_home(self.workspace_id, found, now)
        return GoalsPage([row.tree for row in found.rows], home.lacking)

    def _changed(self, found: GoalsPage) -> Mapping[str, str]:
        return self._parts.changed(found.lacking(()))


class WallFeed(GoalsFeed):
    """One page of the wall: of the goals that have `words`, with those that are `muted` last."""

    def __init__(self, workspace_id: UUID, page: int, words: str = "", muted: Collection[UUID] = ()) -> None:
        super().__init__(workspace_id, page)
        self.words, self.muted = words, muted
        self._drawn: Collection[str] = ()

    def _read(self, now: datetime) -> GoalsPage:
        found = wall(self.workspace_id, now, self.page, words=self.words, muted=self.muted)
        drawn = draw_wall(found, now, self.words)
        return GoalsPage([tile.tree for tile in found.tiles], drawn.lacking, drawn.marks)

    def _changed(self, found: GoalsPage) -> Mapping[str, str]:
        """The tiles that look different, and the whole page only where others are on it or in another order."""
        changed = found.lacking(self._drawn)
        self._drawn = found.drawn
        return changed


class DirectoryFeed:
    """One page of the directory of agents."""

    seq = 0

    def __init__(self, workspace_id: UUID, asked: Mapping[str, str]) -> None:
        self.workspace_id, self.asked = workspace_id, asked
        self._parts = Parts()
        self._cards = Parts()

    def catch_up(self, after: int, drawn: Collection[str] = ()) -> str:
        """The whole list; the directory has no place in a stream."""
        listing = listing_of(self.workspace_id, self.asked)
        return render("push.html", parts=targets(frame_parts(listing, card_parts(listing), self.asked)))

    def news(self, *, called: bool = True) -> str:
        """The cards that look different, and the whole list only where others are on it or in another order."""
        listing = listing_of(self.workspace_id, self.asked)
        cards = card_parts(listing)
        outlines = frame_parts(listing, {name: f'<li id="{name}"></li>' for name in cards}, self.asked)
        moved, changed = self._parts.changed(outlines), self._cards.changed(cards)
        if moved:
            changed = {**frame_parts(listing, cards, self.asked)}
        return render("push.html", parts=targets(changed)) if changed else ""


class ProfileFeed(PartsFeed):
    """The profile of one agent."""

    def __init__(self, workspace_id: UUID, handle: str) -> None:
        super().__init__()
        self.workspace_id, self.handle = workspace_id, handle

    def _look(self) -> dict[str, SafeString]:
        try:
            return profile_parts(self.workspace_id, self.handle)
        except NotFound:
            return removed_parts()
