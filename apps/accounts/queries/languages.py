"""In which language a person is written to."""

from uuid import UUID

from apps.accounts.domain.languages import language_or_english
from apps.accounts.models import User


def language_of_person(user_id: UUID) -> str:
    """The one that they chose, else that of their last visit, else English."""
    chosen, seen = User.objects.values_list("language", "language_seen").get(pk=user_id)
    return language_or_english(chosen or seen)
