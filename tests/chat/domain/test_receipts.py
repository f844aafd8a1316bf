"""What became of a message: one state for every mixture of what can be known of it."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from apps.chat.domain.receipts import DEED_WORDS, RECEIPTS, Deed, Receipt, SeenMessage, receipt
from apps.chat.domain.states import Delivery
from apps.teams.domain.uptake import TaskUptake

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATER, BEFORE = AT + timedelta(minutes=1), AT - timedelta(minutes=1)


def said(delivery=Delivery.NEXT_TURN, **known):
    return SeenMessage(**{"expected": True, "delivery": delivery, "at": AT} | known)


@pytest.mark.parametrize(
    ("seen", "became"),
    [
        (said(), Receipt.QUEUED),
        (said(taken_up=True), Receipt.DELIVERED),
        (said(taken_up=True, is_read=True), Receipt.READ),
        (said(is_read=True, is_acted_on=True, over=True), Receipt.ACTED_ON),
        (said(over=True), Receipt.NOT_READ),
        (said(over=True, is_read=True), Receipt.READ),
        (said(is_acted_on=True), Receipt.ACTED_ON),
        (said(Delivery.NOTE, is_taken_back=True), Receipt.CANCELLED),
        (said(Delivery.NOTE), Receipt.NONE),
        (said(expected=False), Receipt.NONE),
    ],
)
def test_what_is_for_the_next_turn(seen, became):
    assert receipt(seen) is became


WORKING = {"is_open": True, "is_done": False}
DONE = {"is_open": False, "is_done": True}
FAILED = {"is_open": False, "is_done": False}


@pytest.mark.parametrize("delivery", [Delivery.STEER, Delivery.INTERRUPT])
@pytest.mark.parametrize(
    ("tasks", "became"),
    [
        ([TaskUptake(1, BEFORE, **WORKING)], Receipt.QUEUED),
        ([TaskUptake(1, None, **WORKING)], Receipt.QUEUED),
        ([TaskUptake(1, LATER, **WORKING)], Receipt.DELIVERED),
        ([TaskUptake(1, LATER, **FAILED)], Receipt.DELIVERED),
        ([TaskUptake(1, LATER, **DONE)], Receipt.ACTED_ON),
        ([TaskUptake(1, BEFORE, **DONE)], Receipt.NOT_READ),
        ([TaskUptake(1, BEFORE, **DONE), TaskUptake(2, BEFORE, **WORKING)], Receipt.QUEUED),
        ([TaskUptake(1, LATER, **WORKING), TaskUptake(2, BEFORE, **WORKING)], Receipt.DELIVERED),
        ([], Receipt.NOT_READ),
    ],
)
def test_what_is_for_work_that_goes_on_is_as_far_as_it_came_at_any_of_its_tasks(delivery, tasks, became):
    assert receipt(said(delivery, told=tasks)) is became


def test_every_message_has_a_state_and_every_state_that_is_shown_its_words():
    known = ("is_taken_back", "is_read", "is_acted_on", "taken_up", "over", "expected")
    for delivery, *values in product(Delivery, *[(False, True)] * len(known)):
        became = receipt(said(delivery, **dict(zip(known, values, strict=True))))
        assert became is Receipt.NONE or RECEIPTS[became].word
    assert set(RECEIPTS) == set(Receipt) - {Receipt.NONE}
    assert set(DEED_WORDS) == set(Deed)


def test_nothing_but_a_person_taking_it_back_makes_less_of_what_was_read():
    for over, taken_up in product((False, True), repeat=2):
        assert receipt(said(is_read=True, over=over, taken_up=taken_up)) is Receipt.READ
