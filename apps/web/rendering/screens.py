"""What the room's zone of a goal's page shows, as its address says it: the room, the map, the board, the timeline, or
a room at another hub.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from uuid import UUID

ROOM, MAP, BOARD, TIMELINE, FOREIGN = "room", "map", "board", "timeline", "foreign"
SCREENS = (ROOM, MAP, BOARD, TIMELINE, FOREIGN)
ZOOMS = (1, 2, 4, 8)
NARROWS = ("only", "agent", "column", "lanes", "task", "place")
PLACE = re.compile(r"1(\.\d{1,3}){0,5}")
MOST_UNFOLDED = 40
MOST_CHARACTERS = 80


@dataclass(frozen=True)
class Screen:
    """One of SCREENS, with what narrows it.

    `only`: a team, which the board and the timeline then show with all below it; `agent`: a handle, whose work they
    show; `column`: the one column of the board that is shown whole, from the card `start` (0 is the first);
    `unfolded`: teams whose sub-teams the map draws all; `zoom`: how many times as wide as its place the timeline is;
    `lanes`: "agent" for a lane of each agent, else of each team. `task`, `place`: which of the rooms at other hubs.
    """

    name: str = ROOM
    only: UUID | None = None
    agent: str = ""
    column: str = ""
    start: int = 0
    unfolded: frozenset[str] = frozenset()
    zoom: int = 1
    lanes: str = ""
    task: UUID | None = None
    place: str = ""

    @property
    def query(self) -> str:
        """What of an address says all this, without the team whose room it is."""
        pairs: list[tuple[str, object]] = [("view", self.name)]
        pairs += [(name, getattr(self, name)) for name in NARROWS if getattr(self, name)]
        pairs += [("start", self.start)] if self.start else []
        pairs += [("zoom", self.zoom)] if self.zoom > 1 else []
        return urlencode(pairs + [("unfold", key) for key in sorted(self.unfolded)])

    def but(self, **changed: object) -> "Screen":
        """The same, but for what is named."""
        return replace(self, **changed)  # type: ignore[arg-type]  # the names are this class's


def screen_of(asked: Mapping[str, Sequence[str]]) -> Screen:
    """The screen that the parameters of an address ask for; what makes no sense is as if it were not there."""

    def first(name: str) -> str:
        return next(iter(asked.get(name, ())), "")[:MOST_CHARACTERS]

    name = first("view")
    return Screen(
        name=name if name in SCREENS else ROOM,
        only=_id(first("only")),
        agent=first("agent"),
        column=first("column"),
        start=_number(first("start")),
        unfolded=frozenset(str(key) for text in asked.get("unfold", ())[:MOST_UNFOLDED] if (key := _id(text))),
        zoom=zoom if (zoom := _number(first("zoom"))) in ZOOMS else 1,
        lanes="agent" if first("lanes") == "agent" else "",
        task=_id(first("task")) if name == FOREIGN else None,
        place=place if name == FOREIGN and PLACE.fullmatch(place := first("place") or "1") else "",
    )


def _id(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
