"""The words of messages on a page: as they were rendered, plain as long as they are not; nothing is rendered here."""

from collections.abc import Mapping

from django.utils.safestring import SafeString

from apps.chat.queries.messages import MessageView
from apps.core import prose


def body_of(message: MessageView, pictures: Mapping[str, str]) -> SafeString:
    """The words of a message as HTML."""
    return words(message.text, message.html or "", pictures)


def words(text: str, html: str, pictures: Mapping[str, str]) -> SafeString:
    """The HTML of a text with its pictures, or the text as it is where there is none."""
    return SafeString(prose.with_pictures(html, pictures) if html else prose.plain(text))
