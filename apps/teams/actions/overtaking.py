"""What becomes of calls that are being made while a person says something: no correction is lost.

A call that can't be told of it is asked once more when its answer comes, where doing the work twice does no harm; else
the answer stands, and the room says what it does not know of.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from apps.agents.domain.address import KeptFile
from apps.core.sentences import sentence
from apps.files.actions.garbage_collection import release
from apps.teams.domain.states import AttemptState
from apps.teams.models import Attempt, Task, Team
from apps.teams.queries.repeatability import is_repeatable

MADE_BEFORE = sentence("It was made before the person's last words were known.")
ASKED_AGAIN = (
    "@{handle} answered task {number} without knowing what was said meanwhile: it is asked once more, with that."
)
STANDS = (
    "@{handle} did task {number} without knowing what was said meanwhile, and {why}: the result stands as it was made."
)

TAKEN_FROM_IT = "@{handle} sent a result of task {number} after it was taken from it: it is kept, and not used."


def note_said(team: Team, spared: Collection[str] = ()) -> None:
    """A person said something in a team's room: calls that are being made now don't know of it.

    In the goal's first room it concerns all who work for the goal, else the team alone; those with a handle in
    `spared` it does not concern.
    """
    running = Attempt.objects.filter(state=AttemptState.RUNNING).exclude(agent__handle__in=spared)
    concerned = running.filter(task__team=team) if team.parent_id else running.filter(task__team__goal=team.goal_id)
    concerned.update(overtaken=True)


def note_told(tasks: Sequence[Task]) -> None:
    """A person said something to those who do these tasks alone."""
    Attempt.objects.filter(state=AttemptState.RUNNING, task__in=tasks).update(overtaken=True)


def note_heard(attempt: Attempt, now: datetime) -> bool:
    """The agent of a call that goes on is told all that was said. Gives whether there was something new to it."""
    was_overtaken, attempt.overtaken, attempt.heard_at = attempt.overtaken, False, now
    attempt.save(update_fields=["overtaken", "heard_at"])
    return was_overtaken


def note_taken_back(team: Team, root_id: uuid.UUID, newest: Mapping[uuid.UUID, datetime]) -> None:
    """A person took something back: calls of the goal that nothing else has overtaken know of all that was said.

    `newest`: by team, when the last of what still stands in its room was said; `root_id`: of the goal's own team.
    """
    running = Attempt.objects.filter(state=AttemptState.RUNNING, overtaken=True, task__team__goal=team.goal_id)
    for attempt in running.select_related("task"):
        known_at = max(filter(None, (attempt.started_at, attempt.heard_at)))
        said_at = (newest.get(room) for room in (attempt.task.team_id, root_id))
        if not any(at is not None and at > known_at for at in said_at):
            attempt.overtaken = False
            attempt.save(update_fields=["overtaken"])


def is_to_be_made_again(attempt: Attempt) -> bool:
    """Whether an answer that came is put aside because of what was said meanwhile: once, and where it does no harm."""
    return attempt.overtaken and is_repeatable(attempt) and not _was_made_again(attempt)


def _was_made_again(attempt: Attempt) -> bool:
    return attempt.task.attempts.filter(state=AttemptState.LATE, failure=MADE_BEFORE).exists()


def put_aside(made: Sequence[KeptFile]) -> None:
    """The files of such an answer are not kept."""
    transaction.on_commit(lambda: release([file.hold_id for file in made]), robust=True)


def words_on(attempt: Attempt) -> str:
    """What the room is told of an attempt whose answer has just been taken, or put aside; "" where that is nothing."""
    if _came_to_others_task(attempt):
        return sentence(TAKEN_FROM_IT, handle=attempt.agent.handle, number=attempt.task.number)
    if not attempt.overtaken or attempt.state not in (AttemptState.DONE, AttemptState.LATE):
        return ""
    told = {"handle": attempt.agent.handle, "number": attempt.task.number}
    if attempt.state == AttemptState.LATE:
        return sentence(ASKED_AGAIN, **told) if attempt.failure == MADE_BEFORE else ""
    once, harm = sentence("was asked again once"), sentence("doing it twice could do harm")
    return sentence(STANDS, why=once if is_repeatable(attempt) else harm, **told)


def _came_to_others_task(attempt: Attempt) -> bool:
    """Whether an agent answered though somebody else has the task by now, in a team that still works."""
    task = attempt.task
    is_late = attempt.state == AttemptState.LATE and attempt.failure != MADE_BEFORE
    return is_late and task.owner.agent_id != attempt.agent_id and task.team.ended_at is None
