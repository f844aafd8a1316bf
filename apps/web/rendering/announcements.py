"""What is said aloud of what a socket brings."""

from collections.abc import Sequence

from apps.chat.domain.states import MessageKind
from apps.chat.queries.messages import MessageView


def announcement(messages: Sequence[MessageView]) -> str:
    """What a screen reader hears of new messages: boundaries, not every word."""
    words = []
    for message in messages:
        if message.kind is MessageKind.QUESTION:
            words.append(f"{message.face.name} asks for an answer.")
        elif message.kind is MessageKind.CONCLUSION:
            words.append("Concluded.")
        elif message.kind is MessageKind.RESULT:
            words.append(f"{message.face.name} finished.")
        elif message.kind is MessageKind.FAILURE:
            words.append("Something failed.")
    if messages:
        words.append(f"{len(messages)} new message{'s' * (len(messages) > 1)}.")
    return " ".join(words)
