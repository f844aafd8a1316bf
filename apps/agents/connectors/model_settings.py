"""Settings of agents that are a model, or stand behind the interface of one."""

from pydantic import Field, SecretStr, field_validator

from apps.agents.connectors.settings import CalledConfig, check_key
from apps.agents.domain.calls import Usage

MILLION = 1_000_000
PER_TOKEN = 4  # bytes of UTF-8, about
Price = Field(
    default=None, ge=0, le=MILLION, allow_inf_nan=False, description="US dollars per million tokens; empty: not known."
)


class ModelConfig(CalledConfig):
    """Who is asked, what it is told first, and what it costs: US dollars per million tokens."""

    model: str = Field(default="", max_length=200, description="Empty: the first that the server offers.")
    api_key: SecretStr = Field(default=SecretStr(""), max_length=4000)
    system_prompt: str = Field(default="", max_length=20_000)
    prompt_price: float | None = Price
    completion_price: float | None = Price

    @field_validator("api_key")
    @classmethod
    def _sendable(cls, key: SecretStr) -> SecretStr:
        check_key(key.get_secret_value())
        return key

    @property
    def headers(self) -> dict[str, str]:
        """What says who is asking; servers that ask for no key get none."""
        key = self.api_key.get_secret_value()
        return {"Authorization": f"Bearer {key}"} if key else {}

    def money(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What so many tokens cost in US dollars; None unless both prices are known."""
        if self.prompt_price is None or self.completion_price is None:
            return None
        return (prompt_tokens * self.prompt_price + completion_tokens * self.completion_price) / MILLION

    def usage(self, tokens: tuple[int, int] | None, asked: str, answered: str, money: float | None = None) -> Usage:
        """What a call took: the server's counts of prompt and answer, or estimates from the texts where it has none."""
        counted = tokens or (_estimate(asked), _estimate(answered))
        return Usage(*counted, self.money(*counted) if money is None else money, estimated=tokens is None)


def _estimate(text: str) -> int:
    return -(-len(text.encode(errors="replace")) // PER_TOKEN)
