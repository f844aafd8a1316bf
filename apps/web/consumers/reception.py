"""Who comes is looked up together with all who come meanwhile: hundreds of pages connect again when a server starts.

One change of threads for all of them, one look at each session, and one at each place that several want to see.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from channels.auth import get_user
from channels.db import database_sync_to_async

from apps.accounts.domain.access import Actor
from apps.accounts.queries import actor_in

T = TypeVar("T")
user_of = get_user.func  # what Channels does in a thread of its own for each socket


class NobodyError(Exception):
    """Nobody is signed in."""


@dataclass(frozen=True, eq=False)
class Guest:
    """A socket that wants in. `session` as the cookie names it; `place`: what the address says of what to look at;
    `find` makes something of that place for whoever may look, the same for all in one workspace.
    """

    session: Any
    place: Hashable
    find: Callable[[Actor], Any]
    answer: "asyncio.Future[tuple[Actor, Any]]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Reception:
    """Those who wait to be looked up, and the task that does it. Everything but the look happens on the event loop."""

    def __init__(self) -> None:
        self._waiting: list[Guest] = []
        self._work: asyncio.Task[None] | None = None

    async def admit(self, session: Any, place: Hashable, find: Callable[[Actor], T]) -> tuple[Actor, T]:
        """Who comes, and what `find` gives them. Raises NobodyError, NotFound, and what `find` raises."""
        guest = Guest(session, place, find)
        self._waiting.append(guest)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._receive())
        return await guest.answer

    async def _receive(self) -> None:
        try:
            while self._waiting:
                guests, self._waiting = self._waiting, []
                for guest, answer in zip(guests, await database_sync_to_async(look_up)(guests), strict=True):
                    if guest.answer.done():  # it went away meanwhile
                        continue
                    if isinstance(answer, Exception):
                        guest.answer.set_exception(answer)
                    else:
                        guest.answer.set_result(answer)
        finally:
            self._waiting.clear()  # where the server ends, nobody waits any more


def look_up(guests: Sequence[Guest]) -> list[tuple[Actor, Any] | Exception]:
    """Who each is and what they found, or why not. It queries the database."""
    people: dict[Hashable, Actor | Exception] = {}
    places: dict[Hashable, Any] = {}
    return [_answer(guest, people, places) for guest in guests]


def _answer(
    guest: Guest, people: dict[Hashable, Actor | Exception], places: dict[Hashable, Any]
) -> tuple[Actor, Any] | Exception:
    key = guest.session.session_key or guest  # without a key it is nobody's but its own
    if key not in people:
        people[key] = _tried(_actor, guest.session)
    actor = people[key]
    if isinstance(actor, Exception):
        return actor
    place = (actor.workspace_id, guest.place)
    if place not in places:
        places[place] = _tried(guest.find, actor)
    found = places[place]
    return found if isinstance(found, Exception) else (actor, found)


def _tried(work: Callable[[Any], T], given: Any) -> T | Exception:
    try:
        return work(given)
    except Exception as error:  # noqa: BLE001 - each socket is told by itself
        return error


def _actor(session: Any) -> Actor:
    user = user_of({"session": session})
    if not user.is_authenticated:
        raise NobodyError
    return actor_in(user, session)


reception = Reception()
