"""The plan of a team over REST: its steps are changed until each of them begins."""

from uuid import UUID

from django.http import HttpResponse
from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.plans import PlanNote, PlanOut, RehearsalOut, StepConflict, StepIn, StepMove, StepOut
from apps.chat import actions
from apps.core.problems import answers
from apps.teams.actions import plans
from apps.teams.domain.plans import StepChange
from apps.teams.queries.access import task_visible_to, team_visible_to
from apps.teams.queries.plans import plan_of, step_of
from apps.teams.queries.rehearsal import rehearsal_of

router = Router(tags=["plans"])


@router.get("/teams/{uuid:team_id}/plan", response=answers(PlanOut))
def get_plan(request: ApiRequest, team_id: UUID) -> PlanOut:
    """The steps of a team's plan, and whether a person has to start it."""
    return PlanOut.model_validate(plan_of(team_visible_to(request.auth, team_id)))


@router.get("/teams/{uuid:team_id}/plan/rehearsal", response=answers(RehearsalOut))
def rehearse_plan(request: ApiRequest, team_id: UUID) -> RehearsalOut:
    """What the plan will probably take, from what its agents took before."""
    team = team_visible_to(request.auth, team_id)
    return RehearsalOut.model_validate(rehearsal_of(team, plan_of(team)))


@router.post("/teams/{uuid:team_id}/plan/start", response=answers(PlanOut))
def start_plan(request: ApiRequest, team_id: UUID) -> PlanOut:
    """Start a plan that waits: what comes after nothing begins."""
    actions.start_plan(request.auth, team_id)
    return get_plan(request, team_id)


@router.post("/teams/{uuid:team_id}/plan/again", response=answers(PlanOut))
def propose_plan_again(request: ApiRequest, team_id: UUID, wanted: PlanNote) -> PlanOut:
    """Have the coordinator make another plan instead of one that waits."""
    actions.propose_again(request.auth, team_id, wanted.note)
    return get_plan(request, team_id)


@router.patch("/tasks/{uuid:task_id}/step", response={**answers(StepOut), 409: StepConflict})
def edit_step(request: ApiRequest, task_id: UUID, wanted: StepIn) -> StepOut | HttpResponse:
    """Change a task that has not begun. 409 with the newer `step` where somebody else changed it meanwhile."""
    fields = wanted.model_dump(exclude={"version"}, exclude_unset=True)
    if wanted.after is not None:
        fields["after"] = tuple(wanted.after)
    try:
        plans.edit_step(request.auth, task_id, wanted.version, StepChange(**fields))
    except plans.Outdated as outdated:
        return _conflict(request, task_id, str(outdated))
    return _step(request, task_id)


@router.post("/tasks/{uuid:task_id}/step/move", response=answers(PlanOut))
def move_step(request: ApiRequest, task_id: UUID, wanted: StepMove) -> PlanOut:
    """Put a step a place further up or down: so steps begin where agents are scarce."""
    plans.move_step(request.auth, task_id, up=wanted.up)
    return get_plan(request, task_visible_to(request.auth, task_id).team_id)


@router.delete("/tasks/{uuid:task_id}/step", response=answers(PlanOut))
def drop_step(request: ApiRequest, task_id: UUID) -> PlanOut:
    """Leave a step out of a plan that has not started; what came after it comes after nothing instead of it."""
    plans.drop_step(request.auth, task_id)
    return get_plan(request, task_visible_to(request.auth, task_id).team_id)


def _step(request: ApiRequest, task_id: UUID) -> StepOut:
    return StepOut.model_validate(step_of(task_visible_to(request.auth, task_id)))


def _conflict(request: ApiRequest, task_id: UUID, why: str) -> HttpResponse:
    known = {"type": "/problems/conflict", "title": "Conflict", "status": 409, "detail": why}
    problem = StepConflict(**known, step=_step(request, task_id))
    return HttpResponse(problem.model_dump_json(), status=409, content_type="application/problem+json")
