"""What an AG-UI client sends to begin a run. Source: the AG-UI specification 1.0, "RunAgentInput"."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from apps.core.texts import Text

MOST_MESSAGES = 2_000
LONGEST_NAME = 150


class _Sent(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class MessagePart(_Sent):
    """A piece of a message; what is no text is read past."""

    text: Text = ""


class RunMessage(_Sent):
    """What was said in the thread so far."""

    role: Text
    content: Text | list[MessagePart] | None = None

    @property
    def words(self) -> str:
        """All of it as one text."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.text)
        return self.content or ""


class ActivityMessage(_Sent):
    """What was shown beside the talk; nobody said it."""

    role: Literal["activity"]


class ResumeAnswer(_Sent):
    """The answer to what the last run ended with."""

    interrupt_id: Text = Field(alias="interruptId")
    status: Literal["resolved", "cancelled"] = "resolved"
    payload: Any = None

    @property
    def words(self) -> str:
        """As words: a text, or a text within an object, as forms send it; empty for what is no answer."""
        said = self.payload
        if isinstance(said, dict):
            said = next((each for each in said.values() if isinstance(each, str)), "")
        return said if isinstance(said, str) else "" if said is None else str(said)


class RunInput(_Sent):
    """A run of a thread."""

    thread_id: Annotated[Text, Field(alias="threadId", min_length=1, max_length=LONGEST_NAME)]
    run_id: Annotated[Text, Field(alias="runId", min_length=1, max_length=LONGEST_NAME)]
    messages: list[ActivityMessage | RunMessage] = Field(max_length=MOST_MESSAGES)
    resume: list[ResumeAnswer] | None = Field(None, max_length=20)

    @property
    def said(self) -> list[RunMessage]:
        """The talk, oldest first."""
        return [message for message in self.messages if isinstance(message, RunMessage)]

    @property
    def last_words(self) -> str:
        """What the person said last."""
        return next((each.words for each in reversed(self.said) if each.role == "user"), "")

    @property
    def own_words(self) -> str:
        """What the person says with this run, which is not told to them again."""
        answers = [each.words for each in self.resume or () if each.words]
        return (answers[-1] if answers else self.last_words).strip()
