"""Where the cards of a team tree stand on the map: two passes, `measure` and `place`. Pixels, from the top left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

WIDTH, HEIGHT = 200, 84
GAP_X, GAP_Y = 24, 56
FOLD_WIDTH, FOLD_HEIGHT = 124, 32
MARGIN = 24
MAX_DEPTH, MAX_TEAMS = 3, 40
"""Teams deeper than this, or beyond this many, are folded into one node that says how many they are."""
ACROSS = 6
"""More teams than this beside each other, none of which has teams below it, stand in rows."""


@dataclass(frozen=True)
class Branch:
    """A team and the teams below it, by key. `rank`: of those that do not all fit, the least are drawn."""

    key: str
    children: tuple["Branch", ...] = ()
    rank: int = 0

    @property
    def size(self) -> int:
        """How many teams it is, itself counted."""
        return 1 + sum(child.size for child in self.children)


@dataclass(frozen=True)
class Box:
    """A card, or a folded node: then `folded` says how many teams it stands for and `key` is their parent's."""

    key: str
    x: int
    y: int
    width: int
    height: int
    parent: str | None = None
    folded: int = 0

    @property
    def middle(self) -> int:
        """Its horizontal middle."""
        return self.x + self.width // 2


@dataclass(frozen=True)
class Edge:
    """An elbow from a card to one below it. `label_y` is where words may stand on it."""

    parent: str
    child: str
    path: str
    label_x: int
    label_y: int
    folded: bool


@dataclass(frozen=True)
class Layout:
    """The whole map."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class _Measured:
    key: str
    width: int
    children: tuple["_Measured", ...] = ()
    folded: int = 0

    @property
    def own(self) -> tuple[int, int]:
        return (FOLD_WIDTH, FOLD_HEIGHT) if self.folded else (WIDTH, HEIGHT)


Shown = Mapping[str, tuple[Branch, ...]]


def lay_out(root: Branch, *, unfolded: frozenset[str] = frozenset()) -> Layout:
    """Place every team; parents stand centred over their children. `unfolded`: teams whose sub-teams are all shown."""
    measured = measure(root, shown_below(root, unfolded))
    boxes = tuple(place(measured, MARGIN, MARGIN, None))
    return Layout(
        width=measured.width + 2 * MARGIN,
        height=max(box.y + box.height for box in boxes) + MARGIN,
        boxes=boxes,
        edges=tuple(_edges(boxes)),
    )


def shown_below(root: Branch, unfolded: frozenset[str]) -> Shown:
    """The children of each team that get cards: of shallow teams, level by level, until there are too many."""
    shown: dict[str, tuple[Branch, ...]] = {}
    level, depth, count = [root], 0, 1
    while level:
        below: list[Branch] = []
        for branch in level:
            room = MAX_TEAMS - count if depth < MAX_DEPTH else 0
            chosen = branch.children if branch.key in unfolded else _first(branch.children, room)
            shown[branch.key] = chosen
            count += len(chosen)
            below += chosen
        level, depth = below, depth + 1
    return shown


def _first(children: tuple[Branch, ...], room: int) -> tuple[Branch, ...]:
    """As many as there is room for, in their order."""
    if len(children) <= room:
        return children
    best = sorted(range(len(children)), key=lambda place: children[place].rank)[: max(room, 0)]
    return tuple(children[place] for place in sorted(best))


def measure(branch: Branch, shown: Shown) -> _Measured:
    """The width that a team and all shown below it take."""
    drawn = shown.get(branch.key, ())
    children = tuple(measure(child, shown) for child in drawn)
    if folded := branch.size - 1 - sum(child.size for child in drawn):
        children += (_Measured(branch.key, FOLD_WIDTH, folded=folded),)
    return _Measured(branch.key, max(WIDTH, _width_below(children)), children)


@dataclass(frozen=True)
class _Block:
    """Teams in so many columns: one with all below it, or many of which none has teams below it."""

    teams: tuple[_Measured, ...]
    columns: int = 1

    @property
    def width(self) -> int:
        return self.teams[0].width if self.columns == 1 else self.columns * (WIDTH + GAP_X) - GAP_X


def _blocks(children: tuple[_Measured, ...]) -> list[_Block]:
    """What stands side by side, from the left."""
    leaves = tuple(child for child in children if not child.children)
    if len(leaves) <= ACROSS:
        return [_Block((child,)) for child in children]
    grid = _Block(leaves, max(ACROSS, ceil(sqrt(1.2 * len(leaves)))))
    return [*(_Block((child,)) for child in children if child.children), grid]


def _width_below(children: tuple[_Measured, ...]) -> int:
    blocks = _blocks(children)
    return sum(block.width for block in blocks) + GAP_X * max(len(blocks) - 1, 0)


def place(node: _Measured, left: int, top: int, parent: str | None) -> Iterator[Box]:
    """The boxes of a measured tree, parents first, within `node.width` pixels from `left`."""
    width, height = node.own
    yield Box(node.key, left + (node.width - width) // 2, top, width, height, parent, node.folded)
    x, y = left + (node.width - _width_below(node.children)) // 2, top + height + GAP_Y
    for block in _blocks(node.children):
        yield from _in_rows(block, x, y, node.key)
        x += block.width + GAP_X


def _in_rows(block: _Block, left: int, top: int, parent: str) -> Iterator[Box]:
    for number, team in enumerate(block.teams):
        row, column = divmod(number, block.columns)
        x, y = left + column * (WIDTH + GAP_X), top + row * (HEIGHT + GAP_Y)
        aside = 0 if block.columns == 1 else (WIDTH - team.width) // 2
        yield from place(team, x + aside, y, parent)


def _edges(boxes: Sequence[Box]) -> Iterator[Edge]:
    cards = {box.key: box for box in boxes if not box.folded}
    for box in boxes:
        if box.parent is None:
            continue
        above = cards[box.parent]
        bottom = above.y + above.height
        bend, turn = bottom + GAP_Y // 2, box.y - GAP_Y // 2
        path = f"M{above.middle} {bottom}V{bend}"
        if turn > bend:  # in a later row: down between two columns
            path += f"H{box.middle - WIDTH // 2 - GAP_X // 2}V{turn}"
        path += f"H{box.middle}V{box.y}"
        yield Edge(box.parent, box.key, path, box.middle, turn + GAP_Y // 4 + 1, bool(box.folded))
