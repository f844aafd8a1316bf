"""What sockets are sent: everything to a newcomer, and to all of them only the parts that look different now.

The parts are derived from the tables, never from the events; an event only says that it is time to look. So a lost or
doubled event changes nothing, and a batch that is sent twice does no harm: messages are keyed by their place in the
stream, parts take the place of themselves.
"""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Protocol
from uuid import UUID

from django.utils import timezone
from django.utils.safestring import SafeString

from apps.accounts.domain.errors import NotFound
from apps.chat.actions.prose import render_later
from apps.chat.domain.states import MessageKind
from apps.chat.queries.inbox import waiting_approvals_count
from apps.chat.queries.messages import MessageView, messages_by_number, newest
from apps.chat.queries.rooms import RoomView, room
from apps.chat.queries.unchanged import marks_of, unchanged_until
from apps.chat.queries.wall import wall
from apps.web.rendering.announcements import announcement
from apps.web.rendering.directory import card_parts, frame_parts, listing_of, profile_parts, removed_parts
from apps.web.rendering.home import home_parts
from apps.web.rendering.markup import render
from apps.web.rendering.messages import render_message
from apps.web.rendering.room import regions, setting_of
from apps.web.rendering.screens import ROOM, TIMELINE, Screen
from apps.web.rendering.wall import tile_parts, wall_parts

MOST_MISSED = 150
"""Messages that a page may have missed; beyond it the page is read again."""
ASK_SECONDS = 10.0  # after which HTML that is still missing is asked for again: a bell may be lost
WHOLE_SECONDS = 45.0
"""Between two looks at a whole goal, at most: nothing tells of a file of the workspace, another limit, minutes gone."""
PAGE_SECONDS = 600.0
"""Messages that were rendered this lately are sent to whoever comes: the page may have been read before."""

SELECTORS = {
    "waiting": ".waiting-badge",
    **{name: f"#tab-{name}" for name in ("team", "tasks", "files", "findings", "spend")},
}
_TICKING = re.compile(r"(data-(?:since|ago)[^>]*>)[^<]*")


class Feed(Protocol):
    """What one audience is shown. `catch_up` and `news` query the database."""

    @property
    def seq(self) -> int:
        """How far in its stream the last `news` was read; 0 where nothing is numbered."""

    def catch_up(self, after: int) -> str:
        """Everything that a page read at `after` may lack."""

    def news(self, *, called: bool = True) -> str:
        """What looks different since the last call; empty where nothing does. `called`: it was said that something
        does; else a feed need not look further than at what tells whether anything can.
        """


class Parts:
    """The parts of a page with what of them was sent last."""

    def __init__(self) -> None:
        self._sent: dict[str, bytes] = {}

    def changed(self, parts: Mapping[str, str]) -> dict[str, str]:
        """The parts that look different from those sent before; ages tick by themselves and do not count."""
        found = {}
        for name, html in parts.items():
            digest = blake2b(_TICKING.sub(r"\1", html).encode(), digest_size=16).digest()
            if self._sent.get(name) != digest:
                self._sent[name] = digest
                found[name] = html
        return found


class RoomFeed:
    """The room of one team, or what another screen shows of its goal."""

    def __init__(self, workspace_id: UUID, goal_id: UUID, team_id: UUID, screen: Screen) -> None:
        self.workspace_id, self.goal_id, self.team_id, self.screen = workspace_id, goal_id, team_id, screen
        self._parts = Parts()
        self._rows = Parts()
        self._live: tuple[int, ...] = ()
        self._cursor: int | None = None
        self._marks: tuple[object, ...] = ()
        self._due_at = timezone.now()
        self._asked_at = time.monotonic()  # whoever wrote a message has asked, and whoever read the page

    @property
    def seq(self) -> int:
        """How far the goal's stream was read."""
        return self._cursor or 0

    def catch_up(self, after: int) -> str:
        """Everything; rows that stood there already are sent again where anything has happened since."""
        view = self._read(after)
        if len(view.messages) > MOST_MISSED:
            return _cursor(view.seq, reset=True)
        known = newest(view.context) if self.screen.name == ROOM else []
        old = [one for one in known if one.seq <= after and (after < view.seq or _was_rendered_lately(one))]
        return self._batch(view, view.messages, self._rendered(view, old), self._look(view))

    def news(self, *, called: bool = True) -> str:
        """What changed, with the messages that came; where these are too many the page is read again."""
        marks, now = marks_of(self.workspace_id, self.goal_id), timezone.now()
        if not called and marks == self._marks and now < self._due_at:
            return ""
        self._marks, first = marks, self._cursor is None
        view = self._read(self._cursor if self._cursor is not None else 2**62)
        alive = messages_by_number(view.context, self._live) if self._live else []
        self._ask_for_html(view, alive)
        rows = self._rows.changed(self._rendered(view, alive))
        parts = self._parts.changed(self._look(view))
        self._cursor = view.seq
        if first:
            alive = newest(view.context) if self.screen.name == ROOM else []
            self._rows.changed(self._rendered(view, [message for message in alive if message.live]))
        self._due_at = self._next_look(view, alive, now)
        self._live = tuple(message.number for message in (*alive, *view.messages) if message.live)
        if len(view.messages) > MOST_MISSED:
            return _cursor(view.seq, reset=True)
        if first or not (rows or parts or view.messages):
            return ""
        return self._batch(view, view.messages, rows, parts)

    def _ask_for_html(self, view: RoomView, messages: Sequence[MessageView]) -> None:
        late = time.monotonic() > self._asked_at + ASK_SECONDS
        if late and any(message.html is None for message in messages):
            self._asked_at = time.monotonic()
            render_later(view.node.talk.id)

    def _next_look(self, view: RoomView, alive: Sequence[MessageView], now: datetime) -> datetime:
        """When to look again though no mark was set."""
        if any(message.html is None for message in (*alive, *view.messages)):
            return now
        pause = timedelta(seconds=WHOLE_SECONDS)
        if self.screen.name == TIMELINE:  # there now moves on, by a fiftieth at a time
            pause = min(pause, (now - view.tree.goal.created_at) / 50)
        return unchanged_until(view.tree, now, now + pause)

    def _read(self, after: int) -> RoomView:
        return room(self.workspace_id, self.goal_id, self.team_id, timezone.now(), after=after)

    def _look(self, view: RoomView) -> dict[str, str]:
        parts: dict[str, str] = dict(regions(view, self.screen, timezone.now()))
        parts["waiting"] = render("parts/waiting.html", waiting=waiting_approvals_count(self.workspace_id))
        return parts

    def _rendered(self, view: RoomView, messages: Sequence[MessageView]) -> dict[str, str]:
        setting = setting_of(view, self.screen)
        return {f"e{message.seq}": render_message(message, setting) for message in messages}

    def _batch(
        self, view: RoomView, new: Sequence[MessageView], rows: Mapping[str, str], parts: Mapping[str, str]
    ) -> str:
        came = new if self.screen.name == ROOM else ()
        rendered = self._rendered(view, came)
        moved = {name: html for name, html in rows.items() if name not in rendered}  # no row is put in place twice
        return render(
            "push.html",
            new=list(rendered.values()),
            parts=[(f"#{name}", html) for name, html in moved.items()] + _targets(parts),
            said=announcement(came),
            alarm=any(message.kind is MessageKind.FAILURE for message in came),
        ) + _cursor(view.seq)


def _was_rendered_lately(message: MessageView) -> bool:
    return message.html_at is not None and message.html_at > timezone.now() - timedelta(seconds=PAGE_SECONDS)


class PartsFeed(ABC):
    """A page that is nothing but its parts, with no place in a stream."""

    seq = 0

    def __init__(self) -> None:
        self._parts = Parts()

    def catch_up(self, after: int) -> str:
        """All parts."""
        return render("push.html", parts=_targets(self._look()))

    def news(self, *, called: bool = True) -> str:
        """The parts that changed."""
        parts = self._parts.changed(self._look())
        return render("push.html", parts=_targets(parts)) if parts else ""

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
        return render("push.html", parts=_targets(wall_parts(found)))

    def news(self, *, called: bool = True) -> str:
        """The tiles that look different, and the whole page only where others are on it or in another order."""
        found = wall(self.workspace_id, timezone.now(), self.page)
        tiles = tile_parts(found)
        changed = self._parts.changed(tiles)
        if list(tiles) != self._order:
            self._order = list(tiles)
            changed = dict(wall_parts(found))
        return render("push.html", parts=_targets(changed)) if changed else ""


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
        return render("push.html", parts=_targets(frame_parts(listing, card_parts(listing), self.asked)))

    def news(self, *, called: bool = True) -> str:
        """The cards that look different, and the whole list only where others are on it or in another order."""
        listing = listing_of(self.workspace_id, self.asked)
        cards = card_parts(listing)
        outlines = frame_parts(listing, {name: f'<li id="{name}"></li>' for name in cards}, self.asked)
        moved, changed = self._parts.changed(outlines), self._cards.changed(cards)
        if moved:
            changed = {**frame_parts(listing, cards, self.asked)}
        return render("push.html", parts=_targets(changed)) if changed else ""


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


def row_of(workspace_id: UUID, goal_id: UUID, team_id: UUID, seq: int) -> str:
    """One message for whoever wrote it, as the socket brings it to all; it is seen though the socket is away."""
    view = room(workspace_id, goal_id, team_id, timezone.now(), after=seq - 1)
    setting = setting_of(view, Screen())
    return render("push.html", new=[render_message(message, setting) for message in view.messages[:1]])


def _targets(parts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(SELECTORS.get(name, f"#{name}"), html) for name, html in parts.items()]


def _cursor(seq: int, *, reset: bool = False) -> str:
    mark = " data-reset" if reset else ""
    row = f'<i id="cursor" hidden data-seq="{seq}"{mark}></i>'
    return f'<hx-partial hx-target="#cursor" hx-swap="outerHTML">{row}</hx-partial>'
