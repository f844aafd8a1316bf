"""What may come of each decision that waits for a person, read from the agents that would be called."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from apps.agents.queries.grants import doorkeeping_of
from apps.agents.queries.rows import Agent, Connection
from apps.teams.domain.limits import AGAIN, MORE
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.risks import CallFacts, Risk, risks_of_calls
from apps.teams.domain.states import APPROVE, ApprovalKind, ApprovalState, TaskState
from apps.teams.models import Approval, Attempt, QuestionHop, Task
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS

Risks = Mapping[UUID, tuple[Risk, ...]]

_CALLS = frozenset({ApprovalKind.PERMIT, ApprovalKind.OUTCOME})
"""Kinds that are about the next call of their task."""
_ITSELF = {
    ApprovalKind.CHECK: (Risk.NOTHING,),
    ApprovalKind.APPROVAL: (Risk.UNKNOWN,),
    ApprovalKind.RESTORED: (Risk.UNKNOWN,),
}
"""What is known by the kind alone."""


def risks_of(approvals: Iterable[Approval], hops: Iterable[QuestionHop] = ()) -> Risks:
    """By the id of each that waits and can be approved; a question for words has none.

    No statement where nothing waits that is about calls, else at most three.
    """
    waiting = [row for row in approvals if row.state == ApprovalState.PENDING]
    of_task = {row.pk: row.task_id for row in waiting if row.kind in _CALLS and row.task_id}
    of_task |= {hop.pk: hop.task_id for hop in hops if hop.task_id and _is_yes_or_no(hop)}
    of_team = {row.pk: row.team_id for row in waiting if row.kind == ApprovalKind.PLAN}
    found = {row.pk: _known(row) for row in waiting}
    if of_task or of_team:
        found |= _of_calls(of_task, of_team, {row.pk: row for row in waiting})
    return {key: risks for key, risks in found.items() if risks}


def risks_of_steps(team_id: UUID) -> Risks:
    """What may come of each task of a team that has not begun, by its id."""
    return {task.pk: _of_tasks([task], {}) for task in _tasks((), (team_id,))}


def _is_yes_or_no(hop: QuestionHop) -> bool:
    """Whether an agent at work asks leave of people, and still does."""
    question = hop.question
    asked = question.hop_id == hop.pk and question.state == QuestionState.OPEN
    return asked and APPROVE in question.options


def _known(row: Approval) -> tuple[Risk, ...]:
    kind = ApprovalKind(row.kind)
    if kind is ApprovalKind.LIMIT:
        return (Risk.COSTS,) if {MORE, AGAIN} & set(row.options) else ()
    return _ITSELF.get(kind, ())


def _of_calls(
    of_task: Mapping[UUID, UUID], of_team: Mapping[UUID, UUID], waiting: Mapping[UUID, Approval]
) -> dict[UUID, tuple[Risk, ...]]:
    tasks = {task.pk: task for task in _tasks(of_task.values(), of_team.values())}
    in_team: dict[UUID, list[Any]] = defaultdict(list)
    for task in tasks.values():
        if task.pk not in of_task.values():
            in_team[task.team_id].append(task)
    lines = _lines_kept(of_task.values()) if of_task else {}
    told = _agents_told(waiting[key] for key in of_task if key in waiting)
    found = {}
    for key, task_id in of_task.items():
        if (task := tasks.get(task_id)) is not None:
            found[key] = told[key] if key in told else _of_tasks([task], lines)
    return found | {key: _of_tasks(in_team[team], lines) for key, team in of_team.items()}


def _tasks(ids: Iterable[UUID], teams: Iterable[UUID]) -> Iterable[Any]:
    spent = Attempt.objects.filter(agent=OuterRef("owner__agent"), money__gt=0)
    rows = Task.objects.filter(Q(pk__in=list(ids)) | Q(team__in=list(teams), state=TaskState.PLANNED))
    rows = rows.select_related("owner__agent__connection").defer("brief", "result", *WITHOUT_VECTORS)
    return rows.annotate(spends=Exists(spent))


def _lines_kept(task_ids: Iterable[UUID]) -> dict[tuple[UUID, UUID], Connection]:
    """The connection that the next try of an agent at a task keeps: that of the last which had one."""
    tries = Attempt.objects.filter(task__in=list(task_ids)).exclude(connection=None)
    rows = tries.select_related("connection").only("task_id", "agent_id", "connection").order_by("number")
    return {(row.task_id, row.agent_id): row.connection for row in rows if row.connection}


def _of_tasks(tasks: Iterable[Any], lines: Mapping[tuple[UUID, UUID], Connection]) -> tuple[Risk, ...]:
    """What a team of its own does is not known: its lead chooses who is called."""
    made = list(tasks)
    called = [task for task in made if not task.seats]
    calls = [call for task in called if (call := _call(task, lines)) is not None]
    return risks_of_calls(calls, unknown=len(calls) < len(made))


def _call(task: Any, lines: Mapping[tuple[UUID, UUID], Connection]) -> CallFacts | None:
    agent = task.owner.agent
    line = agent and (lines.get((task.pk, agent.pk)) or agent.connection)
    return _facts(agent, line, task.skills, spends=task.spends) if line else None


def _facts(agent: Agent, line: Connection, skills: list[str], *, spends: bool) -> CallFacts:
    door = doorkeeping_of(agent, line, skills)
    return CallFacts(door.reach, spends, door.leaves)


def _agents_told(permits: Iterable[Approval]) -> dict[UUID, tuple[Risk, ...]]:
    """Of leave to tell another agent what came of work: what that one may do with it, by the permit's id."""
    told = {row.pk: row for row in permits if row.kind == ApprovalKind.PERMIT and not row.wish and row.payload}
    return dict(_each_told(told)) if told else {}


def _each_told(permits: Mapping[UUID, Approval]) -> Iterator[tuple[UUID, tuple[Risk, ...]]]:
    spent = Attempt.objects.filter(agent=OuterRef("pk"), money__gt=0)
    to = {key: row.payload["to"] for key, row in permits.items()}
    here = Approval.objects.filter(pk__in=list(permits)).values("team__goal__workspace")
    agents = Agent.objects.filter(handle__in=set(to.values()), workspace__in=here, removed_at=None)
    agents = agents.select_related("connection").annotate(spends=Exists(spent))
    known = {agent.handle: agent for agent in agents.defer("vector", "profile_vector", "goal_words")}
    for key, handle in to.items():
        agent = known.get(handle)
        calls = [_facts(agent, agent.connection, [], spends=agent.spends)] if agent else []
        yield key, risks_of_calls(calls)
