"""What the lanes of a timeline are: those of teams with those of rooms at other hubs below them, or those of agents."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from apps.agents.domain.foreign_rooms import ForeignTask
from apps.chat.domain.display import Display
from apps.chat.domain.foreign_display import foreign_task_look
from apps.chat.domain.timeline import Stretch
from apps.chat.queries.foreign_rooms import ForeignNode, foreign_nodes
from apps.chat.queries.tree import TeamNode, Tree
from apps.core.languages import retell
from apps.teams.domain.states import TaskState
from apps.web.rendering.foreign_links import foreign_url
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import Screen
from apps.web.rendering.task_spans import TaskSpans, TimeScale
from apps.web.templatetags.ui import clock, duration

OTHERS = gettext_noop("Without an agent")


@dataclass(frozen=True)
class SingleSpan:
    """What has one bar, and what that says: a task at another hub, or a question to people. `kind`: the bar's."""

    span: Stretch
    look: str
    title: str
    words: str
    url: str
    kind: str = "work"


@dataclass(frozen=True)
class Lane:
    """`key` names it on the page, `place` is where it stands among the others, `url` where its name leads."""

    key: str
    place: str
    name: str
    url: str
    look: str
    works: Sequence[TaskSpans | SingleSpan]


def listed_tasks(tree: Tree, screen: Screen, works: Mapping[UUID, TaskSpans]) -> Iterator[tuple[str, TaskSpans]]:
    """The tasks that the screen is narrowed to, with their places in the tree."""
    for place, node in _chosen(tree, screen):
        for task in node.facts.tasks:
            if not screen.agent or task.owner.handle == screen.agent:
                yield f"{place}:{task.number}", works[task.id]


def lanes_of(
    tree: Tree, screen: Screen, links: Links, scale: TimeScale, listed: Sequence[tuple[str, TaskSpans]]
) -> list[Lane]:
    """The lanes that have any work, in order."""
    if screen.lanes:
        return _agent_lanes(listed)
    return [*_team_lanes(tree, screen, links, scale, listed), *_foreign_lanes(tree, screen, links, scale)]


def _chosen(tree: Tree, screen: Screen) -> Iterator[tuple[str, TeamNode]]:
    return _places(tree.nodes.get(screen.only, tree.root) if screen.only else tree.root)


def _places(node: TeamNode, place: str = "1") -> Iterator[tuple[str, TeamNode]]:
    """The teams from this one down, each with numbers that put it where the tree has it: 1, 1.1, 1.1.1, 1.2."""
    yield place, node
    for number, child in enumerate(node.children, start=1):
        yield from _places(child, f"{place}.{number}")


def _team_lanes(
    tree: Tree, screen: Screen, links: Links, scale: TimeScale, listed: Sequence[tuple[str, TaskSpans]]
) -> Iterator[Lane]:
    by_team: dict[UUID, list[TaskSpans | SingleSpan]] = defaultdict(list)
    for _, work in listed:
        by_team[work.card.node.id].append(work)
    for place, node in _chosen(tree, screen):
        url = f"{links.base}?team={node.id}"
        asked = [] if screen.agent else _questions(node, url, scale)
        if works := [*by_team[node.id], *asked]:
            yield Lane(str(node.id), place, tree.labels[node.id], url, node.state, works)


def _questions(node: TeamNode, url: str, scale: TimeScale) -> Iterator[SingleSpan]:
    """What people were asked: nothing else goes on in a team that waits for an answer."""
    for asked in node.facts.approvals:
        at = Stretch(scale.seconds(asked.asked_at), scale.seconds(asked.decided_at or node.facts.ended_at))
        waits = gettext("waits for a person since {at}") if scale.goes_on(at) else gettext("waited for a person {span}")
        words = waits.format(at=clock(at.start), span=duration(at.end - at.start))
        question = retell(asked.question)
        yield SingleSpan(at, Display.NEEDS_YOU, question, f"{question}: {words}", url, kind="asked")


def _agent_lanes(listed: Sequence[tuple[str, TaskSpans]]) -> list[Lane]:
    """Who was given something first stands first."""
    by_agent, names = defaultdict(list), {}
    for _, work in listed:
        if work.card.row.team is None:  # what a team does stands in the lanes of its agents
            owner = work.card.row.task.owner
            names[owner.handle] = owner.name if owner.handle else gettext(OTHERS)
            by_agent[owner.handle].append(work)
    begun = {handle: min(int(work.span.start) for work in works) for handle, works in by_agent.items()}
    return [
        Lane(
            f"of-{handle}",
            f"{begun[handle]} {handle}",
            names[handle],
            f"/agents/{handle}/" if handle else "",
            _look_of(by_agent[handle]),
            by_agent[handle],
        )
        for handle in sorted(by_agent, key=lambda handle: (begun[handle], handle))
    ]


def _look_of(works: Sequence[TaskSpans]) -> str:
    return Display.WORKING if any("working" in work.looks for work in works) else "todo"


def _foreign_lanes(tree: Tree, screen: Screen, links: Links, scale: TimeScale) -> Iterator[Lane]:
    for place, team in _chosen(tree, screen):
        for first in foreign_nodes(team):
            if not screen.agent or first.task.owner.handle == screen.agent:
                yield from _lanes_below(first, f"2 {place}:{first.task.number}", links, scale)


def _lanes_below(first: ForeignNode, place: str, links: Links, scale: TimeScale) -> Iterator[Lane]:
    for node in first.walk():
        name, url = gettext("{team} at {hub}").format(team=node.name, hub=node.hub), foreign_url(node, links.base)
        if works := list(_foreign_works(node, scale, name, url)):
            yield Lane(node.key, f"{place} {node.place}", name, url, node.state, works)


def _foreign_works(node: ForeignNode, scale: TimeScale, name: str, url: str) -> Iterator[SingleSpan]:
    """What was worked on there; of a hub that shows no tasks the whole time in which it was asked."""
    for task, at, look in _foreign_stretches(node, scale):
        yield SingleSpan(at, look, task.title, f"{task.title}, {name}: {duration(at.end - at.start)}", url)


def _foreign_stretches(node: ForeignNode, scale: TimeScale) -> Iterator[tuple[ForeignTask, Stretch, str]]:
    if not node.room.tasks:
        ended = node.seen.seen_at if node.is_over else None
        whole = ForeignTask(title=node.name)
        yield whole, Stretch(scale.seconds(node.seen.began_at), scale.seconds(ended)), node.state
    for task in node.room.tasks:
        if span := node.span(task):
            look = "working" if task.state == TaskState.WORKING else foreign_task_look(task.state).state
            yield task, Stretch(scale.seconds(span[0]), scale.seconds(span[1])), look
