"""What the sockets of pages without rooms are sent: home, the wall, the directory of agents, a profile."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from uuid import UUID

from django.utils import timezone
from django.utils.safestring import SafeString

from apps.accounts.domain.errors import NotFound
from apps.chat.queries.wall import wall
from apps.web.rendering.directory import card_parts, frame_parts, listing_of, profile_parts, removed_parts
from apps.web.rendering.home import home_parts
from apps.web.rendering.markup import render
from apps.web.rendering.parts import Parts, targets
from apps.web.rendering.wall import tile_parts, wall_parts


class PartsFeed(ABC):
    """A page that is nothing but its parts, with no place in a stream."""

    seq = 0

    def __init__(self) -> None:
        self._parts = Parts()

    def catch_up(self, after: int) -> str:
        """All parts."""
        return render("push.html", parts=targets(self._look()))

    def news(self, *, called: bool = True) -> str:
        """The parts that changed."""
        parts = self._parts.changed(self._look())
        return render("push.html", parts=targets(parts)) if parts else ""

    @abstractmethod
    def _look(self) -> dict[str, SafeString]:
        """The parts as they are now, by the id of their place."""


class HomeFeed(PartsFeed):
    """What waits for a person, and one page of the list of goals."""

    def __init__(self, workspace_id: UUID, chosen: str, page: int) -> None:
        super().__init__()
        self.workspace_id, self.chosen, self.page = workspace_id, chosen, page

    def _look(self) -> dict[str, SafeString]:
        return home_parts(self.workspace_id, timezone.now(), chosen=self.chosen, page=self.page)


class WallFeed:
    """One page of the wall."""

    seq = 0

    def __init__(self, workspace_id: UUID, page: int) -> None:
        self.workspace_id, self.page = workspace_id, page
        self._order: list[str] = []
        self._parts = Parts()

    def catch_up(self, after: int) -> str:
        """The whole page; it has no place in a stream."""
        found = wall(self.workspace_id, timezone.now(), self.page)
        return render("push.html", parts=targets(wall_parts(found)))

    def news(self, *, called: bool = True) -> str:
        """The tiles that look different, and the whole page only where others are on it or in another order."""
        found = wall(self.workspace_id, timezone.now(), self.page)
        tiles = tile_parts(found)
        changed = self._parts.changed(tiles)
        if list(tiles) != self._order:
            self._order = list(tiles)
            changed = dict(wall_parts(found))
        return render("push.html", parts=targets(changed)) if changed else ""


class DirectoryFeed:
    """One page of the directory of agents."""

    seq = 0

    def __init__(self, workspace_id: UUID, asked: Mapping[str, str]) -> None:
        self.workspace_id, self.asked = workspace_id, asked
        self._parts = Parts()
        self._cards = Parts()

    def catch_up(self, after: int) -> str:
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
