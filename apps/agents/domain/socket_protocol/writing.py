"""What an agent that dialled in is writing: shown while its call goes on, and kept nowhere."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

MOST_WRITTEN = 8000  # characters; more than is shown: what must not be seen may lie where it is cut


@dataclass(frozen=True)
class CallWriting:
    """The end of what an agent has written so far in a call."""

    call: uuid.UUID
    fence: int
    text: str


class _Metadata(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    fence: int = Field(ge=0, le=2**31 - 1)


class _Writing(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    id: uuid.UUID
    text: str
    metadata: _Metadata


def read_writing(params: Mapping[str, object]) -> CallWriting:
    """Understand what a frame says. Raises ValidationError."""
    said = _Writing.model_validate(params)
    return CallWriting(said.id, said.metadata.fence, said.text[-MOST_WRITTEN:])
