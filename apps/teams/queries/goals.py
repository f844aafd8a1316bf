"""Finding goals, and how each ended."""

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from apps.accounts.domain.access import Actor
from apps.accounts.queries.names import shown_name
from apps.agents.domain.lessons import Lesson
from apps.core.sentences import sentence
from apps.core.statements import fetch_rows
from apps.teams.domain.states import GoalOutcome
from apps.teams.models import Goal, Team

UNLEARNED = Q(outcome__in=[GoalOutcome.DONE, GoalOutcome.PARTIAL], learned_at=None)
"""Went well, and its agents have not learned from it."""


def goal_with_key(actor: Actor, key: str) -> Goal | None:
    """The goal that this person gave under an idempotency key."""
    return Goal.objects.filter(
        workspace_id=actor.workspace_id, created_by_id=actor.user_id, idempotency_key=key
    ).first()


def goals_with_keys(
    workspace_id: uuid.UUID, keys: Collection[tuple[uuid.UUID, str]]
) -> dict[tuple[uuid.UUID, str], Goal]:
    """The goals of a workspace by idempotency keys: whose key it is, and the key."""
    named = {key for _, key in keys if key}
    if not named:
        return {}
    rows = Goal.objects.filter(workspace_id=workspace_id, created_by__in={one for one, _ in keys})
    found = {(goal.created_by_id, goal.idempotency_key): goal for goal in rows.filter(idempotency_key__in=named)}
    return {key: goal for key, goal in found.items() if key in keys}


def titles_of(goal_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, str]:
    """The titles of goals that are there, by id; the caller has proved that they may be seen."""
    return dict(Goal.objects.filter(pk__in=goal_ids).values_list("pk", "title"))


def teams_called(goal_id: uuid.UUID, words: str, but: uuid.UUID, limit: int) -> list[str]:
    """The names of a goal's teams that have the words, those that go on first; `but`: without this one."""
    rows = Team.objects.filter(goal=goal_id, name__icontains=words).exclude(pk=but)
    return list(
        rows.order_by(F("ended_at").desc(nulls_first=True), "created_at").values_list("name", flat=True)[:limit]
    )


_WAITING = "SELECT FROM teams_goal WHERE outcome = 'running' AND started_at IS NULL"
_COUNT_WAITING = f"""
    SELECT (SELECT count(*) FROM ({_WAITING} AND workspace_id = %s LIMIT %s) here),
           (SELECT count(*) FROM ({_WAITING} LIMIT %s) anywhere)"""  # noqa: S608  no value of anybody's


def waiting_goals(workspace_id: uuid.UUID, most: int, most_in_all: int) -> tuple[int, int]:
    """How many goals of a workspace, and of all, wait for their first turn; counted up to these numbers."""
    ((here, in_all),) = fetch_rows(_COUNT_WAITING, [workspace_id, most, most_in_all])
    return here, in_all


# team by team: else Postgres, while it knows little of these tables, goes through all tasks that there ever were
_WORKERS = """
    SELECT team.goal_id, worker.agent_id FROM teams_team team
    CROSS JOIN LATERAL (
        SELECT DISTINCT owner.agent_id FROM teams_task task JOIN teams_member owner ON owner.id = task.owner_id
        WHERE task.team_id = team.id AND task.state = 'done' AND owner.agent_id IS NOT NULL) worker
    WHERE team.goal_id = ANY(%s)"""


def lessons_of(texts: Mapping[uuid.UUID, str]) -> list[Lesson]:
    """What goals teach the agents that finished a task of them, in whatever team; `texts`: goal id -> its text."""
    agents: dict[uuid.UUID, set[uuid.UUID]] = {}
    for goal_id, agent_id in fetch_rows(_WORKERS, [list(texts)]):
        agents.setdefault(goal_id, set()).add(agent_id)
    return [Lesson(goal_id, texts[goal_id], frozenset(found)) for goal_id, found in agents.items()]


@dataclass(frozen=True)
class Ending:
    """The end of a goal's round. `conclusion`: its answer, else why there is none."""

    outcome: GoalOutcome
    conclusion: str


def ending_of(goal_id: uuid.UUID) -> Ending | None:
    """How the goal's latest round ended; None while it runs. The caller has proved that it may be seen."""
    outcome, answer, failure = Goal.objects.values_list("outcome", "answer", "failure").get(id=goal_id)
    if outcome == GoalOutcome.RUNNING:
        return None
    return Ending(
        GoalOutcome(outcome),
        answer or failure or sentence("The goal ended as {outcome}, without an answer.", outcome=outcome),
    )


def giver_of(goal_id: uuid.UUID) -> str:
    """What whoever gave a goal is called."""
    names: QuerySet[Any] = Goal.objects.filter(pk=goal_id).annotate(giver=shown_name("created_by", "workspace"))
    return str(names.values_list("giver", flat=True).get())


def goals_given(
    actor: Actor, wanted: Q, after: tuple[datetime, uuid.UUID] | None, limit: int
) -> tuple[list[Goal], int]:
    """Goals that this person gave, the latest news first, beyond the key's (news at, id); and how many there are."""
    rows = Goal.objects.filter(wanted, workspace_id=actor.workspace_id, created_by_id=actor.user_id)
    page = rows.order_by("-last_event_at", "-id")
    if after is not None:
        moment, row = after
        page = page.filter(Q(last_event_at__lt=moment) | Q(last_event_at=moment, id__lt=row))
    return list(page[:limit]), rows.count()
