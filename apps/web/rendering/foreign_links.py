"""Where a room at another hub is shown here."""

from apps.chat.queries.foreign_rooms import ForeignNode
from apps.web.rendering.screens import FOREIGN, Screen


def foreign_url(node: ForeignNode, base: str) -> str:
    """The page of a room at another hub. `base`: the goal's address."""
    return f"{base}?team={node.team.id}&{Screen(FOREIGN, task=node.task.id, place=node.place).query}"
