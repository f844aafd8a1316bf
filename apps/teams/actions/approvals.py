"""Decisions that wait for people."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict
from apps.core.chains import ChainIds
from apps.core.sentences import how_long_ago, sentence
from apps.core.texts import one_line
from apps.journal.actions import Log
from apps.journal.queries.compiled import KeyedQuery
from apps.teams.actions import questions
from apps.teams.actions.goals import tell_workspace
from apps.teams.domain.limits import AGAIN, MORE
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.states import APPROVE, DENY, SUGGEST, ApprovalKind, ApprovalState
from apps.teams.events import TeamEvent
from apps.teams.models import Approval, Question, Task, Team
from apps.teams.queries.chains import chain_of_task, chain_of_team
from apps.teams.queries.decisions import decider_of

_OF_LIMIT = Q(kind=ApprovalKind.LIMIT) & (Q(options__contains=[MORE]) | Q(options__contains=[AGAIN]))

_OF_GOAL = Q(kind__in=[ApprovalKind.RESTORED, ApprovalKind.PLAN])


def ask(
    log: Log,
    team: Team,
    kind: ApprovalKind,
    question: str,
    *,
    options: Sequence[str] = (),
    task: Task | None = None,
    payload: Mapping[str, object] | None = None,
    digest: str = "",
) -> Approval:
    """Ask a person; one pending approval of a kind for a team and task is enough.

    `payload`: what would be sent to an agent, as people are shown it; `digest`: of all of it.
    """
    pending = Approval.objects.filter(team=team, kind=kind, task=task, state=ApprovalState.PENDING, question=question)
    pending = pending.filter(digest=digest)
    if (known := pending.first()) is not None:
        return known
    approval = Approval.objects.create(
        team=team,
        kind=kind,
        question=question,
        options=list(options),
        task=task,
        payload=dict(payload or {}),
        digest=digest,
        asked_at=log.now,
    )
    told = {"approval": str(approval.id), "question": question, "kind": kind.value}
    log.add(TeamEvent.APPROVAL_ASKED, _chain(team, task), **told)
    tell_workspace(log, team.goal)
    return approval


def decide(log: Log, approval: Approval, answer: str, actor: Actor) -> None:
    """Record a person's answer. Raises Conflict when somebody, or the end of the goal, was faster."""
    won = Approval.objects.filter(id=approval.id, state=ApprovalState.PENDING).update(
        state=ApprovalState.ANSWERED, answer=answer, decided_at=log.now, decided_by_id=actor.user_id
    )
    if not won:
        approval.refresh_from_db()
        raise Conflict(_why_settled(approval, log.now))
    approval.refresh_from_db()
    _tell(log, approval)


def _why_settled(approval: Approval, now: datetime) -> str:
    """Say who was faster, with what and when."""
    by = decider_of(approval)
    if not by or approval.decided_at is None:
        return questions.LAPSED
    said = one_line(approval.answer, questions.LONGEST_SHOWN)
    return sentence(
        "This was already settled by {who}, {when}: {answer}",
        who=by,
        when=how_long_ago((now - approval.decided_at).total_seconds()),
        answer=sentence(said) if said in {APPROVE, DENY, SUGGEST, *approval.options} else said,
    )


def expire(log: Log, approval: Approval) -> bool:
    """Whether it still waited, and lapses now: nobody decided in time."""
    won = Approval.objects.filter(id=approval.id, state=ApprovalState.PENDING).update(
        state=ApprovalState.LAPSED, decided_at=log.now
    )
    if won:
        approval.refresh_from_db()
        approval.reason = sentence("Nobody decided in time.")
        approval.save(update_fields=["reason"])
        _tell(log, approval)
    return bool(won)


def lapse(log: Log, team: Team) -> None:
    """Nobody needs to answer what the team asked people, its coordinator's questions among it."""
    if _ASKED.values(team.id):
        _lapse(log, _pending_approvals(team.id))
        questions.lapse_of_floor(log, team)


def _asked(teams: list[uuid.UUID]) -> "QuerySet[Approval, Any]":
    """What teams ask people and nobody has answered, each with its team."""
    pending = Approval.objects.filter(team__any_of=teams, state=ApprovalState.PENDING)
    open_questions = Question.objects.filter(room__any_of=teams, task=None, state=QuestionState.OPEN)
    return pending.values_list("team", "id").union(open_questions.values_list("room", "id"))


_ASKED: KeyedQuery[Any] = KeyedQuery(_asked, itemgetter(0))


def read_asked_ahead(teams: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what teams ask people, for the steps of their goals: team -> stream."""
    _ASKED.read_values_ahead(teams)


def lapse_of_floor(log: Log, team: Team) -> None:
    """Nobody needs to answer what the floor or the loop breaker asked."""
    _lapse(log, _pending_approvals(team.id).filter(task=None).exclude(_OF_LIMIT | _OF_GOAL))
    questions.lapse_of_floor(log, team)


def lapse_of_limit(log: Log, team: Team) -> None:
    """Nobody needs to give more of a limit."""
    _lapse(log, _pending_approvals(team.id).filter(_OF_LIMIT))


def lapse_of_restore(log: Log, team: Team) -> None:
    """Nobody needs to say any more whether a restored goal goes on."""
    _lapse(log, _pending_approvals(team.id).filter(kind=ApprovalKind.RESTORED))


def lapse_of_task(log: Log, task: Task) -> None:
    """Nobody needs to answer what was asked about one task."""
    _lapse(log, _pending_approvals(task.team_id).filter(task=task))


def _pending_approvals(team: uuid.UUID) -> QuerySet[Approval]:
    return Approval.objects.filter(team=team, state=ApprovalState.PENDING)


def _lapse(log: Log, pending: QuerySet[Approval]) -> None:
    for approval in pending.select_related("team__goal", "task__team"):
        approval.state, approval.decided_at = ApprovalState.LAPSED, log.now
        approval.save(update_fields=["state", "decided_at"])
        _tell(log, approval)


def _tell(log: Log, approval: Approval) -> None:
    log.add(
        TeamEvent.APPROVAL_DECIDED,
        _chain(approval.team, approval.task),
        approval=str(approval.id),
        state=approval.state,
        answer=approval.answer,
    )
    tell_workspace(log, approval.team.goal)


def _chain(team: Team, task: Task | None) -> ChainIds:
    return chain_of_team(team) if task is None else chain_of_task(task)
