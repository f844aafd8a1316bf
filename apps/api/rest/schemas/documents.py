"""Files that agents may read."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.agents.queries.documents import DocumentView


class DocumentOut(BaseModel):
    """A file of the workspace's library, or one that came with a goal."""

    id: UUID
    name: str
    media_type: str
    size: int = Field(description="Bytes.")
    attached: bool = Field(description="It came with a goal; false: it is in the library, for all goals.")
    created_at: datetime

    @classmethod
    def of(cls, document: DocumentView) -> Self:
        """From what the query gave."""
        return cls(**vars(document))
