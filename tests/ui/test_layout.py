"""The map's geometry."""

from itertools import combinations, count

from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.layout import HEIGHT, MARGIN, MAX_TEAMS, WIDTH, Branch, lay_out

shapes = st.recursive(st.just(()), lambda below: st.lists(below, max_size=5).map(tuple), max_leaves=60)


def branch(shape, numbers) -> Branch:
    return Branch(str(next(numbers)), tuple(branch(child, numbers) for child in shape))


trees = shapes.map(lambda shape: branch(shape, count()))


def keys(root: Branch) -> frozenset[str]:
    return frozenset({root.key}).union(*(keys(child) for child in root.children))


def overlap(one, other) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@given(trees)
def test_no_two_boxes_overlap(root):
    boxes = lay_out(root, unfolded=keys(root)).boxes
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


@given(trees)
def test_everything_is_within_the_picture(root):
    layout = lay_out(root)
    assert all(box.x >= MARGIN and box.y >= MARGIN for box in layout.boxes)
    assert max(box.x + box.width for box in layout.boxes) <= layout.width - MARGIN
    assert max(box.y + box.height for box in layout.boxes) <= layout.height - MARGIN


@given(trees)
def test_every_team_has_a_card_or_is_counted_in_a_fold(root):
    boxes = lay_out(root).boxes
    cards = [box for box in boxes if not box.folded]
    assert len(cards) + sum(box.folded for box in boxes) == root.size
    assert len(cards) <= MAX_TEAMS


@given(trees)
def test_unfolding_everything_shows_every_team(root):
    boxes = lay_out(root, unfolded=keys(root)).boxes
    assert {box.key for box in boxes} == keys(root)
    assert not [box for box in boxes if box.folded]


@given(trees)
def test_each_team_hangs_on_its_parent_by_one_edge(root):
    layout = lay_out(root)
    assert len(layout.edges) == len(layout.boxes) - 1


def test_a_parent_stands_centred_over_its_children():
    layout = lay_out(Branch("a", (Branch("b"), Branch("c"))))
    parent, left, right = layout.boxes
    assert parent.middle == (left.middle + right.middle) // 2
    assert (left.width, left.height) == (WIDTH, HEIGHT)


def test_what_is_deeper_than_three_levels_is_folded():
    deep = Branch("0", (Branch("1", (Branch("2", (Branch("3", (Branch("4", (Branch("5"),)),)),)),)),))
    folded = lay_out(deep).boxes[-1]
    assert (folded.parent, folded.folded) == ("3", 2)
