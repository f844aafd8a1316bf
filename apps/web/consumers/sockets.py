"""The sockets of pages: a goal, the home page, the wall, the directory of agents, and a profile."""

from collections.abc import Hashable
from functools import partial
from typing import Any
from urllib.parse import parse_qs, parse_qsl
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.domain.languages import language_or_english
from apps.accounts.queries.permissions import PageSeat
from apps.agents.events import agents_of
from apps.agents.queries.directory import profile
from apps.attention.actions.mutes import MOST_MUTED
from apps.chat.events import drafts_of
from apps.chat.queries.wall import wall_words
from apps.teams.queries.access import goal_visible_to, team_visible_to
from apps.web.consumers.audience import Audience, audiences
from apps.web.consumers.reception import NobodyError, reception
from apps.web.consumers.viewer import NO_ACCESS, SIGNED_OUT, TOO_MANY, Viewer
from apps.web.rendering.directory import NARROWING
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.page_feeds import DirectoryFeed, HomeFeed, ProfileFeed, WallFeed
from apps.web.rendering.screens import ROOM, screen_of

OF_THE_PAGE = ("after", "lang", "drawn")  # what an address says of the page that looks, not of what it looks at


MOST_DRAWN = 100
"""Pieces that a page may say it shows."""
WALL_SECONDS = 1.0
"""Between two batches of the wall: no tile changes more often."""


class PageSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Lets in who may look, then belongs to an audience. What a browser sends is not read."""

    key: Hashable = None
    viewer: Viewer | None = None

    async def __call__(self, *args: Any) -> None:
        """See AsyncConsumer. However a socket ends, closed, cut off, cancelled or by an error, it counts no more."""
        try:
            await super().__call__(*args)
        finally:
            if self.viewer is not None:
                await audiences.exit(self.key, self.viewer)

    async def connect(self) -> None:
        """Find out who looks at what; the codes of those turned away tell the page not to try again."""
        session = self.scope["session"]
        try:
            actor, (key, make) = await reception.admit(session, self._place(), self.audience)
        except NobodyError:
            return await self._turn_away(SIGNED_OUT)
        except (NotFound, ValueError):
            return await self._turn_away(NO_ACCESS)
        await self.accept()
        if audiences.crowded(actor.user_id):  # nothing is awaited from here to where this socket counts
            return await self.close(code=TOO_MANY)  # type: ignore[no-any-return]
        seat = PageSeat(actor.user_id, session.session_key or "", actor.role)
        drawn = frozenset(self._query("drawn").split(".")[:MOST_DRAWN])
        self.viewer = Viewer(self, seat, self._number("after"), drawn)
        language = language_or_english(self._query("lang"))  # of the page, which says it
        self.key = (language, key)
        audiences.enter(self.key, self.viewer, partial(make, language))
        return None

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """The key of the audience, and how to make it in a language: the same for all who come to one address.

        Raises NotFound, and ValueError for an address without sense.
        """
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected."""

    async def _turn_away(self, code: int) -> None:
        await self.accept()  # only an open socket can be closed with a code of ours
        await self.close(code=code)

    def _place(self) -> Hashable:
        """What the address says, but for how far the page was read."""
        said = parse_qsl(self.scope["query_string"].decode("ascii", "ignore"), keep_blank_values=True)
        return type(self), self.scope["path"], tuple(pair for pair in said if pair[0] not in OF_THE_PAGE)

    def _query(self, name: str) -> str:
        values = parse_qs(self.scope["query_string"].decode("ascii", "ignore")).get(name)
        return values[0] if values else ""

    def _number(self, name: str) -> int:
        value = self._query(name)
        return int(value) if value.isascii() and value.isdigit() and len(value) < 16 else 0


class GoalSocket(PageSocket):
    """`/ws/goals/<goal>/?team=&view=&<what the address of the page says>&after=<seq>`."""

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """One for each team, screen, and way to narrow it."""
        goal = goal_visible_to(actor, self.scope["url_route"]["kwargs"]["goal_id"])
        team = team_visible_to(actor, UUID(self._query("team")))
        if team.goal_id != goal.pk:
            raise NotFound("There is no such team in this goal.")
        screen = screen_of(parse_qs(self.scope["query_string"].decode("ascii", "ignore")))
        workspace_id, goal_id, team_id = actor.workspace_id, goal.pk, team.pk

        drafts = drafts_of(team_id) if screen.name == ROOM else None

        def make(language: str) -> Audience:
            feed = partial(RoomFeed, workspace_id, goal_id, team_id, screen)
            return Audience(workspace_id, goal_id, feed, language, drafts)

        return ("goal", goal_id, team_id, screen), make


class HomeSocket(PageSocket):
    """`/ws/home/?state=&page=`."""

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """One for each page of the list."""
        workspace_id, chosen, page = actor.workspace_id, self._query("state"), max(self._number("page"), 1)

        def make(language: str) -> Audience:
            return Audience(workspace_id, workspace_id, lambda: HomeFeed(workspace_id, chosen, page), language)

        return ("home", workspace_id, chosen, page), make


class WallSocket(PageSocket):
    """`/ws/wall/?page=&q=&muted=`: the ids of goals, with blanks between them."""

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """One for each page of the wall, each filter, and each choice of goals that are muted: mostly none."""
        workspace_id, page = actor.workspace_id, max(self._number("page"), 1)
        words = wall_words(self._query("q"))
        muted = frozenset(UUID(goal) for goal in self._query("muted").split()[:MOST_MUTED])

        def make(language: str) -> Audience:
            feed = partial(WallFeed, workspace_id, page, words, muted)
            return Audience(workspace_id, workspace_id, feed, language, pace=WALL_SECONDS)

        return ("wall", workspace_id, page, words, muted), make


class DirectorySocket(PageSocket):
    """`/ws/directory/?<what the address of the page says>`."""

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """One for each way to narrow the list, and each page of it."""
        said = self.scope["query_string"].decode("ascii", "ignore")
        asked = {name: value for name, value in parse_qsl(said) if name in NARROWING}
        workspace_id = actor.workspace_id

        def make(language: str) -> Audience:
            return Audience(workspace_id, agents_of(workspace_id), lambda: DirectoryFeed(workspace_id, asked), language)

        return ("directory", workspace_id, *sorted(asked.items())), make


class ProfileSocket(PageSocket):
    """`/ws/directory/<handle>/`."""

    def audience(self, actor: Actor) -> tuple[Hashable, Any]:
        """One for each agent."""
        workspace_id = actor.workspace_id
        handle = profile(workspace_id, self.scope["url_route"]["kwargs"]["handle"]).handle

        def make(language: str) -> Audience:
            return Audience(workspace_id, agents_of(workspace_id), lambda: ProfileFeed(workspace_id, handle), language)

        return ("profile", workspace_id, handle), make
