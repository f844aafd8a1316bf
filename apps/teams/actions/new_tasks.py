"""Tasks are given: saved with their order, and begun where they wait for nothing."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from apps.core.updates import insert_rows
from apps.journal.actions import Log
from apps.teams.actions import tasks
from apps.teams.actions.teams import join_agents
from apps.teams.domain.checks import Check, outcome_without_check
from apps.teams.domain.formation import Seat
from apps.teams.domain.states import (
    TaskState,
)
from apps.teams.models import Member, Task, Team
from apps.teams.queries.conversation_tasks import work_of


@dataclass(frozen=True)
class NewTask:
    """A task to add: with its number in the team, the numbers it comes after, and who shall do it (first: owner).

    `origin`: in whose name it is given, never what anybody but the hub says. `check`: how it is seen that it is right.
    `checks`: the claimed task that is looked at in it, which it comes after though that is not done.
    """

    number: int
    title: str
    brief: str
    seats: tuple[Seat, ...]
    as_team: bool
    after: tuple[int, ...]
    needs: tuple[str, ...]
    synchronous: bool
    is_answer: bool
    origin: uuid.UUID | None
    delegated_by: Task | None = None
    heard: Collection[uuid.UUID] = ()
    check: Check | None = None
    checks: Task | None = None


def add(
    log: Log,
    team: Team,
    new: Sequence[NewTask],
    known: Mapping[int, Task],
    *,
    turn: int,
    round_: int,
    briefed_after: int,
    proposed_by: uuid.UUID | None = None,
) -> list[Task]:
    """Save tasks and start those that wait for nothing; of a plan that a person starts, none. `known`: by number.

    `proposed_by`: the agent that gives them by itself, and so brings in who was no member yet.
    """
    owners = join_agents(log, team, [item.seats[0] for item in new], proposed_by=proposed_by)
    held = team.parent_id is None and team.goal.holds_plan
    added = [_new_row(log, team, item, owners, turn=turn, round_=round_, briefed_after=briefed_after) for item in new]
    by_number = {**known, **{task.number: task for task in added}}
    free = [task for item, task in zip(new, added, strict=True) if _is_free(item, by_number) and not held]
    for task in free:
        task.state = TaskState.READY
        tasks.tell(log, task)
    work_of(team).tasks.extend(added)
    insert_rows(added)
    _save_order(team, new, by_number)
    tasks.start_first(log, free)
    for item, task in zip(new, added, strict=True):
        if item.after and task not in free and not held:
            tasks.start_after(log, task, [by_number[number] for number in sorted(set(item.after))])
    return added


def _new_row(
    log: Log,
    team: Team,
    new: NewTask,
    owners: Mapping[str, Member],
    *,
    turn: int,
    round_: int,
    briefed_after: int,
) -> Task:
    """A task that is told of and not saved yet."""
    task = Task(
        team=team,
        number=new.number,
        round=round_,
        title=new.title,
        brief=new.brief,
        skills=[seat.skill for seat in new.seats if seat.skill],
        needs=list(new.needs),
        owner=owners[new.seats[0].agent_id],
        seats=[seat.model_dump() for seat in new.seats] if new.as_team else [],
        synchronous=new.synchronous,
        is_answer=new.is_answer,
        delegated_by=new.delegated_by,
        origin_id=new.origin,
        heard=[str(key) for key in new.heard],
        planned_check=new.check.model_dump(mode="json") if new.check else {},
        verification=outcome_without_check(planned=new.check is not None).verification,
        checks=new.checks,
        assigned_turn=turn,
        briefed_after=briefed_after,
        state=TaskState.PLANNED,
        state_at=log.now,
    )
    tasks.tell(log, task)
    return task


def _is_free(new: NewTask, by_number: Mapping[int, Task]) -> bool:
    return new.checks is not None or all(by_number[number].state == TaskState.DONE for number in new.after)


def _save_order(team: Team, new: Sequence[NewTask], by_number: Mapping[int, Task]) -> None:
    pairs = [(by_number[item.number].id, by_number[number].id) for item in new for number in dict.fromkeys(item.after)]
    order, before = Task.depends_on.through, work_of(team).before
    insert_rows([order(from_task_id=later, to_task_id=first) for later, first in pairs])
    for later, first in pairs:
        before.setdefault(later, []).append(first)
