"""What may be spent, and what of it a sub-team may spend: tables of cases, then properties."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from apps.teams.domain.limits import Limit, Limits, Spent, deadline, exhausted_limit, raise_limits, remaining_limits

EXHAUSTED = {
    "nothing spent": (Limits(), Spent(), None),
    "one turn is left": (Limits(turns=5), Spent(turns=4), None),
    "all turns are taken": (Limits(turns=5), Spent(turns=5), Limit.TURNS),
    "a late overrun": (Limits(tokens=100), Spent(tokens=180), Limit.TOKENS),
    "all money": (Limits(money=0.5), Spent(money=0.5), Limit.MONEY),
    "money where no price is known": (Limits(money=None), Spent(money=99.0), None),
    "all minutes": (Limits(minutes=1), Spent(minutes=1.5), Limit.MINUTES),
    "nothing binds": (
        Limits(turns=None, tokens=None, minutes=None),
        Spent(turns=10**6, tokens=10**9, minutes=1e6),
        None,
    ),
    "several: the first counts": (Limits(turns=1, tokens=1), Spent(turns=1, tokens=1), Limit.TURNS),
    "teams and depth stop no step": (Limits(teams=1, depth=0), Spent(teams=9), None),
}


@pytest.mark.parametrize("case", EXHAUSTED)
def test_what_is_used_up(case):
    limits, spent, used_up = EXHAUSTED[case]
    assert exhausted_limit(limits, spent) is used_up


REFUSED = {
    "negative turns": {"turns": -1},
    "no turns at all": {"turns": 0},
    "turns without end": {"turns": 10_001},
    "negative tokens": {"tokens": -5},
    "free of charge": {"money": 0},
    "money that is no number": {"money": float("nan")},
    "endless money": {"money": float("inf")},
    "no time": {"minutes": 0},
    "deeper than eight": {"depth": 9},
    "negative depth": {"depth": -1},
    "no team": {"teams": 0},
    "an unknown limit": {"patience": 3},
    "no depth": {"depth": None},
}


@pytest.mark.parametrize("case", REFUSED)
def test_is_no_limit(case):
    with pytest.raises(ValidationError):
        Limits(**REFUSED[case])


def test_a_subteam_gets_what_is_left_and_one_level_less():
    left = remaining_limits(
        Limits(turns=10, tokens=100, money=2.0, minutes=30, depth=2, teams=5),
        Spent(turns=4, tokens=1, money=0.5, minutes=10, teams=2),
    )
    assert left == Limits(turns=6, tokens=99, money=1.5, minutes=20, depth=1, teams=3)


def test_what_does_not_bind_does_not_bind_below():
    left = remaining_limits(Limits(turns=None, tokens=None, money=None, minutes=None), Spent(turns=5))
    assert (left.turns, left.tokens, left.money, left.minutes) == (None, None, None, None)


def test_where_a_limit_is_used_up_nothing_is_granted():
    with pytest.raises(ValueError, match="nothing is left"):
        remaining_limits(Limits(turns=5), Spent(turns=5))


def test_spending_adds_up_field_by_field():
    one, other = (
        Spent(turns=1, tokens=2, money=0.5, minutes=1, teams=1),
        Spent(turns=2, tokens=3, money=1, minutes=2, teams=4),
    )
    assert one.plus(other) == Spent(turns=3, tokens=5, money=1.5, minutes=3, teams=5)


def test_the_deadline_moves_by_the_time_it_was_frozen():
    start = datetime(2026, 1, 1, tzinfo=UTC)
    assert deadline(Limits(minutes=10), start, 90) == start + timedelta(minutes=10, seconds=90)
    assert deadline(Limits(minutes=None), start, 90) is None


def test_half_as_much_again():
    more = raise_limits(Limits(turns=3, tokens=100, money=None, minutes=10, depth=2, teams=4), Spent())
    assert more == Limits(turns=5, tokens=150, money=None, minutes=15, depth=2, teams=4)


LIMITS = st.builds(
    Limits,
    turns=st.none() | st.integers(1, 10_000),
    tokens=st.none() | st.integers(1, 1_000_000_000),
    money=st.none() | st.floats(0, 1_000_000, exclude_min=True),
    minutes=st.none() | st.floats(0, 60 * 24 * 30, exclude_min=True),
    depth=st.integers(0, 8),
    teams=st.integers(1, 500),
)
SPENT = st.builds(
    Spent,
    turns=st.integers(0, 20_000),
    tokens=st.integers(0, 2_000_000_000),
    money=st.floats(0, 2_000_000),
    minutes=st.floats(0, 100_000),
    teams=st.integers(1, 600),
)


@given(LIMITS, SPENT)
def test_a_grant_is_valid_and_never_more_than_what_is_left(limits, spent):
    assume(exhausted_limit(limits, spent) is None)
    grant = remaining_limits(limits, spent)
    assert Limits.model_validate(grant.model_dump()) == grant
    assert exhausted_limit(grant, Spent()) is None
    assert grant.depth <= limits.depth
    for name in ("turns", "tokens", "money", "minutes"):
        assert getattr(limits, name) is None or getattr(grant, name) + getattr(spent, name) <= getattr(limits, name) * (
            1 + 1e-9
        )


def test_where_a_step_took_more_than_was_left_there_is_half_as_much_again_as_was_used():
    more = raise_limits(
        Limits(turns=3, tokens=300, money=1, minutes=10), Spent(turns=1, tokens=955, money=4, minutes=9)
    )
    assert more == Limits(turns=5, tokens=1433, money=6, minutes=15)


@given(LIMITS, SPENT)
def test_whoever_continues_has_something_to_continue_with(limits, spent):
    left = exhausted_limit(raise_limits(limits, spent), spent)
    assert left is None or getattr(spent, left) >= {"turns": 10_000, "tokens": 10**9, "money": 10**6}.get(left, 43_200)


@given(LIMITS, SPENT)
def test_more_of_a_limit_is_a_limit_again(limits, spent):
    more = raise_limits(limits, spent)
    assert Limits.model_validate(more.model_dump()) == more
    for name in ("turns", "tokens", "money", "minutes"):
        assert getattr(limits, name) is None or getattr(more, name) >= getattr(limits, name)


@given(SPENT, SPENT)
def test_spending_more_never_frees_a_limit(one, other):
    limits = Limits(turns=50, tokens=1000, money=10, minutes=50)
    assume(exhausted_limit(limits, one) is not None)
    assert exhausted_limit(limits, one.plus(other)) is not None
