"""The jobs that tell conversations, and agents, what happened."""

import threading
import uuid
from contextlib import suppress
from functools import partial

from celery import shared_task

from apps.accounts.bells import AccountsBell
from apps.agents.gateway import calls, pool
from apps.agents.gateway.lanes import EVERYBODY, current_lane, on_behalf_of
from apps.chat.actions import answers, checks, lost_authority, meanings, notifications, sweeper
from apps.chat.actions.last_resort import By, take_step
from apps.chat.bells import ChatBell
from apps.chat.jobs import intake, writer
from apps.chat.jobs.process import renew
from apps.core.shared_runs import SharedRuns
from apps.teams.actions.answers import held_answer
from apps.teams.bells import TeamsBell

MOST_STORED = 20  # answers in one transaction, each of whose files is small


@shared_task(name=TeamsBell.TASK_SETTLED.value)
def notify_task_settled(task_id: str) -> None:
    """Tell a conversation that a task settled."""
    take_step(By.TASK, uuid.UUID(task_id), notifications.notify_task_settled)


@shared_task(name=TeamsBell.AGENT_ASKED.value)
def notify_agent_asked(task_id: str) -> None:
    """Tell a conversation that a task's agent asked."""
    take_step(By.TASK, uuid.UUID(task_id), notifications.notify_agent_asked)


@shared_task(name=TeamsBell.SUBTEAM_DUE.value)
def form_subteam(task_id: str) -> None:
    """Form the sub-team of a task that is ready."""
    take_step(By.TASK, uuid.UUID(task_id), notifications.form_subteam)


@shared_task(name=TeamsBell.CHECK_DUE.value)
def begin_check(task_id: str) -> None:
    """Have somebody else look at a task that is claimed to be done."""
    take_step(By.TASK, uuid.UUID(task_id), checks.begin_check)


@shared_task(name=TeamsBell.LIMIT_REACHED.value)
def notify_limit_reached(team_id: str) -> None:
    """Pause a team whose limit is used up, and ask."""
    take_step(By.TEAM, uuid.UUID(team_id), notifications.notify_limit_reached)


@shared_task(name=ChatBell.GOAL_DONE.value)
def learn_from_goals(_workspace_id: str) -> None:
    """Let agents learn from the goals that went well: all that wait, so those that end at one moment need one look."""
    notifications.learn_from_goals()


@shared_task(name="chat.make_meanings")
def make_meanings() -> None:
    """Have what was said found by its meaning too."""
    with on_behalf_of(EVERYBODY):
        meanings.make_meanings(pool.giving_way)


_answers = SharedRuns(answers.store_answers, MOST_STORED, pool.lanes.lend_place)
"""Of the goals of a workspace that end at one moment, stored together."""


@shared_task(name=ChatBell.ANSWER_OWED.value)
def deliver_answer(goal_id: str) -> None:
    """Write the answer of a goal that has ended as files of it."""
    whom, goal = current_lane(), uuid.UUID(goal_id)
    with suppress(answers.AlreadyDelivered):
        answer = _answers.do_alone(goal) if whom is None else _answers.do(whom, goal)
        with held_answer(answer.kept):
            deliver = partial(answers.deliver, answer)
            answer.kept.written = writer.write(goal, answer.room_id, deliver, ahead=answers.read_delivered_ahead)


@shared_task(name=AccountsBell.AUTHORITY_LOST.value)
def stop_unauthorised(workspace_id: str | None = None) -> None:
    """End what runs in the name of those who may have it done no more, in a workspace or in all of them."""
    lost_authority.stop_unauthorised(uuid.UUID(workspace_id) if workspace_id else None)
    renew()  # the calls of this very process end at once, those of others within seconds


_sweeping = threading.Lock()


@shared_task(name="chat.sweep")
def sweep() -> None:
    """Find what no bell was heeded for, unless this process is at it already, and take up what is due."""
    try:
        _sweep_once()
    finally:
        intake.note_more()


def _sweep_once() -> None:
    if _sweeping.acquire(blocking=False):
        try:
            sweeper.sweep(calls.in_flight())
        finally:
            _sweeping.release()
