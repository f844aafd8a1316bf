"""What a task of A2A ended with, as the hub tells it."""

from collections.abc import Sequence

from apps.agents.connectors.a2a.story import State, Story, question_of
from apps.agents.connectors.answers import answer_in
from apps.agents.domain.calls import AgentError, InputRequired, Result, RunEvent, Usage
from apps.agents.domain.failures import Failure
from apps.core.sentences import sentence


def end_of(story: Story, files: int = 0, missing: Sequence[str] = ()) -> RunEvent:
    """Its answer, its question, or why there is none. `files`: so many came; `missing`: why others did not."""
    match story.state:
        case State.INPUT_REQUIRED:
            return InputRequired(question_of(story))
        case State.AUTH_REQUIRED:
            words = sentence(
                "The agent wants credentials of its own: {which:bare}.",
                which=story.text or sentence("it did not say which"),
            )
            return AgentError(words, failure=Failure.SAID)
        case State.REJECTED:
            words = sentence("The agent refused the task: {story}", story=_why(story))
            return AgentError(words, permanent=True, failure=Failure.REFUSED)
        case State.FAILED:
            return AgentError(sentence("The agent failed: {story}", story=_why(story)), failure=Failure.SAID)
        case State.CANCELED:
            words = sentence("The agent says that the task was cancelled.")
            return AgentError(words, permanent=True, failure=Failure.SAID)
    if answer := answer_in(story.text, has_files=files > 0):
        return Result("\n\n".join([answer, *missing]), story.usage or Usage())
    if missing:
        return AgentError(" ".join(missing), permanent=True, failure=Failure.UNREADABLE)
    return AgentError(sentence("The agent answered with nothing."), failure=Failure.UNREADABLE)


def _why(story: Story) -> str:
    words = (story.said[-1] if story.said else story.text).strip()
    return f"{words.rstrip('.')}." if words else sentence("it did not say why.")
