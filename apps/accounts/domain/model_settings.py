"""Which model speaks for a workspace, where it is, and what it costs."""

from dataclasses import dataclass, field

DEFAULT_TIMEOUT = 120.0


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
