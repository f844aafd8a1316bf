"""The frames of a goal that is played again: the events at which something is seen to change, and how long each stays.

Pure: the same events, the same frames.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from apps.teams.domain.states import TaskState
from apps.teams.events import TeamEvent

MOST_FRAMES = 1_500
"""Frames of one goal; of more, those that no tick names are thinned out evenly."""
LONGEST_GAP, SHORTEST_GAP = 3.0, 0.25
"""Seconds for which a frame stays at the usual speed: what took longer is closed up, what came at once can be seen."""

SHOWN = (
    TeamEvent.TASK_CHANGED,
    TeamEvent.TEAM_FORMED,
    TeamEvent.TEAM_ENDED,
    TeamEvent.TEAM_PAUSED,
    TeamEvent.TEAM_RESUMED,
    TeamEvent.APPROVAL_ASKED,
    TeamEvent.APPROVAL_DECIDED,
    TeamEvent.GOAL_ENDED,
    TeamEvent.GOAL_REOPENED,
    TeamEvent.HUB_SEEN,
    TeamEvent.ARTIFACT_MADE,
    TeamEvent.FILE_CONFLICTED,
    TeamEvent.ANSWER_FILED,
    TeamEvent.FILE_UPLOADED,
)
"""The kinds of event at which something is seen to change, beside messages."""


class Tick(StrEnum):
    """What the slider marks."""

    ASKED = "asked"  # something was put to people
    DECIDED = "decided"  # they decided it
    SAID = "said"  # a person said something
    FAILED = "failed"  # a task did
    TEAM = "team"  # one was formed
    CONCLUDED = "concluded"  # a team, or the goal, ended


@dataclass(frozen=True)
class PlayedEvent:
    """An event as far as frames need it. `kind`: one of SHOWN, None for a message; `state`: a task's.

    `by_person`: a message that a person said; `about`: what it names, asks, answers or says.
    """

    seq: int
    at: datetime
    kind: TeamEvent | None = None
    state: str = ""
    by_person: bool = False
    about: str = ""


@dataclass(frozen=True)
class Frame:
    """What is shown up to an event, for so many seconds. `tick`: why the slider marks it, and `about` what."""

    seq: int
    at: datetime
    seconds: float
    tick: Tick | None = None
    about: str = ""


def frames_of(events: Sequence[PlayedEvent], most: int = MOST_FRAMES) -> tuple[Frame, ...]:
    """The frames of a goal's events, oldest first; events of one moment are one frame, unless a tick names each."""
    kept = _thinned(_merged(events), most)
    gaps = [(later.at - one.at).total_seconds() for one, later in pairwise(kept)]
    shown = [min(max(gap, SHORTEST_GAP), LONGEST_GAP) for gap in gaps] + [LONGEST_GAP]
    return tuple(
        Frame(one.seq, one.at, round(stays, 2), tick_of(one), one.about)
        for one, stays in zip(kept, shown, strict=False)
    )


def tick_of(event: PlayedEvent) -> Tick | None:
    """Why the slider marks an event; None: it does not."""
    match event.kind:
        case TeamEvent.APPROVAL_ASKED:
            return Tick.ASKED
        case TeamEvent.APPROVAL_DECIDED:
            return Tick.DECIDED
        case TeamEvent.TEAM_FORMED:
            return Tick.TEAM
        case TeamEvent.TEAM_ENDED | TeamEvent.GOAL_ENDED:
            return Tick.CONCLUDED
        case TeamEvent.TASK_CHANGED:
            return Tick.FAILED if event.state == TaskState.FAILED else None
        case None:
            return Tick.SAID if event.by_person else None
        case _:
            return None


def _merged(events: Iterable[PlayedEvent]) -> list[PlayedEvent]:
    found: list[PlayedEvent] = []
    for event in events:
        if found and found[-1].at == event.at and tick_of(found[-1]) is None:
            found[-1] = event
        else:
            found.append(event)
    return found


def _thinned(events: list[PlayedEvent], most: int) -> list[PlayedEvent]:
    """At most so many: evenly chosen ones, the first and the last among them, and those with a tick before others."""
    if len(events) <= most:
        return events
    ticked = [event for event in events if tick_of(event)]
    chosen = _evenly(ticked, most // 2) if len(ticked) > most // 2 else ticked
    others = _evenly(events, most - len(chosen))
    return sorted({event.seq: event for event in (*others, *chosen)}.values(), key=lambda event: event.seq)


def _evenly(events: list[PlayedEvent], number: int) -> list[PlayedEvent]:
    if number >= len(events):
        return events
    step = (len(events) - 1) / max(number - 1, 1)
    return [events[round(place * step)] for place in range(number)]
