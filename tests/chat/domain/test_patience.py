"""What always fails is tried ever more rarely, and given up after an hour."""

import uuid
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.patience import FIRST_REST, LONGEST_REST, PATIENCE, Patience

KEY = uuid.uuid4()


def tried_whenever_it_may_be(patience: Patience, since: int) -> list[float]:
    """The times of all failures, second by second, until it is given up."""
    failures = []
    now = since
    while now < since + 2 * PATIENCE:
        if not patience.rests(KEY, now):
            failures.append(now)
            if patience.note_failure(KEY, now):
                return failures
        now += 1
    raise AssertionError("it was never given up")


def test_what_never_failed_does_not_rest():
    assert not Patience().rests(KEY, 0)


@given(st.integers(min_value=0, max_value=10**9))
def test_what_always_fails_is_tried_ever_more_rarely_and_given_up_after_an_hour(since):
    failures = tried_whenever_it_may_be(Patience(), since)

    rests = [after - before for before, after in pairwise(failures)]
    assert rests == sorted(rests)
    assert (rests[0], rests[-1]) == (FIRST_REST, LONGEST_REST)
    assert PATIENCE <= failures[-1] - since <= PATIENCE + LONGEST_REST
    assert len(failures) < 25


def test_what_went_well_begins_anew():
    patience = Patience()
    patience.note_failure(KEY, 0)
    patience.forget(KEY)

    assert not patience.rests(KEY, 0)
    assert not patience.note_failure(KEY, PATIENCE)


def test_what_went_well_elsewhere_and_fails_hours_later_is_not_given_up_at_once():
    patience = Patience()
    patience.note_failure(KEY, 0)

    assert not patience.note_failure(KEY, 3 * PATIENCE)


def test_each_has_a_patience_of_its_own():
    patience = Patience()
    patience.note_failure(KEY, 0)

    assert not patience.rests(uuid.uuid4(), 0)
