"""What stands beside an agent's name: what it is for, in a few words. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

MOST_ROLE = 60  # characters


def role_of(skills: Iterable[Mapping[str, Any]]) -> str:
    """The name of the first skill (as it is stored), cut; empty: it lists none."""
    first = next((str(skill["name"]) for skill in skills), "")
    return first if len(first) <= MOST_ROLE else f"{first[: MOST_ROLE - 1]}…"
