"""What is said aloud of what a socket brings."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from apps.chat.domain.states import MessageKind
from apps.chat.queries.message_views import MessageView


def announcement(messages: Sequence[MessageView]) -> str:
    """What a screen reader hears of new messages: boundaries, not every word."""
    words = []
    for message in messages:
        if message.kind is MessageKind.QUESTION:
            words.append(gettext("{name} asks for an answer.").format(name=message.face.name))
        elif message.kind is MessageKind.CONCLUSION:
            words.append(gettext("Concluded."))
        elif message.kind is MessageKind.RESULT:
            words.append(gettext("{name} finished.").format(name=message.face.name))
        elif message.kind is MessageKind.FAILURE:
            words.append(gettext("Something failed."))
    if messages:
        words.append(
            ngettext("{count} new message.", "{count} new messages.", len(messages)).format(count=len(messages))
        )
    return " ".join(words)
