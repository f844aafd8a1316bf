"""What a workspace sets for itself: its model, and the ranges of its limits. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_TIMEOUT = 120.0
PROMPT_TOKENS = 32_000
"""Of a prompt, its schema counted in."""


@dataclass(frozen=True)
class ModelSettings:
    """An OpenAI-compatible model. The key never shows in a repr, hence not in a log or a traceback.

    Prices are US dollars per million tokens; None: nobody said one, so money can't be booked.
    """

    base_url: str = ""  # ends before /chat/completions, usually with /v1
    model: str = ""
    api_key: str = field(default="", repr=False)  # empty for servers that ask for none
    prompt_price: float | None = None
    completion_price: float | None = None
    timeout_seconds: float = DEFAULT_TIMEOUT  # of one request, from the first byte sent to the last byte read
    by_operator: bool = False  # the environment names it: its address may lead anywhere, others are guarded

    @property
    def configured(self) -> bool:
        """Whether a model may be asked at all; without one, rules speak."""
        return bool(self.base_url and self.model)


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
