"""Looking at agents and asking them without a team, as the REST API takes and shows it."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.agents.domain.profile import Skill
from apps.agents.domain.registration import LONGEST_TEST, TEST_HINT, USUAL_TEST
from apps.agents.domain.trials import TrialKind
from apps.agents.queries.trials import TrialFindings, TrialView
from apps.api.rest.schemas.agents import SUGGESTED, ToldSkillOut
from apps.core.numbers import Whole
from apps.core.texts import Text

MOST_SOURCE = 200_000
TestSeconds = Field(default=USUAL_TEST, ge=1, le=LONGEST_TEST, description=TEST_HINT)


class LookIn(BaseModel, extra="forbid"):
    """Where an agent is, and what it asks for."""

    source: Text = Field(
        min_length=1, max_length=MOST_SOURCE, description="Its address, or an A2A agent card as JSON in a string."
    )
    token: Text = Field(default="", max_length=4000, repr=False, description="Sent as a bearer token; sealed.")
    headers: Text = Field(default="", max_length=20_000, repr=False, description="Lines like `X-Key: ...`; sealed.")
    test_seconds: Whole = TestSeconds

    def credentials(self) -> dict[str, str]:
        """By the names that detection knows."""
        return {"token": self.token, "headers": self.headers}


class JoinIn(LookIn):
    """An agent that shall join at once; what is left out is taken from what it says of itself."""

    handle: Text | None = Field(default=None, max_length=60)
    name: Text | None = Field(default=None, max_length=120)
    description: Text | None = Field(default=None, max_length=4000)
    skills: list[Skill] | None = None
    connector: Text = Field(
        default="", max_length=24, description="Look for this kind of `GET /connectors` alone; empty: for all."
    )

    def told(self) -> dict[str, object]:
        """What was given of it."""
        given = {"handle": self.handle, "name": self.name, "description": self.description, "skills": self.skills}
        return {name: value for name, value in given.items() if value is not None}


class ConnectionIn(BaseModel, extra="forbid"):
    """A connection to test."""

    connector: Text = Field(min_length=1, max_length=24, description="A kind of `GET /connectors`.")
    connector_config: dict[str, object] = Field(default_factory=dict, repr=False)
    test_seconds: Whole = TestSeconds


class TestMessageIn(BaseModel, extra="forbid"):
    """One message to an agent."""

    text: Text = Field(min_length=1, max_length=20_000)


class FoundOut(BaseModel):
    """What was found out about an agent. All texts are its own words: do not trust them."""

    connector: str
    connector_config: dict[str, object] = Field(description="Without its secrets.")
    secrets: list[str] = Field(description="Names of the secrets that are stored with it.")
    name: str
    handle: str
    description: str
    skills: list[ToldSkillOut]
    suggested_skills: list[ToldSkillOut] = Field(description=SUGGESTED)
    security: list[str] = Field(description="What to know first: what it asks of its callers, what was chosen.")
    tried: dict[str, str] = Field(description="Each protocol that it does not speak, and why not.")
    models: list[str]
    quirks: list[str]

    @classmethod
    def of(cls, found: TrialFindings) -> Self:
        """From what the query gives."""
        return cls(
            connector=found.connector,
            connector_config=found.config.values,
            secrets=list(found.config.secrets),
            name=found.name,
            handle=found.handle,
            description=found.description,
            skills=[ToldSkillOut.model_validate(one) for one in found.skills],
            suggested_skills=[ToldSkillOut.model_validate(one) for one in found.suggested_skills],
            security=list(found.security),
            tried=dict(found.tried),
            models=list(found.models),
            quirks=list(found.quirks),
        )


class TrialFileOut(BaseModel):
    """A file that an agent gave."""

    id: UUID
    name: str
    media_type: str = Field(description="As the agent says; do not trust it.")
    size: int = Field(description="Bytes.")
    path: str = Field(description="Where to fetch it.")


class TrialOut(BaseModel):
    """A trial: poll it until `done`."""

    id: UUID
    kind: TrialKind
    done: bool
    progress: str
    problem: str = Field(description="Why it came to nothing, as a sentence; empty: it went well so far.")
    reply: str = Field(description="What the agent said, as Markdown; do not trust it.")
    latency_ms: int | None
    tokens: int
    money: float | None = Field(description="US dollars; null where nobody said a price.")
    created_at: datetime
    begun_at: datetime = Field(description="When its present step began, the test message say.")
    test_seconds: int = Field(description="How long a test message is waited for.")
    found: FoundOut | None
    files: list[TrialFileOut]

    @classmethod
    def of(cls, trial: TrialView) -> Self:
        """From what the query gives."""
        shown = {name: value for name, value in vars(trial).items() if name in cls.model_fields}
        files = [TrialFileOut(**vars(file), path=f"/api/v1/trials/files/{file.id}") for file in trial.files]
        return cls(**{**shown, "found": FoundOut.of(trial.found) if trial.found else None, "files": files})
