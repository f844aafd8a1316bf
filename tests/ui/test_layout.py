"""The map's geometry."""

import re
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


def star(arms: int, **ranks: int) -> Branch:
    return Branch("root", tuple(Branch(f"t{number}", (), ranks.get(f"t{number}", 1)) for number in range(arms)))


def test_many_teams_beside_each_other_stand_in_rows_that_can_be_taken_in():
    layout = lay_out(star(199), unfolded=frozenset({"root"}))
    assert len(layout.boxes) == 200
    assert layout.width < 20 * WIDTH
    assert layout.width < 3 * layout.height


def test_as_many_as_can_be_read_are_drawn_and_the_others_are_one_node():
    boxes = lay_out(star(199)).boxes
    assert len(boxes) == MAX_TEAMS + 1
    assert boxes[-1].folded == 200 - MAX_TEAMS


def test_of_those_that_do_not_fit_what_needs_somebody_is_drawn():
    drawn = {box.key for box in lay_out(star(199, t150=0, t198=0)).boxes}
    assert {"t150", "t198"} <= drawn


def test_teams_with_teams_below_them_stand_beside_the_rows():
    parent = Branch("p", (Branch("p1"), Branch("p2")))
    layout = lay_out(Branch("root", (*star(20).children[:10], parent, *star(20).children[10:])))
    boxes = {box.key: box for box in layout.boxes}
    assert not [pair for pair in combinations(layout.boxes, 2) if overlap(*pair)]
    assert len({boxes[f"t{number}"].y for number in range(20)}) > 1
    assert boxes["p1"].y > boxes["p"].y == boxes["t0"].y


def test_a_line_to_a_later_row_goes_down_between_two_columns():
    layout = lay_out(star(20))
    cards = [box for box in layout.boxes if box.parent]
    for edge in layout.edges:
        xs = [int(step) for step in re.findall(r"H(-?\d+)V", edge.path)[:-1]]
        assert not [card for card in cards for x in xs if card.x < x < card.x + card.width]
