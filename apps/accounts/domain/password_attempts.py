"""How long a wrong password keeps whoever tried it waiting.

Nobody is locked out by what others do: the wait is that of one name tried from one place, and a browser in which the
account was signed in before is a place of its own. It grows, so that guessing ends, and is bounded, so that nobody who
forgot waits for long (OWASP ASVS 5, 6.1.1 and 6.3.1).
"""

from datetime import timedelta
from ipaddress import IPv6Network

from apps.accounts.domain.peers import origin

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
