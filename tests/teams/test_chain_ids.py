"""Chains by the ids of their links: what JSON has of them."""

from uuid import UUID

import pytest

from apps.core.chains import ChainIds

ORIGIN, GOAL, TEAM, MEMBER, TASK, ATTEMPT = (UUID(int=number) for number in range(1, 7))


def named(**links) -> dict[str, str]:
    """The links as JSON has them."""
    return ChainIds(**links).named()


@pytest.mark.parametrize(
    ("links", "names"),
    [
        ({}, []),
        ({"goal": GOAL}, ["goal"]),
        ({"goal": GOAL, "origin": ORIGIN}, ["origin", "goal"]),
        (
            {"attempt": ATTEMPT, "task": TASK, "member": MEMBER, "team": TEAM, "goal": GOAL, "origin": ORIGIN},
            ["origin", "goal", "team", "member", "task", "attempt"],
        ),
    ],
)
def test_the_links_that_apply_are_named_from_the_first_to_the_last(links, names):
    assert list(named(**links)) == names
    assert named(**links) == {name: str(links[name]) for name in names}
