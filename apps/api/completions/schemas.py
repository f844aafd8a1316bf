"""What clients of OpenAI's two forms send. What only tunes a language model (temperature, seed, ...) is read past; what
would change what is asked for (tools, several answers, a form of the answer, pictures) is refused by its name.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from apps.api.completions.part_files import PartFile, file_in
from apps.core.texts import Text

MOST_TURNS = 2_000
TEXTS = frozenset({"text", "input_text", "output_text", "refusal"})
PLAIN = frozenset({"text"})  # the form of an answer that every answer has


class ChatPart(BaseModel):
    """A piece of what was said: words, or a file that comes along."""

    type: Text
    text: Text = ""
    refusal: Text = ""
    upload: PartFile | None = None

    @model_validator(mode="before")
    @classmethod
    def _with_its_file(cls, said: Any) -> Any:
        """Both forms of a file as one."""
        if not isinstance(said, dict):
            return said
        return {"type": said.get("type"), **_words(said), "upload": file_in(said)}

    @model_validator(mode="after")
    def _is_known(self) -> Self:
        if self.type not in TEXTS and self.upload is None:
            raise ValueError(f"text and files with text are taken here, no {self.type[:40]!r}")
        return self


class ChatTurn(BaseModel):
    """What somebody said in the conversation so far."""

    type: Literal["message"] = "message"
    role: Literal["system", "developer", "user", "assistant"]
    content: Text | list[ChatPart] | None = None

    @property
    def words(self) -> str:
        """All of it as one text."""
        if isinstance(self.content, list):
            return "\n".join(part.text or part.refusal for part in self.content if part.upload is None)
        return self.content or ""

    @property
    def files(self) -> list[PartFile]:
        """What came along."""
        return [part.upload for part in self.content if part.upload] if isinstance(self.content, list) else []


def _words(said: dict[str, Any]) -> dict[str, Any]:
    return {name: said[name] for name in ("text", "refusal") if said.get(name) is not None}


class _Asked(BaseModel):
    """What both forms have in common."""

    model_config = ConfigDict(extra="ignore")

    model: Text
    stream: bool = False
    tools: list[Any] | None = None

    @model_validator(mode="after")
    def _wants_no_tools(self) -> Self:
        if self.tools:
            raise ValueError("tools of the caller can't be called from here: register an agent that has them")
        return self


class StreamOptions(BaseModel):
    """What a stream shows besides."""

    include_usage: bool = False


class Format(BaseModel):
    """The form that the answer shall have."""

    type: Text = "text"


class ChatIn(_Asked):
    """A chat completion."""

    messages: Annotated[list[ChatTurn], Field(min_length=1, max_length=MOST_TURNS)]
    n: Literal[1] | None = None
    response_format: Format | None = None
    stream_options: StreamOptions | None = None

    @model_validator(mode="after")
    def _wants_text(self) -> Self:
        if self.response_format and self.response_format.type not in PLAIN:
            raise ValueError("response_format: an answer is text; say in words which form it shall have")
        return self

    @property
    def shows_usage(self) -> bool:
        """Whether a stream ends with what was used."""
        return bool(self.stream_options and self.stream_options.include_usage)


class Reasoning(BaseModel):
    """What a team said on the way, when a client sends an earlier answer back as it came."""

    type: Literal["reasoning"]


class TextOptions(BaseModel):
    """What an answer shall look like."""

    format: Format | None = None


class ResponseIn(_Asked):
    """A response."""

    input: Text | Annotated[list[ChatTurn | Reasoning], Field(min_length=1, max_length=MOST_TURNS)]
    instructions: Text | None = None
    previous_response_id: Text | None = None
    background: bool | None = None
    text: TextOptions | None = None

    @model_validator(mode="after")
    def _wants_text(self) -> Self:
        if self.text and self.text.format and self.text.format.type not in PLAIN:
            raise ValueError("text.format: an answer is text; say in words which form it shall have")
        return self

    @property
    def turns(self) -> list[ChatTurn]:
        """What was said, oldest first."""
        if isinstance(self.input, str):
            return [ChatTurn(role="user", content=self.input)]
        return [turn for turn in self.input if isinstance(turn, ChatTurn)]
