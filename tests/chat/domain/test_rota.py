"""Workspaces take turns, however much each has waiting."""

import uuid
from datetime import UTC, datetime, timedelta

from apps.chat.domain import fair_queue
from apps.chat.domain.fair_queue import DueWork, Rota

NOW = datetime(2024, 1, 1, 12, tzinfo=UTC)
BIG, SMALL, LATE = (uuid.UUID(int=number) for number in (1, 2, 3))


def waiting(whose, count, since=NOW - timedelta(hours=1)):
    return [DueWork("turn", uuid.uuid4(), whose, since + timedelta(seconds=number)) for number in range(count)]


def owners(chosen):
    return [one.workspace_id for one in chosen]


def test_who_has_waited_longest_comes_first_and_then_they_take_turns():
    chosen = Rota().choose([*waiting(BIG, 240), *waiting(SMALL, 2, NOW - timedelta(minutes=1))], 5, NOW)
    assert owners(chosen) == [BIG, SMALL, BIG, SMALL, BIG]


def test_one_at_a_time_is_in_turn_too():
    turns, big, small = Rota(), waiting(BIG, 240), waiting(SMALL, 2)
    chosen = []
    for second in range(4):
        left = [one for one in (*big, *small) if one not in chosen]
        chosen += turns.choose(left, 1, NOW + timedelta(seconds=second))
    assert owners(chosen) == [BIG, SMALL, BIG, SMALL]


def test_within_a_workspace_the_order_stays():
    given = waiting(BIG, 4)
    assert Rota().choose(given, 3, NOW) == given[:3]


def test_a_workspace_that_was_just_served_waits_for_those_that_were_not():
    turns = Rota()
    turns.choose(waiting(BIG, 1), 1, NOW + timedelta(seconds=5))
    given = [*waiting(BIG, 1), *waiting(LATE, 1, NOW)]
    assert owners(turns.choose(given, 2, NOW + timedelta(seconds=6))) == [LATE, BIG]


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(fair_queue, "MOST_REMEMBERED", 2)
    turns = Rota()
    for whose in (BIG, SMALL, LATE):
        turns.choose(waiting(whose, 1), 1, NOW)
    assert list(turns._served) == [SMALL, LATE]
