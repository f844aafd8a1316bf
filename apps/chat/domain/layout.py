"""Where the cards of a team tree stand on the map: two passes, `measure` and `place`. Pixels, from the top left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 200, 84
GAP_X, GAP_Y = 24, 56
FOLD_WIDTH, FOLD_HEIGHT = 124, 32
MARGIN = 24
MAX_DEPTH, MAX_TEAMS = 3, 40
"""Teams deeper than this, or beyond this many, are folded into one node that says how many they are."""


@dataclass(frozen=True)
class Branch:
    """A team and the teams below it, by key."""

    key: str
    children: tuple["Branch", ...] = ()

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


def shown_below(root: Branch, unfolded: frozenset[str]) -> frozenset[str]:
    """The keys of the teams whose children get cards: shallow ones, level by level, until there are too many."""
    open_keys: set[str] = set()
    level, depth, count = [root], 0, 1
    while level:
        below: list[Branch] = []
        for branch in level:
            fits = depth < MAX_DEPTH and count + len(branch.children) <= MAX_TEAMS
            if fits or branch.key in unfolded:
                open_keys.add(branch.key)
                count += len(branch.children)
                below += branch.children
        level, depth = below, depth + 1
    return frozenset(open_keys)


def measure(branch: Branch, open_keys: frozenset[str]) -> _Measured:
    """The width that a team and all shown below it take."""
    if branch.key in open_keys:
        children = tuple(measure(child, open_keys) for child in branch.children)
    else:
        children = (_Measured(branch.key, FOLD_WIDTH, folded=branch.size - 1),) if branch.children else ()
    below = sum(child.width for child in children) + GAP_X * max(len(children) - 1, 0)
    return _Measured(branch.key, max(WIDTH, below), children)


def place(node: _Measured, left: int, top: int, parent: str | None) -> Iterator[Box]:
    """The boxes of a measured tree, parents first, within `node.width` pixels from `left`."""
    width, height = node.own
    yield Box(node.key, left + (node.width - width) // 2, top, width, height, parent, node.folded)
    below = sum(child.width for child in node.children) + GAP_X * max(len(node.children) - 1, 0)
    x = left + (node.width - below) // 2
    for child in node.children:
        yield from place(child, x, top + height + GAP_Y, node.key)
        x += child.width + GAP_X


def _edges(boxes: Sequence[Box]) -> Iterator[Edge]:
    cards = {box.key: box for box in boxes if not box.folded}
    for box in boxes:
        if box.parent is None:
            continue
        above = cards[box.parent]
        bottom = above.y + above.height
        bend = bottom + GAP_Y // 2
        path = f"M{above.middle} {bottom}V{bend}H{box.middle}V{box.y}"
        yield Edge(box.parent, box.key, path, box.middle, bend + GAP_Y // 4 + 1, bool(box.folded))
