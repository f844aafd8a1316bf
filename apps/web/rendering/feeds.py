"""What sockets are sent: everything to a newcomer, and to all of them only the parts that look different now.

The parts are derived from the tables, never from the events; an event only says that it is time to look. So a lost or
doubled event changes nothing, and a batch that is sent twice does no harm: messages are keyed by their place in the
stream, parts take the place of themselves.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from apps.chat.actions.prose import render_later
from apps.chat.domain.states import MessageKind
from apps.chat.queries.inbox import waiting_approvals_count
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.messages import messages_by_number, newest
from apps.chat.queries.rooms import Doing, RoomView, room, with_drafts
from apps.chat.queries.unchanged import marks_of, unchanged_until
from apps.web.rendering.announcements import announcement
from apps.web.rendering.markup import render
from apps.web.rendering.messages import links_of, render_message
from apps.web.rendering.outline import OUTLINE, outline_links, outline_part
from apps.web.rendering.parts import ListChanges, Parts, targets
from apps.web.rendering.room import regions, setting_of
from apps.web.rendering.screens import ROOM, TIMELINE, Screen
from apps.web.rendering.timeline import timeline
from apps.web.rendering.timeline_parts import TimelineNews, timeline_parts

MOST_MISSED = 150
"""Messages that a page may have missed; beyond it the page is read again."""
ASK_SECONDS = 10.0  # after which HTML that is still missing is asked for again: a bell may be lost
WHOLE_SECONDS = 45.0
"""Between two looks at a whole goal, at most: nothing tells of a file of the workspace, another limit, minutes gone."""
PAGE_SECONDS = 600.0
"""Messages that were rendered this lately are sent to whoever comes: the page may have been read before."""


class RoomFeed:
    """The room of one team, or what another screen shows of its goal."""

    def __init__(self, workspace_id: UUID, goal_id: UUID, team_id: UUID, screen: Screen) -> None:
        self.workspace_id, self.goal_id, self.team_id, self.screen = workspace_id, goal_id, team_id, screen
        self._base = reverse("room", args=[goal_id])
        self._parts = Parts()
        self._teams = Parts()  # of the outline, each by itself: it is long, and one change is short
        self._rows = Parts()
        self._timeline = TimelineNews(screen)
        self._live: tuple[int, ...] = ()
        self._cursor: int | None = None
        self._doings: tuple[Doing, ...] = ()
        self._marks: tuple[object, ...] = ()
        self._due_at = timezone.now()
        self._asked_at = time.monotonic()  # whoever wrote a message has asked, and whoever read the page

    @property
    def seq(self) -> int:
        """How far the goal's stream was read."""
        return self._cursor or 0

    def catch_up(self, after: int, drawn: Collection[str] = ()) -> str:
        """Everything; rows that stood there already are sent again where anything has happened since."""
        view = self._read(after)
        if len(view.messages) > MOST_MISSED:
            return _cursor(view.seq, reset=True)
        known = newest(view.context) if self.screen.name == ROOM else []
        old = [one for one in known if one.seq <= after and (after < view.seq or _was_rendered_lately(one))]
        return self._batch(view, view.messages, self._rendered(view, old), ListChanges(self._look(view)))

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
        changes = self._changed(view)
        self._cursor, self._doings = view.seq, view.doing
        if first:
            alive = newest(view.context) if self.screen.name == ROOM else []
            self._rows.changed(self._rendered(view, [message for message in alive if message.live]))
        self._due_at = self._next_look(view, alive, now)
        self._live = tuple(message.number for message in (*alive, *view.messages) if message.live)
        if len(view.messages) > MOST_MISSED:
            return _cursor(view.seq, reset=True)
        if first or not (rows or changes or view.messages):
            return ""
        return self._batch(view, view.messages, rows, changes)

    def drafts(self) -> str:
        """What those who are at work have written since the last look, without looking at anything else."""
        if self.screen.name != ROOM or not self._doings:
            return ""
        parts = self._parts.changed({"typing": render("room/typing.html", doings=with_drafts(self._doings))})
        return render("push.html", parts=targets(parts)) if parts else ""

    def _ask_for_html(self, view: RoomView, messages: Sequence[MessageView]) -> None:
        if time.monotonic() > self._asked_at + ASK_SECONDS and any(message.html is None for message in messages):
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

    def _changed(self, view: RoomView) -> ListChanges:
        """The parts that look different; of the outline only the teams that do, unless there are others now."""
        teams = outline_links(view.tree, view.node.id, self._base)
        moved = self._teams.changed(teams)
        parts = self._parts.changed(self._look(view, frames=True))
        if OUTLINE in parts:
            moved = {OUTLINE: outline_part(view.tree, view.node.id, teams)}
        changes = ListChanges(parts | moved)
        if self.screen.name == TIMELINE:
            links = links_of(self.goal_id, self.team_id, self.screen)
            drawn = timeline_parts(timeline(view.tree, self.screen, links, timezone.now()))
            changes.take(self._timeline.changed(drawn))
        return changes

    def _look(self, view: RoomView, *, frames: bool = False) -> dict[str, str]:
        parts: dict[str, str] = dict(regions(view, self.screen, timezone.now(), frames=frames))
        parts["waiting"] = render("parts/waiting.html", waiting=waiting_approvals_count(self.workspace_id))
        return parts

    def _rendered(self, view: RoomView, messages: Sequence[MessageView]) -> dict[str, str]:
        setting = setting_of(view, self.screen)
        return {f"e{message.seq}": render_message(message, setting) for message in messages}

    def _batch(self, view: RoomView, new: Sequence[MessageView], rows: Mapping[str, str], changes: ListChanges) -> str:
        came = new if self.screen.name == ROOM else ()
        rendered = self._rendered(view, came)
        moved = {name: html for name, html in rows.items() if name not in rendered}  # no row is put in place twice
        return render(
            "push.html",
            new=list(rendered.values()),
            parts=[(f"#{name}", html) for name, html in moved.items()] + targets(changes.parts),
            came=changes.came,
            gone=changes.gone,
            said=announcement(came),
            alarm=any(message.kind is MessageKind.FAILURE for message in came),
        ) + _cursor(view.seq)


def _was_rendered_lately(message: MessageView) -> bool:
    return message.html_at is not None and message.html_at > timezone.now() - timedelta(seconds=PAGE_SECONDS)


def row_of(workspace_id: UUID, goal_id: UUID, team_id: UUID, seq: int) -> str:
    """One message for whoever wrote it, as the socket brings it to all; it is seen though the socket is away."""
    view = room(workspace_id, goal_id, team_id, timezone.now(), after=seq - 1)
    setting = setting_of(view, Screen())
    return render("push.html", new=[render_message(message, setting) for message in view.messages[:1]])


def _cursor(seq: int, *, reset: bool = False) -> str:
    mark = " data-reset" if reset else ""
    row = f'<i id="cursor" hidden data-seq="{seq}"{mark}></i>'
    return f'<hx-partial hx-target="#cursor" hx-swap="outerHTML">{row}</hx-partial>'
