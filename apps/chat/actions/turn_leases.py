"""The leases of turns, for the calls that a process has in flight."""

import uuid
from collections.abc import Collection, Iterable
from itertools import starmap

from django.db import connection

from apps.chat.domain.states import TurnOutcome
from apps.chat.models import Turn
from apps.teams.domain.retries import LEASE

_CALL = "turn:"


def call_name(conversation_id: uuid.UUID, fence: int) -> str:
    """What the call of a turn is called among the calls of a process."""
    return f"{_CALL}{conversation_id}:{fence}"


def renew(calls: Iterable[str]) -> None:
    """Keep alive the turns among the calls in flight in this process, with one statement.

    A row that somebody has locked is left to the next time: what others are at must not hold up all that this keeps.
    """
    _update(_RENEW, calls)


def release(calls: Iterable[str]) -> None:
    """Give back the turns of calls that this process had to drop: others take them at once, and no try is lost.

    A row that somebody has locked is waited for last, and alone: who has it may wait for another of these.
    """
    held = list(calls)
    _update(_GIVE_BACK, held)
    for name in _not_given_back(held):
        _update(_GIVE_BACK_ALONE, [name])


def _not_given_back(held: Collection[str]) -> list[str]:
    rows = Turn.objects.filter(conversation__in=[room for room, _ in _turns(held)], outcome=TurnOutcome.OPEN)
    kept = rows.exclude(worker="").values_list("conversation_id", "fence")
    return [name for name in starmap(call_name, kept) if name in held]


_HELD = """
    UPDATE chat_turn SET {what} WHERE id IN (
        SELECT id FROM chat_turn JOIN unnest(%s::uuid[], %s::int[]) AS held(conversation_id, fence)
            USING (conversation_id, fence)
        WHERE outcome = 'open' FOR NO KEY UPDATE OF chat_turn {patience})"""
_RENEW = _HELD.format(
    what=f"lease_until = clock_timestamp() + interval '{LEASE.total_seconds()} seconds'", patience="SKIP LOCKED"
)
_GIVEN_BACK = "lease_until = clock_timestamp(), worker = ''"
_GIVE_BACK = _HELD.format(what=_GIVEN_BACK, patience="SKIP LOCKED")
_GIVE_BACK_ALONE = _HELD.format(what=_GIVEN_BACK, patience="")


def _turns(calls: Iterable[str]) -> list[list[str]]:
    return [name.removeprefix(_CALL).split(":") for name in calls if name.startswith(_CALL)]


def _update(statement: str, calls: Iterable[str]) -> None:
    if held := _turns(calls):
        with connection.cursor() as cursor:
            cursor.execute(statement, [[room for room, _ in held], [int(fence) for _, fence in held]])
