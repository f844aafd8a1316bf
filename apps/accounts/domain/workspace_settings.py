"""What a workspace sets for itself: its model and how it is used, reviews, and the ranges of its limits. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from apps.accounts.domain.errors import Refused
from apps.core.sentences import sentence

DEFAULT_TIMEOUT = 180.0
PROMPT_TOKENS = 32_000
ANSWER_TOKENS = 8_000


class WhenSilent(StrEnum):
    """What becomes of a goal whose model gives no answer, after all retries."""

    ASK = "ask"  # it waits, and a person decides
    RULES = "rules"  # the built-in rules go on with it
    END = "end"  # it ends with what there is


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
    timeout_seconds: float = DEFAULT_TIMEOUT  # of one turn, retries included
    prompt_tokens: int = PROMPT_TOKENS  # of a prompt at most, its schema counted in
    answer_tokens: int = ANSWER_TOKENS  # of an answer at most
    temperature: float = 0.0  # not sent to models that refuse it
    concurrency: int | None = None  # calls at one time of each worker process; None: as many as there are
    other_model: str = ""  # of the same server; asked where the first gives no answer
    when_silent: WhenSilent = WhenSilent.ASK
    by_operator: bool = False  # the environment names it: its address may lead anywhere, others are guarded

    @property
    def configured(self) -> bool:
        """Whether a model may be asked at all; without one, rules speak."""
        return bool(self.base_url and self.model)


class Review(StrEnum):
    """Whether the answer of a goal is looked at by its coordinator before the goal ends."""

    AUTO = "auto"  # unless one task gave it, and its form is in order
    ALWAYS = "always"
    NEVER = "never"


def review_from(review: str) -> Review:
    """The choice of that name. Raises Refused (review)."""
    try:
        return Review(review)
    except ValueError:
        raise Refused(review=sentence("Choose one of {names}.", names=", ".join(Review))) from None


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


MODEL_RANGES = (
    LimitRange("prompt_tokens", 6_000, 2_000_000, True, "At most; 32,000 unless set"),
    LimitRange("answer_tokens", 256, 200_000, True, "At most; 8,000 unless set"),
    LimitRange("temperature", 0, 2, False, "0 unless set; not sent to models that refuse it"),
    LimitRange("timeout_seconds", 5, 3_600, False, "For one turn, retries included; 180 unless set"),
    LimitRange("concurrency", 1, 1_000, True, "Of each worker process; as many as there are unless set"),
)
"""How a model is used, as a workspace and the environment may say it; beside these OTHER_MODEL and WHEN_SILENT."""
OTHER_MODEL, WHEN_SILENT = "other_model", "when_silent"
_VARIABLES = {"timeout_seconds": "seconds", OTHER_MODEL: "other"}  # called otherwise in the environment


def use_problems(use: Mapping[str, object]) -> dict[str, str]:
    """One sentence for each wrong entry of how a model is to be used; None and "" mean "not set" and are fine."""
    numbers = {name: value for name, value in use.items() if name not in (OTHER_MODEL, WHEN_SILENT)}
    problems = _range_problems(MODEL_RANGES, numbers)
    if len(str(use.get(OTHER_MODEL) or "")) > 120:
        problems[OTHER_MODEL] = sentence("Name the model in at most 120 characters, as its server calls it.")
    if use.get(WHEN_SILENT) and use[WHEN_SILENT] not in tuple(WhenSilent):
        problems[WHEN_SILENT] = sentence("Choose one of {names}.", names=", ".join(WhenSilent))
    return problems


def check_use(use: Mapping[str, object]) -> None:
    """Raises ValueError with a variable and a sentence for each wrong entry of how the environment's model is used."""
    if problems := use_problems(use):
        variables = {name: f"IOA_MODEL_{_VARIABLES.get(name, name).upper()}" for name in problems}
        raise ValueError(" ".join(f"{variables[name]}: {words}" for name, words in problems.items()))


def limit_problems(limits: Mapping[str, float | None]) -> dict[str, str]:
    """One sentence for each limit that is unknown or out of its range; None means "not set" and is fine."""
    return _range_problems(LIMIT_RANGES, limits)


def _range_problems(entries: tuple[LimitRange, ...], values: Mapping[str, object]) -> dict[str, str]:
    ranges = {entry.name: entry for entry in entries}
    problems: dict[str, str] = {}
    for name, value in values.items():
        if name not in ranges:
            problems[name] = sentence("There is no limit of that name; there are {names}.", names=", ".join(ranges))
        elif value is not None and not _fits(ranges[name], value):
            entry = ranges[name]
            problems[name] = (
                sentence(
                    "Use a whole number from {lowest:g} to {highest:,.0f}.", lowest=entry.lowest, highest=entry.highest
                )
                if entry.whole
                else sentence(
                    "Use a number from {lowest:g} to {highest:,.0f}.", lowest=entry.lowest, highest=entry.highest
                )
            )
    return problems


def _fits(entry: LimitRange, value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return entry.lowest <= value <= entry.highest and (not entry.whole or value == int(value))
