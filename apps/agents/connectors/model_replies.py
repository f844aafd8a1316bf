"""Hearing a model's reply, of whichever interface: signs of life while it comes, and what its end means."""

from collections.abc import AsyncGenerator
from typing import Protocol

from apps.agents.connectors.request_parts import question_in
from apps.agents.domain.calls import AgentError, InputRequired, Progress, Result, RunEvent, Sign, Usage, Writing
from apps.agents.domain.failures import Failure
from apps.core.names import shows_nothing
from apps.core.outbound import Reply
from apps.core.sentences import sentence

SIGN_OF_LIFE = 80  # characters of an answer between two signs
CUT_OFF = "\n\n*The answer ends here because it reached the server's limit of length.*"


class ModelReply(Protocol):
    """What a reply has said so far. `understood`: something of its interface was seen; `error`: the server's words;
    `step`: what the last line told that the model does.
    """

    error: str
    length: int
    step: Progress | None
    tokens: tuple[int, int] | None
    understood: bool

    @property
    def ended(self) -> bool:
        """Whether no other line is needed."""

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def newest(self) -> str:
        """The last of the text."""

    def fresh(self) -> str:
        """What of the text has come since this was asked last."""

    @property
    def refusal(self) -> str:
        """Why the model would not answer, in its words."""

    @property
    def is_withheld(self) -> bool:
        """Whether a filter of the server's keeps it back."""

    @property
    def is_cut(self) -> bool:
        """Whether it reached the server's limit of length."""

    def hear(self, line: str) -> None:
        """Take a line of the body in."""

    def close(self) -> None:
        """Take note that the body has ended."""


async def hear(reply: Reply, said: ModelReply) -> AsyncGenerator[Progress | Writing]:
    """Have a reply's body heard to its end, and yield its text as it comes and signs of life. Raises OutboundError."""
    shown = 0
    async for line in reply.lines():
        anew = not said.length
        said.hear(line)
        if said.step:
            yield said.step
        if piece := said.fresh():
            yield Writing(piece, anew)
        if said.length >= shown + SIGN_OF_LIFE:
            shown = said.length
            yield Progress(said.newest[-SIGN_OF_LIFE:], Sign.LIFE)
        if said.ended:
            break
    said.close()


def end_of(said: ModelReply, place: str, form: str, usage: Usage) -> RunEvent:
    """What a reply came to. `place`: who gave it, `form`: what it should have been, in the words of an error."""
    if said.error:
        return AgentError(sentence("{place} says: {error:bare}.", place=place, error=said.error), failure=Failure.SAID)
    if not said.understood:
        words = sentence("{place} answered with something other than {form}; check the URL.", place=place, form=form)
        return AgentError(words, failure=Failure.UNREADABLE)
    if said.is_withheld:
        return AgentError(
            sentence("{place} withheld the answer by its content filter.", place=place),
            permanent=True,
            failure=Failure.SAID,
        )
    if said.refusal and not said.text:
        return AgentError(
            sentence("The agent refused: {refusal}", refusal=said.refusal[:200]), permanent=True, failure=Failure.SAID
        )
    if shows_nothing(said.text):
        return AgentError(sentence("{place} answered with nothing.", place=place), failure=Failure.UNREADABLE)
    if not said.is_cut and (question := question_in(said.text)):
        return InputRequired(question, usage)
    return Result(said.text + CUT_OFF * said.is_cut, usage, cut=said.is_cut)
