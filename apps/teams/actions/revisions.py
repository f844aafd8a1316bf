"""A task that is done anew by who did it, because its result was sent back."""

import uuid
from collections.abc import Collection

from apps.teams.actions.new_tasks import NewTask
from apps.teams.domain.checks import check_of
from apps.teams.domain.formation import Seat
from apps.teams.models import Task
from apps.teams.queries.conversation_tasks import tasks_before


def revision_of(
    task: Task, number: int, wrong: str, *, is_answer: bool, origin: uuid.UUID | None, heard: Collection[uuid.UUID]
) -> NewTask:
    """The task anew, after what it came after and after itself: its owner is given its own result, and what is wrong.

    `origin` and `heard` as NewTask has them.
    """
    return NewTask(
        number=number,
        title=task.title,
        brief=f"{task.brief}\n\nYour result of this was sent back. What is wrong:\n{wrong}\n\nGive all of it anew.",
        seats=_seats(task),
        as_team=bool(task.seats),
        after=(*(one.number for one in tasks_before(task)), task.number),
        needs=tuple(task.needs),
        synchronous=False,
        is_answer=is_answer,
        origin=origin,
        heard=heard,
        check=check_of(task.planned_check),
    )


def _seats(task: Task) -> tuple[Seat, ...]:
    if task.seats:
        return tuple(Seat.model_validate(seat) for seat in task.seats)
    agent = task.owner.agent
    if agent is None:
        raise ValueError("only an agent's task is done anew")
    skills = task.skills or [""]
    return tuple(
        Seat(agent_id=str(agent.id), handle=agent.handle, name=agent.name, need="", skill=skill, score=1.0)
        for skill in skills
    )
