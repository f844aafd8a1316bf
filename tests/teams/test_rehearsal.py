"""What a plan will probably take: the longest way in time, the sum in money, and who is not known is named."""

from apps.teams.domain.rehearsal import Span, StepRecord, rehearse

SECONDS, MONEY = Span(10, 20), Span(0.1, 0.2)


def step(number, *after, who="tally", seconds=SECONDS, money=MONEY, checked=False):
    return StepRecord(number, after, who, 5 if seconds else 0, seconds, money, checked)


def test_steps_beside_each_other_take_as_long_as_the_longest_and_those_behind_each_other_the_sum():
    found = rehearse([step(3, 1, 2), step(1), step(2, seconds=Span(30, 90))], None)
    assert found.seconds == Span(40, 110)
    assert round(found.money.likely, 6) == 0.3


def test_who_has_no_record_is_named_and_counts_as_nothing():
    found = rehearse([step(1), step(2, 1, who="scribe", seconds=None, money=None)], None)
    assert found.seconds == Span(10, 20)
    assert found.unknown == ("scribe",)
    assert found.tries == 5


def test_who_said_no_price_is_named():
    found = rehearse([step(1), step(2, who="scribe", money=None)], None)
    assert (found.money, found.unpriced) == (Span(0.1, 0.2), ("scribe",))


def test_nothing_is_made_up_where_nothing_is_known():
    found = rehearse([step(1, seconds=None, money=None, checked=True)], None)
    assert (found.seconds, found.money, found.answers, found.answer_seconds) == (None, None, 1, None)


def test_a_step_after_one_that_is_not_in_the_plan_any_more_begins_at_once():
    assert rehearse([step(2, 1)], None).seconds == Span(10, 20)
