"""People change tasks that have not begun: the rows of a plan, before it starts and while it runs.

Every change names the version of the row that it was made on. Of two people who change one row at one time the second
is refused, and reads the newer row first.
"""

import uuid
from collections.abc import Iterable, Sequence

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.journal.actions import Log, audit, recording
from apps.teams.actions import approvals, tasks
from apps.teams.actions.retries import candidate_named, refuse_successor
from apps.teams.actions.teams import join_agent
from apps.teams.domain.checks import check_of, outcome_without_check
from apps.teams.domain.plans import (
    ENDED_PLAN,
    MOST_BRIEF,
    MOST_CHECK,
    MOST_TITLE,
    StepChange,
    comes_after_itself,
    join_check,
    move_row,
)
from apps.teams.domain.states import OPEN_TASK, START_PLAN, ApprovalKind, GoalOutcome, TaskState
from apps.teams.events import TeamsDeed
from apps.teams.models import PlanStep, Task, Team
from apps.teams.models.plans import PLACE
from apps.teams.queries.access import task_operable_by
from apps.teams.queries.plans import editor_of

QUESTION = sentence("The plan is ready. Start it, or change it first.")


class Outdated(Conflict):
    """Somebody changed the row meanwhile: whoever is told reads it again and changes that."""


def edit_step(actor: Actor, task_id: uuid.UUID, version: int, change: StepChange) -> None:
    """Change a task that has not begun; from now on it is given in this person's name.

    It begins at once where the plan has started and nothing is left that it comes after.
    Raises Refused (title, brief, agent, after, check), NotFound, Forbidden, Outdated, Conflict (it has begun).
    """
    team = task_operable_by(actor, task_id).team
    with recording(team.goal_id) as log:
        task = _editable(actor, task_id)
        _take_version(log, actor, task, version)
        _write(task, change)
        task.origin_id = act_for(log, actor)
        task.save(update_fields=_WRITTEN)
        if change.after is not None:
            task.depends_on.set(_tasks_before(task, change.after))
        _give(log, actor, task, change.owner)
        audit(TeamsDeed.STEP_EDITED, actor, task, task.id, version=version + 1)
        if not is_held(task.team):
            tasks.start_if_free(log, task)


_WRITTEN = ("title", "brief", "origin", "planned_check", "verification")


def move_step(actor: Actor, task_id: uuid.UUID, *, up: bool) -> None:
    """Put a row a place further up or down: so they begin where agents are scarce. Raises as `edit_step`."""
    team = task_operable_by(actor, task_id).team
    with recording(team.goal_id):
        task = _editable(actor, task_id)
        rows = list(Task.objects.filter(team=task.team).order_by(*PLACE))
        planned = [row.number for row in rows if row.state == TaskState.PLANNED]
        numbers = move_row([row.number for row in rows], planned, task.number, up=up)
        steps = [PlanStep(task=row, place=numbers.index(row.number) + 1) for row in rows]
        PlanStep.objects.bulk_create(steps, update_conflicts=True, unique_fields=["task"], update_fields=["place"])
        audit(TeamsDeed.STEP_MOVED, actor, task, task.id, up=up)


def drop_step(actor: Actor, task_id: uuid.UUID) -> None:
    """Leave a task out of a plan that has not started; what came after it comes after nothing instead of it.

    Raises as `edit_step`, and Conflict where it is the only one, or the plan has started.
    """
    team = task_operable_by(actor, task_id).team
    with recording(team.goal_id) as log:
        task = _editable(actor, task_id)
        if not is_held(task.team):
            raise Conflict("The plan has started. Take the task back on its page; the team is told.")
        if not Task.objects.filter(team=task.team, state=TaskState.PLANNED).exclude(pk=task.pk).exists():
            raise Conflict("It is the only step. Ask for another plan, or stop the goal.")
        act_for(log, actor)
        task.dependants.clear()
        tasks.cancel(log, [task], sentence("Left out of the plan by {name}.", name=actor.name))
        audit(TeamsDeed.STEP_DROPPED, actor, task, task.id)


def hold_plan(log: Log, team: Team) -> None:
    """Put the tasks of a goal that shows its plan before people, who start them."""
    if is_held(team):
        approvals.ask(log, team, ApprovalKind.PLAN, QUESTION, options=[START_PLAN])


def start_plan(log: Log, team: Team, given: Iterable[Task]) -> None:
    """What waits for nothing begins, in the order of the rows. `given`: the team's tasks, with their owners."""
    team.goal.plan_started_at = log.now
    team.goal.save(update_fields=["plan_started_at"])
    planned = {task.id: task for task in given if task.state == TaskState.PLANNED}
    for key in Task.objects.filter(id__in=planned).order_by(*PLACE).values_list("id", flat=True):
        tasks.start_if_free(log, planned[key])


def is_held(team: Team) -> bool:
    """Whether the tasks of a team wait until a person starts them."""
    return team.parent_id is None and team.goal.holds_plan


def _editable(actor: Actor, task_id: uuid.UUID) -> Task:
    """The task, read again under the lock."""
    task = task_operable_by(actor, task_id)
    if task.team.goal.outcome != GoalOutcome.RUNNING or task.team.ended_at is not None:
        raise Conflict(ENDED_PLAN)
    if task.state != TaskState.PLANNED:
        raise Conflict(sentence("This step can't be changed any more; it is {state}.", state=TaskState(task.state)))
    return task


def _take_version(log: Log, actor: Actor, task: Task, version: int) -> None:
    step, _ = PlanStep.objects.get_or_create(task=task)
    if step.version != version:
        by = editor_of(step) or sentence("Somebody")
        raise Outdated(sentence("{by} changed this step meanwhile. Look at what it says now.", by=by))
    step.version, step.edited_by_id, step.edited_at = version + 1, actor.user_id, log.now
    step.save(update_fields=["version", "edited_by", "edited_at"])


def _write(task: Task, change: StepChange) -> None:
    if change.title is not None:
        task.title = _line(change.title)
    if change.brief is not None:
        task.brief = _brief(change.brief)
    if change.check is not None or change.needs_ok is not None:
        if len(change.check or "") > MOST_CHECK:
            raise Refused(check=sentence("A check has at most {most_check:,} characters.", most_check=MOST_CHECK))
        check = join_check(check_of(task.planned_check), change)
        task.planned_check = check.model_dump(mode="json") if check else {}
        task.verification = outcome_without_check(planned=check is not None).verification


def _line(title: str) -> str:
    title = " ".join(drop_unstorable(title).split())
    if not title:
        raise Refused(title="Give the step a name.")
    if len(title) > MOST_TITLE:
        raise Refused(
            title=sentence(
                "A name has at most {most_title} characters; this one has {number}.",
                most_title=MOST_TITLE,
                number=len(title),
            )
        )
    return title


def _brief(brief: str) -> str:
    brief = drop_unstorable(brief).strip()
    if not brief:
        raise Refused(brief="Say what is to be done.")
    if len(brief) > MOST_BRIEF:
        raise Refused(
            brief=sentence(
                "A step has at most {most_brief:,} characters; this one has {number:,}.",
                most_brief=MOST_BRIEF,
                number=len(brief),
            )
        )
    return brief


def _tasks_before(task: Task, after: Sequence[int]) -> list[Task]:
    team = {one.number: one for one in Task.objects.filter(team=task.team).prefetch_related("depends_on")}
    if unknown := [number for number in after if number not in team]:
        raise Refused(after=sentence("There is no step {value} in this plan.", value=unknown[0]))
    lost = [n for n in after if team[n].state not in OPEN_TASK and team[n].state != TaskState.DONE]
    if lost:
        raise Refused(
            after=sentence(
                "Step {value} is {state}: nothing comes of it.", value=lost[0], state=TaskState(team[lost[0]].state)
            )
        )
    order = {number: [before.number for before in one.depends_on.all()] for number, one in team.items()}
    if comes_after_itself(order, task.number, after):
        raise Refused(after="Then the step would wait for itself. Choose others.")
    return [team[number] for number in after]


def _give(log: Log, actor: Actor, task: Task, owner: str | None) -> None:
    """Whoever is named does it, and the change is told of."""
    if owner is None or (task.owner.agent is not None and owner.removeprefix("@") == task.owner.agent.handle):
        tasks.tell(log, task)
        return
    candidate = candidate_named(actor, owner)
    refuse_successor(task, candidate)
    tasks.hand_over(log, task, join_agent(log, task.team, candidate))
