"""What calls cost: the server's count where there is one, an estimate elsewhere; money where there are prices. Pure."""

from apps.accounts.domain.model_settings import ModelSettings
from apps.agents.domain.calls import Usage

MILLION = 1_000_000


def cost(prompt_tokens: int, completion_tokens: int, settings: ModelSettings, *, estimated: bool) -> Usage:
    """The usage of one call. Money is None unless both prices are known."""
    return Usage(prompt_tokens, completion_tokens, _money(prompt_tokens, completion_tokens, settings), estimated)


def total(first: Usage, second: Usage) -> Usage:
    """The usage of both; money only where both have it."""
    known = first.money is not None and second.money is not None
    return Usage(
        first.prompt_tokens + second.prompt_tokens,
        first.completion_tokens + second.completion_tokens,
        (first.money or 0.0) + (second.money or 0.0) if known else None,
        first.estimated or second.estimated,
    )


def _money(prompt_tokens: int, completion_tokens: int, settings: ModelSettings) -> float | None:
    if settings.prompt_price is None or settings.completion_price is None:
        return None
    return (prompt_tokens * settings.prompt_price + completion_tokens * settings.completion_price) / MILLION
