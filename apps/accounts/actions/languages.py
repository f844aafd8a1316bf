"""In which language somebody wants the pages."""

from uuid import UUID

from apps.accounts.domain.errors import Refused
from apps.accounts.domain.languages import LANGUAGES
from apps.accounts.models import User


def choose_language(user_id: UUID, language: str) -> None:
    """Keep somebody's choice of `LANGUAGES`; empty: as the browser says. Raises Refused for another."""
    if language and language not in LANGUAGES:
        raise Refused(language="Choose one of the languages there are.")
    User.objects.filter(pk=user_id).update(language=language)


def note_language(user_id: UUID, language: str) -> None:
    """Keep in which language somebody sees the pages now: letters go by it where they chose none."""
    User.objects.filter(pk=user_id).update(language_seen=language)
