"""What a task of A2A ended with, as the hub tells it."""

from apps.agents.connectors.a2a.story import State, Story, question_of
from apps.agents.domain.calls import AgentError, InputRequired, Result, RunEvent, Usage
from apps.agents.domain.failures import Failure
from apps.core.sentences import sentence


def end_of(story: Story) -> RunEvent:
    """Its answer, its question, or why there is none."""
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
    if not story.text.strip() and not any(artifact.files or artifact.links for artifact in story.made):
        return AgentError(sentence("The agent answered with nothing."), failure=Failure.UNREADABLE)
    return Result(story.text.strip() or sentence("Done; see the files."), story.usage or Usage())


def _why(story: Story) -> str:
    words = (story.said[-1] if story.said else story.text).strip()
    return f"{words.rstrip('.')}." if words else sentence("it did not say why.")
