"""Registries elsewhere over REST, and who was found there."""

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema
from pydantic import ConfigDict

from apps.agents.actions.elsewhere import ElsewhereFound
from apps.agents.domain.sources import SourceUse
from apps.core.texts import Text

USES = (
    "search: people search in it; offer: teams name who is there for what nobody here can do; join: such an agent "
    "joins by itself once it has answered a test message."
)


class SourceIn(Schema, extra="forbid"):
    """A registry to list."""

    address: Text = Field(
        min_length=1, max_length=2_000, description="A domain, the address of a manifest, or that of a registry."
    )
    token: Text = Field("", max_length=4_000, description="Its own token; sealed, and never shown.")
    use: SourceUse = Field(SourceUse.SEARCH, description=USES)


class SourceChangeIn(Schema, extra="forbid"):
    """What of it becomes another."""

    use: SourceUse = Field(description=USES)


class SourceOut(Schema):
    """A registry that the workspace asks."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    name: str
    url: str
    searches: bool = Field(description="Whether it searches; else its manifest is read and searched here.")
    use: SourceUse
    has_token: bool
    made_by: str
    created_at: datetime
    joined: list[str] = Field(description="Handles of the agents here that came from it.")


class Sources(Schema):
    """All of them."""

    items: list[SourceOut]


class ElsewhereIn(Schema, extra="forbid"):
    """Who is looked for."""

    text: Text = Field(min_length=1, max_length=2_000, description="What is to be done, in plain words.")


class ElsewhereOut(Schema):
    """Somebody whom another registry knows. All of it is what strangers say."""

    identifier: str
    name: str
    description: str
    type: str
    registry: str
    score: float = Field(description="How well it fits, from 0 to 1, by the measure of the agents here.")
    source: str = Field(description="What to send to /trials/look, so that it is tested; empty: it can't join.")
    here: str = Field(description="Its handle here, where it joined.")

    @classmethod
    def of(cls, found: ElsewhereFound) -> "ElsewhereOut":
        """From what was found."""
        entry = found.entry
        return cls(
            identifier=entry.identifier,
            name=entry.name,
            description=entry.description,
            type=entry.kind,
            registry=found.source,
            score=found.score,
            source=entry.address if entry.usable else "",
            here=found.here,
        )


class ElsewhereAgents(Schema):
    """Who was found, best first, and which registries gave no answer."""

    items: list[ElsewhereOut]
    problems: list[str]
