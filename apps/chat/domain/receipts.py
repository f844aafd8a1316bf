"""What became of what a person said to a team: the part of the table of states (see `display`) that is of messages.

One function computes the receipt, one table says its words; page, REST, exports and what is pushed read both.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from apps.chat.domain.states import Delivery
from apps.teams.domain.uptake import TaskUptake


class Receipt(StrEnum):
    """What became of what a person said; also over REST."""

    QUEUED = "queued"  # nobody has taken it up yet; who sent it may take it back
    DELIVERED = "delivered"  # a turn that goes on reads it, or a call was given it
    READ = "read"  # a turn has read it
    ACTED_ON = "acted_on"  # and that turn, or the work that it was for, did something
    NOT_READ = "not_read"  # it came too late
    CANCELLED = "cancelled"  # it was taken back before anybody took it up
    NONE = "none"  # nobody is to read it: a note, the goal, what is no person's


@dataclass(frozen=True)
class ReceiptLook:
    """How a receipt is shown: an icon of the sprite, its word, and what it means."""

    icon: str
    word: str
    help: str


RECEIPTS: dict[Receipt, ReceiptLook] = {
    Receipt.QUEUED: ReceiptLook("clock", "Queued", "Nobody has taken it up yet."),
    Receipt.DELIVERED: ReceiptLook("check", "Delivered", "A turn that goes on reads it, or an agent was given it."),
    Receipt.READ: ReceiptLook("check-check", "Read", "A turn has read it."),
    Receipt.ACTED_ON: ReceiptLook("check-check", "Acted on", "Who read it did something then."),
    Receipt.NOT_READ: ReceiptLook("minus", "Not read", "It came too late: the work, or the team, had ended."),
    Receipt.CANCELLED: ReceiptLook("reply", "Taken back", "Who sent it took it back before anybody had taken it up."),
}


class Deed(StrEnum):
    """What was done by the turn that read a message, or because of it; also over REST."""

    TASKS = "tasks"  # the turn gave tasks, or gave one anew
    PLAN = "plan"  # it changed the shared plan
    CONCLUSION = "conclusion"  # it concluded
    QUESTION = "question"  # it asked something
    ANSWER = "answer"  # it said something
    PASSED_ON = "passed_on"  # it was the answer that a task waited for


DEED_WORDS: dict[Deed, str] = {
    Deed.TASKS: "tasks were given",
    Deed.PLAN: "the plan was changed",
    Deed.CONCLUSION: "it concluded",
    Deed.QUESTION: "a question was asked",
    Deed.ANSWER: "it was answered",
    Deed.PASSED_ON: "a task goes on with it",
}


@dataclass(frozen=True)
class SeenMessage:
    """What a receipt is made of.

    `expected`: a person said it, and not as the goal; `taken_up`: a turn in flight, or a call, was given it; `over`:
    the team has ended; `told`: the tasks that words into work that goes on are for.
    """

    expected: bool
    delivery: Delivery
    at: datetime
    is_taken_back: bool = False
    is_read: bool = False
    is_acted_on: bool = False
    taken_up: bool = False
    over: bool = False
    told: Collection[TaskUptake] = ()


def receipt(seen: SeenMessage) -> Receipt:
    """What became of a message."""
    if seen.is_taken_back:
        return Receipt.CANCELLED
    if not seen.expected or seen.delivery is Delivery.NOTE:
        return Receipt.NONE
    if seen.delivery.is_for_work:
        return _of_tasks([receipt_at(task, seen.at) for task in seen.told])
    if seen.is_acted_on:
        return Receipt.ACTED_ON
    if seen.is_read:
        return Receipt.READ
    if seen.over:
        return Receipt.NOT_READ
    return Receipt.DELIVERED if seen.taken_up else Receipt.QUEUED


def receipt_at(task: TaskUptake, said_at: datetime) -> Receipt:
    """What became of a message at one task that it was told to."""
    if task.taken_up_at is not None and task.taken_up_at >= said_at:
        return Receipt.ACTED_ON if task.is_done else Receipt.DELIVERED
    return Receipt.QUEUED if task.is_open else Receipt.NOT_READ


_FURTHEST = (Receipt.ACTED_ON, Receipt.DELIVERED, Receipt.QUEUED)


def _of_tasks(found: Collection[Receipt]) -> Receipt:
    """Of all of its tasks the one where it came furthest."""
    return next((each for each in _FURTHEST if each in found), Receipt.NOT_READ)
