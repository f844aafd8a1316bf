"""The tasks that somebody gave, a page at a time."""

from uuid import UUID

from django.db.models import Q

from apps.accounts.domain.access import Actor
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.peers import A2APeer
from apps.api.a2a.requests import ListRequest
from apps.api.a2a.tasks import ENDS, A2AState, A2ATask, TaskRef, read_task
from apps.chat.queries.rounds import current_rounds
from apps.core.paging import cut, moment_cursor, moment_in
from apps.teams.domain.states import ApprovalKind, GoalOutcome
from apps.teams.queries.goals import goals_given
from apps.teams.queries.lists import pending_approvals_after

USUAL = 50
MOST_WAITING = 1000
NEVER_USED = frozenset({"submitted", "rejected", "auth-required", "unspecified"})


def list_tasks(actor: Actor, peer: A2APeer, asked: ListRequest) -> tuple[list[A2ATask], str, int, int]:
    """The latest round of each goal that this person gave, latest news first: with the next cursor, size and number."""
    limit = asked.page_size or USUAL
    listing = f"a2a {peer.name} {asked.context_id} {asked.status} {asked.since or ''}"
    after = moment_in(asked.page_token, listing) if asked.page_token else None
    rows, total = goals_given(actor, _wanted(actor, peer, asked), after, limit + 1)
    shown, following = cut(rows, limit, lambda row: moment_cursor(listing, row.last_event_at, row.pk))
    rounds = current_rounds([row.pk for row in shown])
    lines = asked.history_length or 0
    refs = [TaskRef(row.pk, rounds[row.pk]) for row in shown]
    tasks = [read_task(actor, ref, lines=lines, with_artifacts=asked.include_artifacts) for ref in refs]
    return tasks, following or "", limit, total


def _wanted(actor: Actor, peer: A2APeer, asked: ListRequest) -> Q:
    wanted = Q(wanted_handles=[peer.handle]) if peer.handle else Q(pk=peer.goal_id) if peer.goal_id else Q()
    if asked.context_id:
        wanted &= Q(pk=_context(asked.context_id))
    if asked.since:
        wanted &= Q(last_event_at__gte=asked.since)
    return wanted & _in_state(actor, asked.status) if asked.status else wanted


def _context(name: str) -> UUID:
    """A context of this name; one that there is not."""
    try:
        return UUID(name)
    except ValueError:
        return UUID(int=0)


def _in_state(actor: Actor, status: str) -> Q:
    """Goals whose task is in a state, as either version names it. Raises A2ARefusal."""
    plain = status.removeprefix("TASK_STATE_").lower().replace("_", "-")
    if plain in NEVER_USED:
        return Q(pk=None)
    try:
        state = A2AState(plain)
    except ValueError:
        raise A2ARefusal(A2AProblem.INVALID_PARAMS, f"There is no state {status[:60]!r}.") from None
    found = Q(outcome__in=[outcome for outcome, end in ENDS.items() if end is state])
    if state is A2AState.WORKING:
        return found & ~Q(pk__in=_asking(actor))
    return Q(outcome=GoalOutcome.RUNNING, pk__in=_asking(actor)) if state is A2AState.INPUT_REQUIRED else found


def _asking(actor: Actor) -> set[UUID]:
    rows = pending_approvals_after(actor.workspace_id, None, None, MOST_WAITING)
    return {row.goal_id for row in rows if row.kind is not ApprovalKind.PERMIT}
