"""For how long a token lasts. Pure."""

from datetime import datetime, timedelta

USUAL_DAYS, MOST_DAYS = 90, 3650  # unless it never expires

CHOICES = [  # of a form; days in words
    ("7", "A week"),
    ("30", "30 days"),
    (str(USUAL_DAYS), f"{USUAL_DAYS} days"),
    ("365", "A year"),
    ("", "For ever"),
]


def expiry_after(days: int | None, now: datetime) -> datetime | None:
    """When a token of so many days expires; None: never."""
    return None if days is None else now + timedelta(days=days)
