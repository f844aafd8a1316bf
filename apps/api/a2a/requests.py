"""What A2A clients send, of 1.0 and of 0.3, over JSON-RPC and over HTTP. What is not known is read past."""

import base64
import binascii
import json
from typing import Any, Self

from pydantic import AliasChoices, AwareDatetime, Field, model_validator

from apps.api.a2a.push_requests import PushConfig
from apps.api.a2a.shapes import A2AShape, Metadata, Name
from apps.core.texts import Text

MOST_PARTS = 200
MOST_TASKS = 100
"""On a page."""


class SentFile(A2AShape):
    """A file of a part in 0.3: its content in base64, or where it is."""

    content: str | None = Field(
        None, validation_alias=AliasChoices("bytes", "fileWithBytes", "file_with_bytes"), repr=False
    )
    url: Text | None = Field(None, validation_alias=AliasChoices("uri", "fileWithUri", "file_with_uri"))
    name: Name = ""


class SentPart(A2AShape):
    """A piece of a message."""

    text: Text | None = None
    raw: str | None = Field(None, repr=False)
    url: Text | None = None
    data: Any = None
    filename: Name = ""
    file: SentFile | None = None

    @property
    def link(self) -> str:
        """Where its content is to be fetched; empty: it came along."""
        return self.url or (self.file.url if self.file and self.file.url else "")

    @property
    def packed(self) -> str | None:
        """The content of a file, in base64; None: it is none."""
        return self.raw if self.raw is not None else self.file.content if self.file else None

    @property
    def name(self) -> str:
        """What its file is called."""
        return self.filename or (self.file.name if self.file else "") or "file"

    @property
    def words(self) -> str:
        """What it says: its text, or its data as JSON."""
        if self.text is not None:
            return self.text
        return "" if self.data is None else f"```json\n{json.dumps(self.data, ensure_ascii=False)}\n```"


class SentMessage(A2AShape):
    """What somebody says to the hub."""

    message_id: Name = Field(alias="messageId", min_length=1)
    parts: list[SentPart] = Field(
        validation_alias=AliasChoices("parts", "content"), min_length=1, max_length=MOST_PARTS
    )
    role: Text
    task_id: Name = Field("", alias="taskId")
    context_id: Name = Field("", alias="contextId")
    metadata: Metadata = None

    @model_validator(mode="after")
    def _comes_from_a_user(self) -> Self:
        if self.role.lower().removeprefix("role_") != "user":
            raise ValueError("role: a client speaks as the user")
        return self

    @property
    def words(self) -> str:
        """All that it says."""
        return "\n\n".join(part.words for part in self.parts if part.words.strip())


class SendOptions(A2AShape):
    """How the client wants to be answered."""

    return_immediately: bool | None = Field(None, alias="returnImmediately")
    blocking: bool | None = None
    history_length: int | None = Field(None, alias="historyLength", ge=0)
    push: PushConfig | None = Field(
        None,
        validation_alias=AliasChoices(
            "taskPushNotificationConfig", "pushNotificationConfig", "pushNotification", "push_notification"
        ),
    )

    @property
    def waits(self) -> bool:
        """Whether the answer comes when the task has ended, or asks something."""
        return not self.return_immediately and self.blocking is not False


class SendRequest(A2AShape):
    """A message, and how it is to be answered."""

    message: SentMessage = Field(validation_alias=AliasChoices("message", "request"))
    configuration: SendOptions = SendOptions()
    metadata: Metadata = None


class TaskRequest(A2AShape):
    """Something about one task."""

    id: Name = Field(validation_alias=AliasChoices("id", "name"), min_length=1)
    history_length: int | None = Field(None, alias="historyLength", ge=0)


class ListRequest(A2AShape):
    """Which tasks to list."""

    context_id: Name = Field("", alias="contextId")
    status: Name = ""
    page_size: int | None = Field(None, alias="pageSize", ge=1, le=MOST_TASKS)
    page_token: Name = Field("", alias="pageToken")
    history_length: int | None = Field(None, alias="historyLength", ge=0)
    since: AwareDatetime | None = Field(None, alias="statusTimestampAfter")
    include_artifacts: bool = Field(False, alias="includeArtifacts")


def unpack(packed: str) -> bytes:
    """The content of a file that came in base64, in either alphabet. Raises ValueError."""
    try:
        return base64.b64decode(packed.replace("-", "+").replace("_", "/") + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("the content of a file is no base64") from None
