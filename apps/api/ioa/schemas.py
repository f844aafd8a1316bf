"""IoA's own request, as its clients send it to `POST /launch_goal`."""

from functools import partial
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from apps.chat.domain.claims import ClaimedChain
from apps.chat.domain.display import Display
from apps.chat.queries.goals import GoalCard
from apps.core.texts import Text, require_storable_json
from apps.teams.domain.limits import MOST_TURNS, Limits
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.goals import Ending

MOST_OBSERVATION = 20_000  # characters of obs_kwargs as JSON
DEEPEST = 8  # Limits.depth takes no more


class Said(BaseModel):
    """Words with whom they come from."""

    model_config = ConfigDict(extra="forbid")

    sender: Text = ""
    content: Text


class LaunchIn(BaseModel):
    """A goal, or the words that open a new round of one that has ended."""

    model_config = ConfigDict(extra="forbid")

    goal: Text = ""
    team_member_names: list[Text] | Text | None = None
    team_up_depth: Annotated[int, Field(ge=0, le=DEEPEST)] | None = None
    is_collaborative_planning_enabled: bool = False
    comm_id: Text | None = None
    cont_input: Text | Said | None = None
    obs_kwargs: Annotated[dict[str, Any], AfterValidator(partial(require_storable_json, most=MOST_OBSERVATION))] = (
        Field(default_factory=dict)
    )
    max_turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] | None = None
    skip_naming: bool = True
    claimed_chain: ClaimedChain = Field(default_factory=dict)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if isinstance(self.team_member_names, str) and self.team_member_names.strip():
            raise ValueError('team_member_names is a list of names, or null or "" to have the team found')
        if self.cont_input and not self.comm_id:
            raise ValueError("cont_input goes on with a talk: send the comm_id of that talk along")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Who shall be in the team; empty: they are found by search."""
        named = self.team_member_names
        return () if named is None or isinstance(named, str) else tuple(named)

    @property
    def limits(self) -> dict[str, object]:
        """The limits that were named, as `Limits` calls them."""
        named = {"depth": self.team_up_depth, "turns": self.max_turns}
        return {name: value for name, value in named.items() if value is not None}

    @property
    def words(self) -> str:
        """What is said in the new round. Only the token says who speaks; another sender's name stands in the text."""
        said = self.cont_input or self.goal
        if isinstance(said, str):
            return said
        return f"{said.sender}: {said.content}" if said.sender else said.content


class LaunchStatus(BaseModel):
    """Where a launched goal stands."""

    comm_id: UUID
    status: Display
    outcome: GoalOutcome
    waiting: int = Field(description="Decisions that wait for a person.")
    turns: int = Field(description="Turns taken, of all rounds and teams together.")
    limits: Limits
    conclusion: str | None = Field(description="Null until the round has ended.")

    @classmethod
    def of(cls, card: GoalCard, ending: Ending | None) -> Self:
        """From what the queries gave."""
        return cls(
            comm_id=card.goal.id,
            status=card.state,
            outcome=card.goal.outcome,
            waiting=card.waiting,
            turns=card.spent.turns,
            limits=card.limits,
            conclusion=ending.conclusion if ending else None,
        )
