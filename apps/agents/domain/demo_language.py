"""The language in which the demo team plays: that of who began it."""

from apps.accounts.domain.languages import ENGLISH, LANGUAGES
from apps.agents.domain.demo_team import GOAL
from apps.core.languages import say_in


def language_of(goal: str) -> str:
    """The language in which the demo with this goal was begun."""
    return next((language for language in LANGUAGES if say_in(language, GOAL) == goal), ENGLISH)
