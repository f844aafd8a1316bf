"""How an agent behind a server of chat completions is asked."""

from pydantic import Field, SecretStr, field_validator

from apps.agents.connectors.headers import sendable_key
from apps.agents.connectors.settings import CalledConfig

MILLION = 1_000_000
Price = Field(
    default=None, ge=0, le=MILLION, allow_inf_nan=False, description="US dollars per million tokens; empty: not known."
)


class OpenAIConfig(CalledConfig):
    """`url` is the base URL, which ends before /chat/completions. Prices are US dollars per million tokens."""

    model: str = Field(default="", max_length=200, description="Empty: the first that the server offers.")
    api_key: SecretStr = Field(default=SecretStr(""), max_length=4000)
    system_prompt: str = Field(default="", max_length=20_000)
    stop_message: str = Field(default="", max_length=200, description="Sent when a call is given up; usually empty.")
    prompt_price: float | None = Price
    completion_price: float | None = Price

    @field_validator("api_key")
    @classmethod
    def _sendable(cls, key: SecretStr) -> SecretStr:
        sendable_key(key.get_secret_value())
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
