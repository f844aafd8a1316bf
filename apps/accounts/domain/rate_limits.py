"""How often somebody may ask, and how long they wait after wrong passwords. Pure."""

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Network

from apps.accounts.domain.proxies import origin

WINDOW = timedelta(minutes=1)


@dataclass(frozen=True)
class RateLimit:
    """`requests` a minute for what `key` names; 0 lifts the limit."""

    key: str
    requests: int

    @property
    def step(self) -> timedelta:
        """How far one request moves its sender ahead."""
        return WINDOW / self.requests


KEPT = timedelta(days=1)  # how long a wrong try counts
FREE = 5  # wrong tries of a name from one place, before there is any wait
FIRST, LONGEST = timedelta(seconds=5), timedelta(minutes=15)
A_SITE = 8  # a site may have many places; its tries together count as an eighth of that many at one
RECENT = timedelta(minutes=15)
MOST_OF_PLACE = 120  # wrong tries of whatever names in RECENT, from one place
PAUSE_OF_PLACE = timedelta(minutes=1)


def pause(wrong: int) -> timedelta:
    """How long after the last of so many wrong tries the next may come: twice as long each time."""
    if wrong < FREE:
        return timedelta()
    return min(FIRST * (1 << min(wrong - FREE, 20)), LONGEST)


def site_of(address: str) -> str:
    """The site that an address belongs to: of IPv6 its /48, the most that one has (RFC 6177); else itself."""
    place = origin(address)
    return str(IPv6Network(place).supernet(new_prefix=48)) if place.endswith("/64") else place
