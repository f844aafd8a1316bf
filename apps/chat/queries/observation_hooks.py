"""Which observation hook is read before a turn."""

from dataclasses import dataclass
from typing import Any

from apps.teams.queries.rows import Goal


@dataclass(frozen=True)
class Hook:
    """The workspace's hook and what this goal asks it with."""

    url: str
    asked: dict[str, Any]


def hook_of(goal: Goal) -> Hook | None:
    """The hook to read; None where the workspace has none, or the goal came without anything to ask it with."""
    if not goal.observation:
        return None
    url = goal.workspace.observation_url
    return Hook(url, goal.observation) if url else None
