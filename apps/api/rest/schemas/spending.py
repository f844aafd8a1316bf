"""What a goal took."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class SpendingOut(BaseModel):
    """What calls of one kind took in one team."""

    model_config = ConfigDict(from_attributes=True)

    team: str
    who: str = Field(description="An agent's name, or who spoke for the team.")
    handle: str = Field(description="Of an agent; else empty.")
    model: str = Field(description="The model that was called; empty where none is known of.")
    calls: int
    tokens: int
    money: float | None = Field(
        description="US dollars, of the calls of which somebody said a price; null where nobody said any."
    )
    unpriced_tokens: int = Field(alias="unpriced", description="Tokens of the other calls.")

    @model_validator(mode="after")
    def _knows_what_it_cost(self) -> Self:
        if self.unpriced_tokens > 0 and self.money == 0:
            self.money = None
        return self
