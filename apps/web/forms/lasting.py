"""How long something may last that lets somebody in: what forms offer, in the language of the page."""

from apps.accounts.domain.access import CHOICES
from apps.core.languages import say


def lasting_choices() -> list[tuple[str, str]]:
    """Days, and how they are called; nothing: for ever."""
    return [(days, say(words)) for days, words in CHOICES]
