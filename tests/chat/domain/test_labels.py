"""Teams of a tree are told apart by few words."""

import pytest

from apps.chat.domain.labels import labels

ROOT = "Find Microsoft's annual revenue from 2014 to 2020 in the workspace's document"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Revenue report", "Find the figures", "Report"], ["Revenue report", "Find the figures", "Report"]),
        ([ROOT, "Find Microsoft's annual revenue and analyse tables"], [ROOT, "… and analyse tables"]),
        (["Paint all the wall", "Paint all the walls red"], ["Paint all the wall", "… walls red"]),
        (
            ["Paint the walls, then dry", "Paint the walls"],
            ["Paint the walls, then dry", "Sub-team 1: Paint the walls"],
        ),
        (["Paint the walls", "PAINT the walls."], ["Paint the walls", "Sub-team 1: PAINT the walls."]),
        (["Paint", "Paint", "Paint"], ["Paint", "Sub-team 1: Paint", "Sub-team 2: Paint"]),
        (["Paint it", "Paint them"], ["Paint it", "Paint them"]),
        ([ROOT], [ROOT]),
    ],
)
def test_a_name_that_begins_as_one_above_it_leaves_out_what_they_share(names, shown):
    assert labels(names) == shown
