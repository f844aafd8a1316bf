"""How often somebody may ask: a number of requests at once, which comes back evenly over a minute."""

from dataclasses import dataclass
from datetime import timedelta

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
