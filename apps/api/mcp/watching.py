"""Which resources changed, for a client that wants to hear of it, while its token counts."""

from collections.abc import AsyncGenerator, Collection, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from channels.db import database_sync_to_async

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Refused
from apps.accounts.queries.permissions import may_still
from apps.api.long_polls import wakes_of_many
from apps.api.mcp.resources import RESULT, ROOM, id_in
from apps.api.waiting_places import WaitingPlaces
from apps.attention.actions.resource_watches import note_told
from apps.attention.queries.resource_watches import watches_of
from apps.chat.events import ChatEvent
from apps.journal.queries import EventView, events_after, last_seqs
from apps.teams.events import TeamEvent
from apps.teams.queries.access import goal_visible_to, team_visible_to

PAGE = 200  # events that are read at a time
NEVER_CHANGES = "Only results and rooms change: watch ioa://goals/{goal} or ioa://rooms/{team}."
OF_ROOMS = frozenset({ChatEvent.MESSAGE_ADDED, ChatEvent.MESSAGE_CANCELLED})
OF_RESULTS = frozenset(
    {
        TeamEvent.GOAL_ENDED,
        TeamEvent.GOAL_REOPENED,
        TeamEvent.ARTIFACT_MADE,
        TeamEvent.FILE_CONFLICTED,
        TeamEvent.ANSWER_FILED,
        TeamEvent.FILE_UPLOADED,
        TeamEvent.APPROVAL_ASKED,
        TeamEvent.APPROVAL_DECIDED,
        TeamEvent.TEAM_PAUSED,
        TeamEvent.TEAM_RESUMED,
    }
)
"""Events after which the result of a goal reads otherwise: its state, its answer, its files."""

watching_places = WaitingPlaces(of_one=50, in_all=200)
"""Of streams of this process that wait for changes: not those for ends of goals, since clients keep these open."""


class Watching(Protocol):
    """What one stream tells of."""

    @property
    def goals(self) -> Collection[UUID]:
        """Of whose events it has to hear."""

    def look(self) -> list[str] | None:
        """The addresses of what changed since the last look; None: its client may know no more."""


def goal_of(actor: Actor, uri: str) -> UUID:
    """The goal that a resource is of, as far as it may change. Raises NotFound and Refused."""
    if uri.startswith(RESULT):
        return goal_visible_to(actor, id_in(uri, RESULT)).pk
    if uri.startswith(ROOM):
        return team_visible_to(actor, id_in(uri, ROOM)).goal_id
    raise Refused(uri=NEVER_CHANGES)


async def changes(watching: Watching) -> AsyncGenerator[list[str]]:
    """What changed, each time that somebody looked; it ends where the client may know no more."""
    while True:
        goals = watching.goals
        async with aclosing(wakes_of_many(goals)) as wakes:
            async for _ in wakes:
                changed = await database_sync_to_async(watching.look)()
                if changed is None:
                    return
                yield changed
                if set(watching.goals) != set(goals):
                    break
            else:
                return


@dataclass
class StreamWatching:
    """For as long as one stream is open. `seqs`: the event of each goal up to which it was looked."""

    actor: Actor
    uris: Mapping[str, UUID]
    seqs: dict[UUID, int]

    @property
    def goals(self) -> Collection[UUID]:
        """The goals of all its resources."""
        return self.seqs

    def look(self) -> list[str] | None:
        """Look, and remember how far."""
        if not _still(self.actor):
            return None
        changed, looked = _news(self.uris, self.seqs)
        self.seqs |= looked
        return changed


class SessionWatching:
    """For a session, whose resources and places are stored: they outlast its streams."""

    def __init__(self, actor: Actor, session: str) -> None:
        self._actor, self._session = actor, session
        self._told: Mapping[UUID, int] = {}
        self.goals: Collection[UUID] = ()

    def look(self) -> list[str] | None:
        """Look; what was found counts as told with the next look, when the stream has taken it."""
        if not _still(self._actor):
            return None
        note_told(self._actor, self._session, self._told)
        watches = watches_of(self._actor, self._session)
        seqs: dict[UUID, int] = {}
        for each in watches:
            seqs[each.goal_id] = min(each.seq, seqs.get(each.goal_id, each.seq))
        changed, self._told = _news({each.uri: each.goal_id for each in watches}, seqs)
        self.goals = seqs.keys()
        return changed


def _still(actor: Actor) -> bool:
    return may_still(actor, Scope.READ)


def _news(uris: Mapping[str, UUID], seqs: Mapping[UUID, int]) -> tuple[list[str], dict[UUID, int]]:
    """The resources that changed, and how far was looked in each goal that has gone on."""
    looked: dict[UUID, int] = {}
    changed: set[str] = set()
    for goal, newest in last_seqs(seqs).items():
        own = [uri for uri, of in uris.items() if of == goal]
        for event in _events(goal, seqs[goal]) if newest > seqs[goal] else ():
            changed.update(uri for uri in own if _changes(event, uri))
            looked[goal] = event.seq
    return [uri for uri in uris if uri in changed], looked


def _events(goal_id: UUID, after: int) -> Iterator[EventView]:
    while page := events_after(goal_id, after, PAGE):
        yield from page
        after = page[-1].seq


def _changes(event: EventView, uri: str) -> bool:
    if uri.startswith(ROOM):
        return event.kind in OF_ROOMS and event.team_id == id_in(uri, ROOM)
    return event.kind in OF_RESULTS
