"""What may come of an approval is said from what the hub knows of the calls, and nothing is guessed."""

import pytest

from apps.agents.domain.reach import Reach
from apps.teams.domain.risks import CallFacts, Risk, is_low, risks_of_calls


def call(reach=Reach.READS, *, spends=False, leaves=False):
    return CallFacts(reach, spends, leaves)


@pytest.mark.parametrize(
    ("calls", "risks"),
    [
        ([call()], (Risk.READS,)),
        ([call(), call(Reach.ACTS)], (Risk.ACTS,)),  # the furthest of them
        ([call(Reach.WORDS, leaves=True), call()], (Risk.WORDS, Risk.LEAVES)),
        ([call(spends=True)], (Risk.READS, Risk.COSTS)),
        ([call(Reach.ACTS, spends=True, leaves=True)], (Risk.ACTS, Risk.COSTS, Risk.LEAVES)),
        ([], (Risk.UNKNOWN,)),
    ],
)
def test_the_calls_say_what_may_come_of_them(calls, risks):
    assert risks_of_calls(calls) == risks


def test_where_others_follow_that_nobody_knows_it_is_said_beside_what_is_known():
    assert risks_of_calls([call()], unknown=True) == (Risk.READS, Risk.UNKNOWN)


@pytest.mark.parametrize(
    ("risks", "low"),
    [
        ((Risk.NOTHING,), True),
        ((Risk.READS,), True),
        ((Risk.WORDS,), True),
        ((), False),
        ((Risk.READS, Risk.LEAVES), False),
        ((Risk.READS, Risk.COSTS), True),  # its limits hold whoever approves it
        ((Risk.ACTS,), False),
        ((Risk.UNKNOWN,), False),
    ],
)
def test_only_what_changes_nothing_and_stays_here_is_low(risks, low):
    assert is_low(risks) is low
