"""The page of a room at another hub: what that hub told of it, read only."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from apps.chat.domain.display import TaskStateLook
from apps.chat.domain.foreign_display import foreign_task_look
from apps.chat.queries.foreign_rooms import ForeignNode, foreign_node
from apps.chat.queries.tree import Tree
from apps.web.rendering.foreign_links import foreign_url
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import Screen


@dataclass(frozen=True)
class ForeignTaskLine:
    """A task there, with how it is shown: since when, where it is worked on, or how many seconds it took."""

    title: str
    owner: str
    look: TaskStateLook
    since: datetime | None
    lasted: float | None


@dataclass(frozen=True)
class ForeignWay:
    """A room beside this one, and where it is shown."""

    node: ForeignNode
    url: str


def foreign_part(tree: Tree, screen: Screen, links: Links) -> SafeString:
    """The room that the screen names."""
    node = foreign_node(tree, screen.task, screen.place)
    if node is None:
        return render("room/foreign.html", node=None, links=links)
    above = foreign_node(tree, screen.task, screen.place.rpartition(".")[0])
    return render(
        "room/foreign.html",
        node=node,
        links=links,
        above=ForeignWay(above, foreign_url(above, links.base)) if above else None,
        tasks=_tasks(node),
        below=[ForeignWay(child, foreign_url(child, links.base)) for child in node.children],
    )


def _tasks(node: ForeignNode) -> list[ForeignTaskLine]:
    found = []
    for task in node.room.tasks:
        begun, ended = node.span(task) or (None, None)
        lasted = (ended - begun).total_seconds() if begun and ended else None
        since = None if ended else begun
        found.append(ForeignTaskLine(task.title, task.owner, foreign_task_look(task.state), since, lasted))
    return found
