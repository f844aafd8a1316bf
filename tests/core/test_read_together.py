"""What begins after a commit is read for all who made it ready in that transaction."""

import uuid

import pytest
from django.db import transaction

from apps.core.read_together import read_after_commit
from apps.core.unit_of_work import unit_of_work

pytestmark = pytest.mark.django_db(transaction=True)

ONE, TWO = uuid.UUID(int=1), uuid.UUID(int=2)


class Shelf:
    """Reads what stands on it, and notes for whom it was read together. `poisoned`: can't be read."""

    def __init__(self, poisoned=()) -> None:
        self.looks = []
        self.poisoned = set(poisoned)

    def read(self, keys):
        assert not transaction.get_connection().in_atomic_block
        self.looks.append(list(keys))
        if self.poisoned & set(keys):
            raise ValueError("poison")
        return {key: key.int for key in keys if key.int < 9}


@pytest.fixture
def shelf():
    return Shelf()


def taken(shelf, *keys):
    with transaction.atomic(), unit_of_work():
        return [read_after_commit(shelf.read, key) for key in keys]


def test_all_of_a_transaction_is_read_at_once_when_it_has_committed(shelf):
    given = taken(shelf, ONE, TWO)

    assert shelf.looks == [[ONE, TWO]]
    assert [give() for give in given] == [1, 2]
    assert shelf.looks == [[ONE, TWO]]


def test_nothing_is_read_for_a_transaction_that_is_undone(shelf):
    with transaction.atomic(), unit_of_work():
        read_after_commit(shelf.read, ONE)
        transaction.set_rollback(True)

    assert shelf.looks == []


def test_one_that_cannot_be_read_holds_no_other_up():
    shelf = Shelf(poisoned=[TWO])
    one, two = taken(shelf, ONE, TWO)

    assert one() == 1
    with pytest.raises(ValueError, match="poison"):
        two()
    assert shelf.looks == [[ONE, TWO], [ONE], [TWO]]


def test_one_that_is_gone_is_said_to_be(shelf):
    (gone,) = taken(shelf, uuid.UUID(int=9))

    with pytest.raises(KeyError):
        gone()


def test_without_a_unit_of_work_it_is_read_when_it_is_asked_for(shelf):
    give = read_after_commit(shelf.read, ONE)

    assert shelf.looks == []
    assert give() == 1
