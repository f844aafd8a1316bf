"""Finding what no bell was heeded for, and ringing again.

The tables say what is to be done; this only has somebody look. Whoever looks checks under the lock, so a ring too many
does nothing. What became due a moment ago is left to the ring that is on its way; while many bells wait for a worker,
what is due is most likely among them, and ringing again would only make the queue longer.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial

from apps.agents.actions.presence import note_presence
from apps.chat.actions import turn_leases, turns
from apps.chat.actions.expiry import expire_permit
from apps.chat.actions.last_resort import By, take_step
from apps.chat.actions.notifications import go_on_with_new_budgets
from apps.chat.actions.separately import separately
from apps.chat.bells import ChatBell
from apps.chat.queries import due_work
from apps.journal.actions import beat, clock, give_back, take_alone
from apps.journal.bells import Bell, are_heard_here, ring, waiting_count
from apps.teams.actions import attempt_ends, leases
from apps.teams.bells import TeamsBell
from apps.teams.queries import work
from apps.teams.queries.checks import checks_due
from apps.teams.queries.permit_times import permits_expired

GRACE = timedelta(seconds=1)
BUSY_GRACE = timedelta(seconds=15)
BUSY = 16  # bells that wait
ALONE = "sweep in hand"
MOST_SECONDS = 10  # a sweep that takes longer may be joined by another process's


def sweep(held: Collection[str] = ()) -> None:
    """Expire leases that ran out, of agents' sockets too, ring for everything that waits, and leave a sign of life.

    `held`: the calls that this very process has in hand, which are not lost however late their leases are. One process
    sweeps at a time; any other finds it done.
    """
    if not take_alone(ALONE, MOST_SECONDS):
        return
    try:
        now = clock()
        _expire(now, frozenset(held))
        separately(note_presence, "the presence of agents")
        separately(partial(go_on_with_new_budgets, now), "what waits for a budget")
        _ring(now)
        beat(due_work.SWEEPER)
    finally:
        give_back(ALONE)


def _expire(now: datetime, held: Collection[str]) -> None:
    for conversation_id, fence in due_work.turns_expired(now):
        if turn_leases.call_name(conversation_id, fence) not in held:
            take_step(By.ROOM, conversation_id, turns.expire)
    for approval_id in permits_expired(now):
        take_step(By.APPROVAL, approval_id, expire_permit)
    for attempt_id in work.attempts_expired(now):
        if leases.call_name(attempt_id) not in held:
            take_step(By.ATTEMPT, attempt_id, attempt_ends.expire_attempt)


def _ring(now: datetime) -> None:
    due_since = now - (GRACE if waiting_count() < BUSY else BUSY_GRACE)
    unheeded: Iterable[tuple[Bell, Iterable[object]]] = (
        (TeamsBell.TASK_SETTLED, work.unconsumed_tasks(due_since)),
        (TeamsBell.AGENT_ASKED, work.unconsumed_questions(due_since)),
        (TeamsBell.SUBTEAM_DUE, work.subteams_due(due_since)),
        (TeamsBell.CHECK_DUE, checks_due(due_since)),
        (TeamsBell.LIMIT_REACHED, work.teams_overdue(now)),
        (ChatBell.GOAL_DONE, work.workspaces_unlearned(due_since)),
        (ChatBell.ANSWER_OWED, work.goals_owing_answers(due_since)),
    )
    for bell, identifiers in unheeded:
        for identifier in identifiers:
            ring(bell, identifier)
    if not are_heard_here():  # a worker takes up by itself what is due
        for one in due_work.to_begin(due_since, due_work.SWEEP_BATCH)[: due_work.SWEEP_BATCH]:
            ring(one.bell, one.id)
