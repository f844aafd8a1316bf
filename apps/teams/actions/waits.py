"""A wait that would close a circle is refused first: in a workspace one wait is looked at, and begun, at a time."""

import uuid
from datetime import timedelta

from django.db import connection

from apps.accounts.domain.errors import Refused
from apps.core.sentences import sentence
from apps.teams.models import Attempt
from apps.teams.queries.waits import NewWait, circle_of, circle_of_beginning, circle_of_fewer_slots, has_open_parts

LATER = timedelta(seconds=2)
NOBODY_GOES_ON = sentence("nobody of them would ever go on")
_ONE_AT_A_TIME = 7_305_003  # the advisory locks of those who begin waits, one a workspace


class CircularWait(Refused):
    """Whoever waited so would wait for itself, by the slots that agents hold. The message names the path."""


def refuse_circle(workspace_id: uuid.UUID, new: NewWait) -> None:
    """Raise CircularWait where a wait would close a circle. Till the transaction ends no other of its workspace begins.

    Called before the transaction holds a connection of an agent: whoever holds one never waits for this lock.
    """
    _be_the_only_one(workspace_id)
    if circle := circle_of(workspace_id, new):
        raise CircularWait(
            agent=sentence("{circle}: {nobody}. Choose another agent.", circle=circle, nobody=NOBODY_GOES_ON)
        )


def refuse_fewer_slots(workspace_id: uuid.UUID, line: uuid.UUID, slots: int) -> None:
    """Raise CircularWait where those who wait for a connection would close a circle if it had only so many slots.

    As with a wait that begins, nobody else begins one till the transaction ends.
    """
    _be_the_only_one(workspace_id)
    if circle := circle_of_fewer_slots(workspace_id, line, slots):
        raise CircularWait(
            concurrency=sentence(
                "With {slots} at one time {circle}: {nobody}. Wait till one of them ends.",
                slots=slots,
                circle=circle,
                nobody=NOBODY_GOES_ON,
            )
        )


def _be_the_only_one(workspace_id: uuid.UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_ONE_AT_A_TIME, str(workspace_id)])


def why_not_begin(attempt: Attempt) -> str:
    """Why a try that follows another has to wait although there may be a slot, as a sentence; empty: it need not.

    What its task handed on is open, and with its slot a circle would close; whoever else is looking is not waited for.
    """
    if attempt.number == 1 or not has_open_parts(attempt.task_id):
        return ""
    workspace_id = attempt.task.team.goal.workspace_id
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, hashtext(%s))", [_ONE_AT_A_TIME, str(workspace_id)])
        (alone,) = cursor.fetchone()
    if not alone:
        return sentence("Waits a moment: another wait of this workspace begins just now.")
    circle = circle_of_beginning(attempt)
    if not circle:
        return ""
    return sentence("Waits, for else {circle}: {nobody}.", circle=circle, nobody=NOBODY_GOES_ON)
