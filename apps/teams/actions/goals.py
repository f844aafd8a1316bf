"""The beginning and the end of a goal."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from apps.accounts.actions import note_origin
from apps.accounts.domain.access import Actor
from apps.accounts.domain.workspace_settings import Review
from apps.core.read_once import read_for_all
from apps.core.statements import fetch_rows
from apps.core.updates import insert_rows, save_columns
from apps.journal.actions import Log, clock
from apps.journal.domain.streams import StreamKind
from apps.teams.actions import limits, teams
from apps.teams.domain.checks import NOTHING, CheckOutcome
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import GoalOutcome, Priority
from apps.teams.domain.titles import title_of
from apps.teams.events import TeamEvent, WorkspaceEvent
from apps.teams.models import Goal, Team
from apps.teams.queries.chains import chain_of_goal, chain_of_team
from apps.teams.queries.goals import UNLEARNED
from apps.teams.queries.limits import goals_at_work, has_room

_BEGINNING = 7_305_002  # the advisory locks of those who begin goals, one a workspace


_ENDED = (
    "outcome",
    "answer",
    "failure",
    "missing_skills",
    "ended_at",
    "last_event_at",
    "claimed_at",
    "verification",
    "found",
    "answer_owed",
)


@dataclass(frozen=True)
class NewGoal:
    """A goal that has passed the door. `digest` is of the request sent with `idempotency_key`."""

    id: uuid.UUID
    text: str
    limits: Limits
    priority: Priority = Priority.NORMAL
    wanted_handles: Sequence[str] = ()
    shares_plan: bool = True
    shows_plan: bool = False
    review: Review = Review.NEVER
    observation: Mapping[str, object] = field(default_factory=dict)
    claimed_chain: Mapping[str, object] = field(default_factory=dict)
    forked_from: uuid.UUID | None = None
    forked_at: int | None = None
    idempotency_key: str = ""
    digest: str = ""


def has_room_to_begin(goal: Goal) -> bool:
    """Whether one that waits may run beside those that do. Until the transaction ends no other of its workspace begins.

    Else those that two workers begin at one moment would not count for each other.
    """
    read_for_all((has_room_to_begin, goal.workspace_id), partial(_be_the_only_one, goal.workspace_id))
    return has_room(goal.workspace_id, goal.paid_by_id)


def _be_the_only_one(workspace_id: uuid.UUID) -> bool:
    fetch_rows("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_BEGINNING, str(workspace_id)])
    return True


def begin(log: Log, goal: Goal, root: Team) -> None:
    """A worker took its first turn: it does not wait any more."""
    goal.started_at = log.now
    save_columns(goal, "started_at")
    teams.leave_queue(log, root)
    running = goals_at_work(goal.workspace_id)
    running[goal.paid_by_id] = running.get(goal.paid_by_id, 0) + 1


def create(log: Log, actor: Actor, new: NewGoal) -> Goal:
    """Save a goal and tell of it; its stream is `log`'s."""
    goal = Goal(
        id=new.id,
        workspace_id=actor.workspace_id,
        created_by_id=actor.user_id,
        paid_by_id=actor.user_id,
        origin_id=note_origin(actor, log.now),
        text=new.text,
        title=title_of(new.text),
        priority=new.priority,
        limits=new.limits.model_dump(),
        wanted_handles=list(new.wanted_handles),
        shares_plan=new.shares_plan,
        shows_plan=new.shows_plan,
        review=new.review,
        observation=dict(new.observation),
        claimed_chain=dict(new.claimed_chain),
        forked_from_id=new.forked_from,
        forked_at=new.forked_at,
        idempotency_key=new.idempotency_key,
        request_digest=new.digest,
        created_at=log.now,
        last_event_at=log.now,
    )
    insert_rows([goal])
    limits.book(log, goal, goals=1)
    log.add(
        TeamEvent.GOAL_CREATED,
        chain_of_goal(goal),
        actor=actor.name,
        text=goal.text,
        title=goal.title,
        priority=goal.priority,
        limits=goal.limits,
    )
    tell_workspace(log, goal)
    return goal


def end(
    log: Log,
    goal: Goal,
    outcome: GoalOutcome,
    *,
    answer: str,
    failure: str,
    missing: Sequence[str],
    checked: CheckOutcome | None,
) -> None:
    """The goal's round is over. `checked`: what is known of its answer; None: it claims none.

    An answer that it ends with is owed to it as a file.
    """
    goal.outcome, goal.answer, goal.failure = outcome, answer, failure[:400]
    goal.missing_skills, goal.ended_at, goal.last_event_at = list(missing), log.now, log.now
    goal.claimed_at, known = log.now if checked else None, checked or NOTHING
    goal.verification, goal.found = known.verification, known.found
    goal.answer_owed = outcome in (GoalOutcome.DONE, GoalOutcome.PARTIAL)
    save_columns(goal, *_ENDED)
    log.add(
        TeamEvent.GOAL_ENDED,
        chain_of_goal(goal),
        outcome=outcome.value,
        answer=answer,
        failure=goal.failure,
        missing=list(missing),
        verification=goal.verification,
        found=goal.found,
    )
    tell_workspace(log, goal)


def note_delivery(goal: Goal) -> None:
    """Its answer is among its files."""
    goal.answer_owed = False
    save_columns(goal, "answer_owed")


def charge(goal: Goal, actor: Actor) -> None:
    """What the goal takes from now on is booked to this person."""
    goal.paid_by_id = actor.user_id
    goal.save(update_fields=["paid_by_id"])


def reopen(log: Log, goal: Goal, team: Team) -> None:
    """A new round: the goal and its root team are at work again; how the last one ended stands in the room alone.

    Like a new goal it waits until a worker begins it, which is not before as few goals run as may.
    """
    goal.outcome, goal.ended_at, goal.last_event_at, goal.started_at = GoalOutcome.RUNNING, None, log.now, None
    goal.failure, goal.missing_skills = "", []
    goal.save(update_fields=["outcome", "ended_at", "last_event_at", "started_at", "failure", "missing_skills"])
    teams.queue(log, team)
    log.add(TeamEvent.GOAL_REOPENED, chain_of_team(team))
    tell_workspace(log, goal)


def name_team(goal: Goal, handles: Sequence[str]) -> None:
    """From now on only these agents may take part."""
    goal.wanted_handles = list(handles)
    goal.save(update_fields=["wanted_handles"])


def take_unlearned(most: int) -> dict[uuid.UUID, str]:
    """Note of goals that went well that their agents learn from them, and give their texts by id.

    The longest ended first; those that another transaction holds are left to it.
    """
    well = Goal.objects.select_for_update(skip_locked=True, no_key=True).filter(UNLEARNED)
    taken = dict(well.order_by("ended_at").values_list("id", "text")[:most])
    Goal.objects.filter(id__in=taken).update(learned_at=clock())
    return taken


def tell_workspace(log: Log, goal: Goal) -> None:
    """Let lists of goals know that this one looks different."""
    changed = WorkspaceEvent.GOAL_CHANGED
    log.note(goal.workspace_id, StreamKind.WORKSPACE, changed, chain_of_goal(goal), goal=str(goal.id))
