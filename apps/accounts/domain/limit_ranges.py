"""What a workspace may set as the limits of its goals.

The same ranges as apps.teams.domain.limits.Limits, which this app may not import; a test compares the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LimitRange:
    """One limit: its name, the lowest and highest value, and what is counted."""

    name: str
    lowest: float
    highest: float
    whole: bool  # only whole numbers
    counts: str


LIMIT_RANGES = (
    LimitRange("turns", 1, 10_000, True, "of all conversations of a goal together"),
    LimitRange("tokens", 1, 1_000_000_000, True, "of all model calls together"),
    LimitRange("money", 0.01, 1_000_000, False, "US dollars; needs the model's prices"),
    LimitRange("minutes", 0.1, 60 * 24 * 30, False, "from the start, pauses not counted"),
    LimitRange("depth", 0, 8, True, "teams below teams; 0 forbids sub-teams"),
    LimitRange("teams", 1, 500, True, "of a goal, sub-teams included"),
)


def limit_problems(limits: Mapping[str, float | None]) -> dict[str, str]:
    """One sentence for each limit that is unknown or out of its range; None means "not set" and is fine."""
    ranges = {entry.name: entry for entry in LIMIT_RANGES}
    problems = {}
    for name, value in limits.items():
        if name not in ranges:
            problems[name] = f"There is no limit of that name; there are {', '.join(ranges)}."
        elif value is not None and not _fits(ranges[name], value):
            entry = ranges[name]
            number = "a whole number" if entry.whole else "a number"
            problems[name] = f"Use {number} from {entry.lowest:g} to {entry.highest:,.0f}."
    return problems


def _fits(entry: LimitRange, value: float) -> bool:
    return entry.lowest <= value <= entry.highest and (not entry.whole or value == int(value))
