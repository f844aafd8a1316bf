"""Loading an object and proving that this person may have it: one step, so that neither is forgotten.

What belongs to another workspace does not exist; what exists but takes a higher role is forbidden.
"""

import uuid

from django.db.models import Q

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.queries import approval_policy
from apps.core.sentences import sentence
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import ApprovalKind
from apps.teams.domain.versions import VersionState
from apps.teams.models import Approval, FileVersion, Goal, Question, QuestionHop, Task, Team

_GOALS = CompiledQuery(lambda goal, here: Goal.objects.filter(id=goal, workspace_id=here), uuid.UUID, uuid.UUID)
_TEAMS = CompiledQuery(
    lambda team, here: Team.objects.select_related("goal").filter(id=team, goal__workspace_id=here),
    uuid.UUID,
    uuid.UUID,
)


def _needs(actor: Actor, role: Role) -> None:
    if not actor.may(role):
        raise Forbidden(sentence("This takes the role {role}; yours is {role2}.", role=role, role2=actor.role))


def goal_visible_to(actor: Actor, goal_id: uuid.UUID) -> Goal:
    """A goal. Raises NotFound."""
    try:
        return _GOALS.one(goal_id, actor.workspace_id)
    except Goal.DoesNotExist:
        raise NotFound("There is no such goal.") from None


def goal_operable_by(actor: Actor, goal_id: uuid.UUID) -> Goal:
    """A goal to be changed. Raises NotFound, Forbidden."""
    goal = goal_visible_to(actor, goal_id)
    _needs(actor, Role.OPERATOR)
    return goal


def team_visible_to(actor: Actor, team_id: uuid.UUID) -> Team:
    """A team with its goal. Raises NotFound."""
    try:
        return _TEAMS.one(team_id, actor.workspace_id)
    except Team.DoesNotExist:
        raise NotFound("There is no such team.") from None


def team_operable_by(actor: Actor, team_id: uuid.UUID) -> Team:
    """A team to be changed. Raises NotFound, Forbidden."""
    team = team_visible_to(actor, team_id)
    _needs(actor, Role.OPERATOR)
    return team


def task_visible_to(actor: Actor, task_id: uuid.UUID) -> Task:
    """A task with its team and goal. Raises NotFound."""
    try:
        tasks = Task.objects.select_related("team__goal", "owner__agent")
        return tasks.get(id=task_id, team__goal__workspace_id=actor.workspace_id)
    except Task.DoesNotExist:
        raise NotFound("There is no such task.") from None


def task_operable_by(actor: Actor, task_id: uuid.UUID) -> Task:
    """A task to be changed. Raises NotFound, Forbidden."""
    task = task_visible_to(actor, task_id)
    _needs(actor, Role.OPERATOR)
    return task


def approval_operable_by(actor: Actor, approval_id: uuid.UUID) -> Approval:
    """An approval to be decided; leave by whom the workspace lets give it. Raises NotFound, Forbidden."""
    try:
        approvals = Approval.objects.select_related("team__goal", "task")
        approval = approvals.get(id=approval_id, team__goal__workspace_id=actor.workspace_id)
    except Approval.DoesNotExist:
        raise NotFound("There is no such question.") from None
    is_permit = approval.kind == ApprovalKind.PERMIT
    _needs(actor, approval_policy(actor.workspace_id).deciders if is_permit else Role.OPERATOR)
    return approval


def asked_visible_to(actor: Actor, asked_id: uuid.UUID) -> None:
    """See that people of the actor's workspace were asked something under this id. Raises NotFound."""
    here = Approval.objects.filter(id=asked_id, team__goal__workspace_id=actor.workspace_id)
    put = QuestionHop.objects.filter(id=asked_id, to_people=True, room__goal__workspace_id=actor.workspace_id)
    if not (here.exists() or put.exists()):
        raise NotFound("There is no such question.")


def question_visible_to(actor: Actor, question_id: uuid.UUID) -> Question:
    """A question with its room and task, by its id, or by that under which people were asked. Raises NotFound."""
    rows = Question.objects.select_related("room__goal", "task", "hop")
    row = rows.filter(
        Q(id=question_id) | Q(id__in=QuestionHop.objects.filter(id=question_id).values("question")),
        room__goal__workspace_id=actor.workspace_id,
    ).first()
    if row is None:
        raise NotFound("There is no such question.")
    return row


def question_operable_by(actor: Actor, question_id: uuid.UUID) -> Question:
    """A question to be answered or passed on. Raises NotFound, Forbidden."""
    question = question_visible_to(actor, question_id)
    _needs(actor, Role.OPERATOR)
    return question


def artifact_visible_to(actor: Actor, artifact_id: uuid.UUID) -> FileVersion:
    """A version of a goal's file, to be read: by its own id, or the current one by the file's. Raises NotFound."""
    current = Q(file=artifact_id, state=VersionState.ACCEPTED)
    rows = FileVersion.objects.filter(Q(id=artifact_id) | current, file__goal__workspace_id=actor.workspace_id)
    found = rows.select_related("blob", "file").order_by("-number").first()
    if found is None:
        raise NotFound("There is no such file.")
    return found


def may_launch(actor: Actor) -> None:
    """Whether this person may give goals. Raises Forbidden."""
    _needs(actor, Role.OPERATOR)
