"""The team tree as one SVG, drawn on the server. Text is escaped by the template; nothing of it is markup."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from apps.chat.domain.display import AT_WORK, Display
from apps.chat.domain.layout import Box, Branch, Edge, lay_out
from apps.chat.queries.foreign_rooms import ForeignNode, all_foreign, foreign_nodes
from apps.chat.queries.tree import TeamNode, Tree
from apps.web.rendering.figures import money, short
from apps.web.rendering.foreign_links import foreign_url
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links
from apps.web.rendering.screens import MAP, Screen
from apps.web.templatetags.ui import clock, hue, initials

TITLE_CHARACTERS = 22
FACES = 4
USED_WIDTH = 60


@dataclass(frozen=True)
class FaceMark:
    """An agent's square on a card."""

    name: str
    x: int
    hue: int
    letters: str


@dataclass(frozen=True)
class TeamCard:
    """A team's card. Pixels from the map's top left."""

    node: TeamNode
    x: int
    y: int
    parent: str | None
    title: str
    age: str
    faces: tuple[FaceMark, ...]
    more: int
    more_x: int
    spend: str
    used: float


@dataclass(frozen=True)
class ForeignCard:
    """The card of a room at another hub. Pixels from the map's top left."""

    node: ForeignNode
    x: int
    y: int
    parent: str | None
    title: str
    age: str
    at: str
    url: str


@dataclass(frozen=True)
class FoldNode:
    """Teams that are not drawn, as one node. Its text stands in the middle."""

    key: str
    x: int
    y: int
    width: int
    height: int
    middle: int
    folded: int
    url: str

    @property
    def text_y(self) -> int:
        """The base line of its text."""
        return self.y + self.height // 2 + 4


@dataclass(frozen=True)
class MapLink:
    """An elbow with how many messages the team below has: `said`, by which a page sees that one came along it.

    `child` is empty where teams are folded.
    """

    path: str
    x: int
    y: int
    label: str
    waiting: bool
    busy: bool
    child: str = ""
    said: int = 0

    @property
    def tag_width(self) -> int:
        """The width of the label's pill: its text's and a little air."""
        return 14 + 6 * len(self.label)

    @property
    def tag_x(self) -> int:
        """The pill's left."""
        return self.x - self.tag_width // 2

    @property
    def tag_y(self) -> int:
        """The pill's top."""
        return self.y - 13


def team_map(tree: Tree, here: object, now: datetime, links: Links, screen: Screen) -> SafeString:
    """The map as markup: of all teams, or of one with all below it. `here` is the selected team's id."""
    top = tree.nodes.get(screen.only, tree.root) if screen.only else tree.root
    layout = lay_out(_branch(top), unfolded=screen.unfolded)
    nodes = {str(node.id): node for node in tree.nodes.values()}
    foreign = {node.key: node for node in all_foreign(tree)}
    drawn = [box for box in layout.boxes if not box.folded]
    cards = [_card(box, nodes[box.key], tree, now) for box in drawn if box.key in nodes]
    zoomed = [card.node for card in cards if card.parent and card.node.below]
    return render(
        "room/map.html",
        layout=layout,
        teams=top.below + 1,
        here=here,
        links=links,
        cards=cards,
        foreign=[_foreign_card(box, foreign[box.key], now, links) for box in drawn if box.key in foreign],
        zooms={node.id: links.to(Screen(MAP, only=node.id)) for node in zoomed},
        folds=[_fold(box, foreign.get(box.key), links, screen) for box in layout.boxes if box.folded],
        edges=[_link(edge, nodes) or _foreign_link(edge, foreign) for edge in layout.edges],
    )


def _branch(node: TeamNode) -> Branch:
    foreign = map(_foreign_branch, foreign_nodes(node))
    return Branch(str(node.id), (*map(_branch, node.children), *foreign), _rank(node))


def _foreign_branch(node: ForeignNode) -> Branch:
    return Branch(node.key, tuple(map(_foreign_branch, node.children)), 3 if node.is_over else 1)


def _rank(node: TeamNode) -> int:
    """What needs somebody, or goes on, is drawn before what has ended."""
    states = {team.state for team in node.walk()}
    if Display.NEEDS_YOU in states:
        return 0
    return 1 if states & AT_WORK else 3 if node.is_over else 2


def _card(box: Box, node: TeamNode, tree: Tree, now: datetime) -> TeamCard:
    priced = tree.root.facts.spent.money > 0
    spent, grant = node.facts.spent, tree.root.facts.grant
    share = spent.money / grant.money if priced and grant.money else spent.tokens / (grant.tokens or 1)
    seconds = node.lasted if node.lasted is not None else (now - node.since).total_seconds()
    faces = tuple(
        FaceMark(face.name, 16 + 22 * place, hue(face.handle), initials(face.name))
        for place, face in enumerate(node.agents[:FACES])
    )
    return TeamCard(
        node=node,
        x=box.x,
        y=box.y,
        parent=box.parent,
        title=_cut(tree.labels[node.id]),
        age=clock(seconds),
        faces=faces,
        more=max(len(node.agents) - FACES, 0),
        more_x=20 + 22 * len(faces),
        spend=money(spent.money) if priced else short(spent.tokens),
        used=round(max(min(share, 1) * USED_WIDTH, 2 if spent.turns else 0), 1),
    )


def _foreign_card(box: Box, node: ForeignNode, now: datetime, links: Links) -> ForeignCard:
    seconds = node.lasted if node.lasted is not None else (now - node.since).total_seconds()
    url = foreign_url(node, links.base)
    return ForeignCard(node, box.x, box.y, box.parent, _cut(node.name), clock(seconds), _cut(node.hub), url)


def _fold(box: Box, foreign: ForeignNode | None, links: Links, screen: Screen) -> FoldNode:
    """Rooms below one at another hub are not unfolded here: its own page names them."""
    url = links.to(screen.but(unfolded=screen.unfolded | {box.key}))
    url = foreign_url(foreign, links.base) if foreign else url
    return FoldNode(box.key, box.x, box.y, box.width, box.height, box.middle, box.folded, url)


def _link(edge: Edge, nodes: dict[str, TeamNode]) -> MapLink | None:
    """To a team of this hub; None: to one elsewhere."""
    child = nodes.get(edge.child)
    if child is None:
        return None
    label = _messages(edge, child.talk.last_number)
    waits = not child.is_over and nodes[edge.parent].state in {Display.WAITING_TEAM, Display.NEEDS_YOU}
    busy = child.state in AT_WORK
    key, said = ("", 0) if edge.folded else (edge.child, child.talk.last_number)
    return MapLink(edge.path, edge.label_x, edge.label_y, label, waits and not busy, busy, key, said)


def _foreign_link(edge: Edge, foreign: dict[str, ForeignNode]) -> MapLink:
    child = foreign[edge.child]
    label = _messages(edge, child.room.messages)
    return MapLink(edge.path, edge.label_x, edge.label_y, label, waiting=False, busy=child.state in AT_WORK)


def _messages(edge: Edge, messages: int) -> str:
    return (
        "" if edge.folded or not messages else ngettext("{count} msg", "{count} msgs", messages).format(count=messages)
    )


def _cut(name: str) -> str:
    return name if len(name) <= TITLE_CHARACTERS else f"{name[: TITLE_CHARACTERS - 1].rstrip()}…"
