"""What happened to calls and tasks, told to their conversations: each time once, however often the bell rings."""

import logging
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import OperationalError, transaction

from apps.agents import actions as agents
from apps.agents import queries as registry
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.profile import Availability
from apps.chat.actions import findings, messages
from apps.chat.actions.goals import open_room
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import Scene, close_all, open_scene, read_rooms_of_teams_ahead, scene_of_team
from apps.chat.actions.separately import separately
from apps.chat.actions.transitions import consume_settled, move
from apps.chat.domain.machine.inputs import AgentAsked, DeadlinePassed, LimitChanged, LimitReached
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.chat.queries.told import read_evidence_ahead
from apps.core.sentences import join_sentences, plural_sentence, sentence
from apps.journal.actions import Log
from apps.teams.actions import approvals, attempt_ends, attempts, goals, limits, overtaking, suspension, tasks, teams
from apps.teams.actions.claims import ClaimedSlots, note_free_slot, take_ready
from apps.teams.bells import TeamsBell
from apps.teams.domain.formation import Seat, agents_in
from apps.teams.domain.limits import Limit, Limits
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.domain.versions import Placement
from apps.teams.queries.conversation_tasks import read_work_ahead, task_with_id
from apps.teams.queries.goals import lessons_of
from apps.teams.queries.limits import grantable_limits, has_room_for_team, overdrawn_payer
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Attempt, Task, Team
from apps.teams.queries.waiting_work import teams_paused_by_budget

log = logging.getLogger(__name__)

MOST_LESSONS = 100


def notify_task_settled(task_id: uuid.UUID) -> None:
    """A task settled: its conversation takes note, and first of those that settled before."""
    with open_scene(_room_of_task(task_id)) as scene:
        consume_settled(scene)


def notify_agent_asked(task_id: uuid.UUID) -> None:
    """A task's agent asked: its conversation takes note, and the colleague whose skills fit best speaks next."""
    fitting = _fitting_colleague(task_id)
    with open_scene(_room_of_task(task_id)) as scene:
        task = scene.task_with_id(task_id)
        if task.question_heeded_at is not None or task.state != TaskState.ASKING:
            return
        suspension.mark_question_consumed(scene.log, task)
        move(scene, _asked(task, fitting))


def _asked(task: Task, fitting: str | None) -> AgentAsked:
    if task.asks is None or task.asks.addressees.admit(None):
        return AgentAsked(task.number, task.question, fitting)
    return AgentAsked(task.number, task.question, people_only=True, options=tuple(task.asks.options))


def _fitting_colleague(task_id: uuid.UUID) -> str | None:
    """The member, other than who asks, whose skills cover the question best."""
    task = task_with_id(task_id)
    others = [one.handle for one in members_of(task.team) if one.agent_id and one.id != task.owner_id]
    if not others:
        return None
    found = registry.find_for_need(task.team.goal.workspace_id, task.question, only=others, origin=task.origin_id)
    return next((one.handle for one, _ in found if one.availability is not Availability.OFFLINE), None)


def form_subteam(task_id: uuid.UUID) -> None:
    """A task that a sub-team shall do is ready: the team is formed, under what its parent has left, and begins."""
    with open_scene(_room_of_task(task_id)) as scene:
        task = scene.task_with_id(task_id)
        if task.state != TaskState.READY or not task.seats or scene.team.frozen_at is not None:
            return
        if _is_stopped(scene):
            return
        tasks.move(scene.log, task, TaskState.WORKING)
        if not has_room_for_team(scene.team):
            tasks.settle(
                scene.log, task, TaskState.FAILED, failure=sentence("The limit on the number of teams is reached.")
            )
            return
        grant = grantable_limits(scene.team, scene.log.now)
        if grant is None:  # nothing is granted that nobody has
            tasks.settle(
                scene.log, task, TaskState.FAILED, failure=sentence("The limits leave nothing for another team.")
            )
            return
        _form(scene, task, grant)


def _form(scene: Scene, task: Task, grant: Limits) -> None:
    seats = tuple(Seat.model_validate(seat) for seat in task.seats)
    team = teams.form_subteam(scene.log, scene.team, task, grant, seats)
    limits.reserve(scene.team, teams=1)
    count = agents_in(seats)
    line = messages.NewMessage(
        MessageKind.DELEGATION,
        plural_sentence(
            "Formed the team “{team}” of one agent.",
            "Formed the team “{team}” of {count} agents.",
            count,
            team=team.name,
        ),
        member=scene.member_with_id(task.owner_id),
        data={"team": str(team.id), "task": task.number},
        task_number=task.number,
    )
    messages.save(scene, line)
    open_room(scene.log, team, task.brief)


def notify_limit_reached(team_id: uuid.UUID) -> None:
    """A step could not be dispatched, or time ran out: where a limit is used up its team pauses and asks."""
    with open_scene(_room_of_team(team_id)) as scene:
        _is_stopped(scene)


def _is_stopped(scene: Scene) -> bool:
    """Whether a limit of the goal is used up: then all of it pauses, and asks."""
    limit = limits.exhausted_goal(scene.log, scene.team)
    if limit is None:
        return False
    move(scene.root(), DeadlinePassed() if limit is Limit.MINUTES else LimitReached(limit))
    return True


def go_on_with_new_budgets(now: datetime) -> None:
    """Goals that a day's budget had paused go on where there is budget again."""
    for team_id, workspace_id, user_id in teams_paused_by_budget():
        if overdrawn_payer(workspace_id, user_id, now) is None:
            separately(partial(_go_on, team_id), team_id)


def _go_on(team_id: uuid.UUID) -> None:
    with open_scene(_room_of_team(team_id)) as scene:
        move(scene, LimitChanged())


def learn_from_goals() -> None:
    """The agents whose tasks gave the answers learn what kind of goals they are good for.

    All goals that went well and wait for this are looked at together; who finds none has nothing to do. Where that
    fails, each is by itself, and what nothing can be learned from is left out.
    """
    try:
        with transaction.atomic():
            _learn_from(goals.take_unlearned(MOST_LESSONS))
    except OperationalError:
        raise  # what is held, or a database that is away: the next look tries again
    except Exception:
        log.warning("goals could not be learned from together: each is now by itself", exc_info=True)
        for _ in range(MOST_LESSONS):
            if not _learned_from_one():
                break


@transaction.atomic
def _learned_from_one() -> bool:
    """Whether there was one that waited; it waits no more."""
    texts = goals.take_unlearned(1)
    try:
        with transaction.atomic():
            _learn_from(texts)
    except OperationalError:
        raise
    except Exception:
        log.exception("nothing can be learned from goal %s", *texts)
    return bool(texts)


def _learn_from(texts: Mapping[uuid.UUID, str]) -> None:
    if texts:
        agents.learn_from_goals(lessons_of(texts))


def _room_of_task(task_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team__tasks=task_id)


def _room_of_team(team_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team_id=team_id)


def read_ended_ahead(ended: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what `finish_attempt` begins with, for the steps of many goals: attempt -> stream."""
    tasks_of = attempts.read_attempts_ahead(ended)
    teams_at = {task.team_id: ended[key] for key, task in tasks_of.items()}
    read_rooms_of_teams_ahead(teams_at)
    read_work_ahead(teams_at)
    read_evidence_ahead({task.id: ended[key] for key, task in tasks_of.items()})
    approvals.read_asked_ahead(teams_at)


def finish_attempt(
    attempt_id: uuid.UUID, begun: datetime | None, outcome: CallOutcome, slots: ClaimedSlots | None = None
) -> None:
    """Record how a call ended, tell the conversation what settled by it, and take the work that became ready.

    `begun`: when the call began, as its attempt said then.
    """
    with attempts.lock_attempt(attempt_id) as (log, attempt):
        found = findings.found_in(attempt, outcome, begun)
        conflicts = attempt_ends.end_attempt(log, attempt, outcome, begun, found)
        if found:
            findings.record(log, attempt, found)
        if conflicts:
            _tell_of_files(log, attempt.task.team, [_conflict(attempt, at) for at in conflicts])
        if outcome.left_out and attempt.state == AttemptState.DONE:
            _tell_of_files(log, attempt.task.team, outcome.left_out)
        if words := overtaking.words_on(attempt):
            _tell(log, attempt.task.team, words, about="change")
        if log.rung(TeamsBell.TASK_SETTLED):
            scene = scene_of_team(log, attempt.task.team)
            consume_settled(scene)
            close_all(scene)
        take_ready(log, slots)
        note_free_slot(log, attempt)


def _conflict(attempt: Attempt, at: Placement) -> str:
    """That a file was written on a version that somebody else had replaced meanwhile."""
    return sentence(
        "@{handle} wrote “{file}” on version {on} while version {current} was current: kept beside it as "
        "version {number}.",
        handle=attempt.agent.handle,
        file=at.name,
        on=at.based_on,
        current=at.current,
        number=at.number,
    )


def _tell_of_files(log: Log, team: Team, sentences: Sequence[str]) -> None:
    """Say in the room what became of files that are not among the result's, or not as their author meant it."""
    _tell(log, team, join_sentences("\n", sentences), about="files")


def _tell(log: Log, team: Team, words: str, about: str) -> None:
    scene = scene_of_team(log, team)
    save(scene, NewMessage(MessageKind.NOTICE, words, data={"about": about}))
    scene.close()
