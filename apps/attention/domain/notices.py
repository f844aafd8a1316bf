"""Kinds of notices, what a person chooses to be told, and when a letter with a notice is due. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, available_timezones


class NoticeKind(StrEnum):
    """Why somebody is told."""

    DECISION = "decision"  # a question or a decision waits for them
    WORK = "work"  # a team gave them a task, or half of its time is over
    MENTION = "mention"  # somebody names them in a room
    ENDED = "ended"  # a goal that they gave has ended


class MailPace(StrEnum):
    """How soon a letter tells of it."""

    OFF = "off"  # no letters
    AT_ONCE = "at_once"  # within a minute, what came meanwhile together
    HOURLY = "hourly"  # at the next full hour
    DAILY = "daily"  # at an hour of the day, where the person is


class PostState(StrEnum):
    """What became of a letter, or of what was sent to a browser."""

    WAITING = "waiting"  # it was not taken yet, and is tried again when it is due
    SENT = "sent"  # the server took it
    FAILED = "failed"  # it was refused for good, or every try failed
    DROPPED = "dropped"  # nobody wants it any more: settled, switched off, or the person is gone


GATHERING = timedelta(seconds=30)
"""A letter "at once" waits so long: what is settled meanwhile is not told, and what comes meanwhile comes along."""

USUAL_HOUR = 8
USUAL_ZONE = "UTC"


@dataclass(frozen=True)
class NoticeWishes:
    """What a person wants to be told in one workspace. `all_goals`: not only of goals that they gave themselves.

    `hour`: of the day, 0 to 23, in `zone` (a name of the IANA database), for daily letters.
    """

    kinds: frozenset[NoticeKind] = frozenset(NoticeKind)
    all_goals: bool = False
    pace: MailPace = MailPace.OFF
    hour: int = USUAL_HOUR
    zone: str = USUAL_ZONE


def letter_due(wishes: NoticeWishes, kind: NoticeKind, now: datetime) -> datetime | None:
    """When a letter tells of what was noticed `now`; None: none does."""
    if kind not in wishes.kinds or wishes.pace is MailPace.OFF:
        return None
    if wishes.pace is MailPace.AT_ONCE:
        return now + GATHERING
    if wishes.pace is MailPace.HOURLY:
        return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return _next_at_hour(now, wishes.hour, zone_of(wishes.zone))


def _next_at_hour(now: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The next time that clocks of a zone show that hour; a clock that skips it shows the one after."""
    local = now.astimezone(zone)
    today = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    chosen = today if today > local else today + timedelta(days=1)
    return chosen.astimezone(ZoneInfo("UTC"))


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name; UTC where there is none of that name any more."""
    return ZoneInfo(name if is_zone(name) else USUAL_ZONE)


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    return name in available_timezones()
