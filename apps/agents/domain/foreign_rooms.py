"""The rooms of a team at another hub, as that hub tells of them. Pure.

They travel in the extension of A2A that `federation` describes. What comes is hostile: whatever has not the shape that
is read here is as if it were not there, and there is only so much of it. No id of the other hub is taken over.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from apps.agents.domain.untrusted_json import Said, maps_in, text_in
from apps.core.texts import one_line

MOST_ROOMS = 24  # of one piece of work; of more, those nearest to its own room are read
MOST_DEEP = 5  # rooms below each other
MOST_TASKS, MOST_MEMBERS = 12, 12  # of one room
MOST_COUNTED = 1000  # rooms, and messages in one of them: what is said beyond that is not believed
LONGEST_LABEL, LONGEST_WORDS = 80, 200  # characters
_STATE = re.compile(r"[a-z][a-z_-]{0,19}")


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ForeignTask(_Told):
    """A task there. `state`: as that hub calls it."""

    title: str
    state: str = ""
    owner: str = ""
    begun_at: datetime | None = None
    ended_at: datetime | None = None


class ForeignRoom(_Told):
    """A team there with its room. `words`: the last ones, by `speaker`; `left_out`: rooms that are not read.

    `hub`: where it is, as the hub that tells of it calls that; empty: at that hub itself.
    """

    name: str
    state: str = ""
    since: datetime | None = None
    members: tuple[str, ...] = ()
    tasks: tuple[ForeignTask, ...] = ()
    messages: int = 0
    speaker: str = ""
    words: str = ""
    hub: str = ""
    rooms: tuple["ForeignRoom", ...] = ()
    left_out: int = 0

    def as_data(self) -> dict[str, Any]:
        """As it travels and is kept, without what is empty."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def walk(self, key: str = "1") -> Iterator[tuple[str, "ForeignRoom"]]:
        """Itself and all below it, each with its place, which is its name here: 1, 1.1, 1.2, 1.2.1."""
        yield key, self
        for number, room in enumerate(self.rooms, 1):
            yield from room.walk(f"{key}.{number}")


@dataclass(frozen=True)
class ForeignWork:
    """How a task stands that another hub works on. `state`: A2A's; `goal`: the id it has there, "" where it has none.

    `room`: None where that hub tells its states alone; `away_since`: since when it can't be reached, while it can't.
    """

    state: str
    goal: str = ""
    room: ForeignRoom | None = None
    away_since: datetime | None = None

    @property
    def size(self) -> int:
        """Characters that are kept of it, about."""
        return len(json.dumps(self.room.as_data())) if self.room else 0


def read_room(said: object) -> ForeignRoom | None:
    """A room with those below it, as far as it can be read; None where it can't."""
    if not isinstance(said, dict):
        return None
    kept, cut = _choose(said)
    return _room(said, kept).model_copy(update={"left_out": min(_count(said, "left_out") + cut, MOST_COUNTED)})


def goal_in(context: str) -> str:
    """The id of the goal that a context of A2A is at a hub; "" for what is none."""
    try:
        return str(UUID(context))
    except ValueError:
        return ""


def _choose(root: Said) -> tuple[set[int], int]:
    """Which objects are read as rooms, those nearest to the first before others; and how many are left out."""
    kept: set[int] = set()
    left_out, waiting = 0, deque([(root, 1)])
    while waiting and left_out < MOST_COUNTED:
        room, depth = waiting.popleft()
        if len(kept) < MOST_ROOMS and depth <= MOST_DEEP:
            kept.add(id(room))
        else:
            left_out += 1
        waiting.extend((each, depth + 1) for each in maps_in(room, "rooms"))
    return kept, min(left_out, MOST_COUNTED)


def _room(said: Said, kept: set[int]) -> ForeignRoom:
    return ForeignRoom(
        name=_label(said, "name") or "?",
        state=_state(said),
        since=_moment(said, "since"),
        members=tuple(_labels(said.get("members"))),
        tasks=tuple(map(_task, maps_in(said, "tasks")[:MOST_TASKS])),
        messages=_count(said, "messages"),
        speaker=_label(said, "speaker"),
        words=one_line(text_in(said, "words")[: 4 * LONGEST_WORDS], LONGEST_WORDS),
        hub=_label(said, "hub"),
        rooms=tuple(_room(each, kept) for each in maps_in(said, "rooms") if id(each) in kept),
    )


def _task(said: Said) -> ForeignTask:
    return ForeignTask(
        title=_label(said, "title") or "?",
        state=_state(said),
        owner=_label(said, "owner"),
        begun_at=_moment(said, "begun_at"),
        ended_at=_moment(said, "ended_at"),
    )


def _count(said: Said, name: str) -> int:
    number = said.get(name)
    return min(max(number, 0), MOST_COUNTED) if type(number) is int else 0


def _label(said: Said, name: str) -> str:
    return one_line(text_in(said, name)[: 4 * LONGEST_LABEL], LONGEST_LABEL)


def _labels(said: object) -> Iterator[str]:
    for each in said[:MOST_MEMBERS] if isinstance(said, list) else ():
        if isinstance(each, str) and (label := one_line(each[: 4 * LONGEST_LABEL], LONGEST_LABEL)):
            yield label


def _state(said: Said) -> str:
    text = text_in(said, "state")
    return text if _STATE.fullmatch(text) else ""


def _moment(said: Said, name: str) -> datetime | None:
    """A moment with its zone, of this era: what is none is left out."""
    try:
        moment = datetime.fromisoformat(text_in(said, name)[:40])
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo and 2000 < moment.year < 3000 else None
