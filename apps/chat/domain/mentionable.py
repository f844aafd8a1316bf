"""Whom a person may name with @ in a room, and how each of them is now. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

LOOKS_FOR = timedelta(minutes=5)
"""An open page that is looked at says so every four minutes: who said it this lately looks at the goal."""


class MentionKind(StrEnum):
    """What somebody is who may be named."""

    AGENT = "agent"
    PERSON = "person"
    TEAM = "team"


class Attendance(StrEnum):
    """How somebody is who may be named; also over REST."""

    WORKING = "working"  # an agent with a call that goes on, here or elsewhere
    IDLE = "idle"  # an agent that is there
    OFFLINE = "offline"  # an agent that can't be reached
    LOOKING = "looking"  # a person with the goal before them
    AWAY = "away"  # a person who is not
    NONE = "none"  # a team


ATTENDANCE_WORDS: dict[Attendance, str] = {
    Attendance.WORKING: "Working",
    Attendance.IDLE: "Idle",
    Attendance.OFFLINE: "Offline",
    Attendance.LOOKING: "Looks at this goal",
    Attendance.AWAY: "Last here",
}


@dataclass(frozen=True)
class Mentionable:
    """Somebody who may be named: an agent, a person, or a team of the goal.

    `in_team`: a member of the room's team; `role`: what an agent is for, in a few words; `human`: an agent that is a
    person who does tasks; `seen_at`: when a person was here last, None: never.
    """

    handle: str
    name: str
    kind: MentionKind
    in_team: bool
    attendance: Attendance
    role: str = ""
    human: bool = False
    seen_at: datetime | None = None


def agent_attendance(*, working: bool, offline: bool) -> Attendance:
    """How an agent is."""
    if offline:
        return Attendance.OFFLINE
    return Attendance.WORKING if working else Attendance.IDLE


def person_attendance(seen_here_at: datetime | None, now: datetime) -> Attendance:
    """How a person is, by when they were seen at the goal."""
    looks = seen_here_at is not None and now - seen_here_at < LOOKS_FOR
    return Attendance.LOOKING if looks else Attendance.AWAY
