"""The plan of a team as rows that are changed one by one, each saved by itself, until the step begins."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.agents.queries.directory import directory
from apps.chat import actions
from apps.core.languages import say
from apps.teams.actions import plans
from apps.teams.queries.access import task_operable_by, task_visible_to, team_visible_to
from apps.teams.queries.plans import plan_of
from apps.teams.queries.rehearsal import rehearsal_of
from apps.web.forms.plans import step_change, version_of
from apps.web.rendering.markup import render as fragment
from apps.web.rendering.plans import OwnerChoice, owner_choices, row_of, rows_of
from apps.web.views.door import door, is_htmx, lead_to

MOST_OWNERS = 200
CHANGED = {"HX-Trigger": "plan-changed"}
"""What is worked out of the plan is asked for again."""


@require_GET
@door
def page(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The steps in order; those that have not begun can be changed."""
    team = team_visible_to(actor, team_id)
    plan = plan_of(team)
    context = {
        "goal": team.goal,
        "team": team,
        "plan": plan,
        "rows": rows_of(plan, team.goal_id),
        "owners": _owners(actor),
        "rehearsal": None if plan.is_over else rehearsal_of(team, plan),
        "may_change": actor.may(Role.OPERATOR),
        "csrf": get_token(request),
    }
    return render(request, "plan/page.html", context)


@require_GET
@door
def rehearsal(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """What the plan will probably take, as it stands now."""
    team = team_visible_to(actor, team_id)
    found = rehearsal_of(team, plan_of(team))
    return HttpResponse(fragment("plan/rehearsal.html", team=team, rehearsal=found))


@require_POST
@door
def start(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """What comes after nothing begins."""
    actions.start_plan(actor, team_id)
    return lead_to(request, _room(actor, team_id))


@require_POST
@door
def propose_again(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """The coordinator makes another plan."""
    actions.propose_again(actor, team_id, request.POST.get("note", ""))
    return lead_to(request, _room(actor, team_id))


@require_POST
@door
def edit(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """One row is saved. Where somebody changed it meanwhile the newer row comes back, with who it was."""
    task_operable_by(actor, task_id)  # before what was sent is read
    try:
        plans.edit_step(actor, task_id, version_of(request), step_change(request))
    except plans.Outdated as outdated:
        return _newer_row(request, actor, task_id, str(outdated))
    except Refused as refused:
        if is_htmx(request):
            return _noted(actor, task_id, " ".join(map(say, refused.fields.values())), 422)
        raise
    return _noted(actor, task_id) if is_htmx(request) else _to_plan(request, actor, task_id)


@require_POST
@door
def move(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """A row goes a place up or down."""
    plans.move_step(actor, task_id, up=request.POST.get("up") == "1")
    return _rows(request, actor, task_id) if is_htmx(request) else _to_plan(request, actor, task_id)


@require_POST
@door
def drop(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    """A row is left out."""
    plans.drop_step(actor, task_id)
    return _rows(request, actor, task_id) if is_htmx(request) else _to_plan(request, actor, task_id)


def _owners(actor: Actor) -> list[OwnerChoice]:
    """Those who may be given a step."""
    agents, _ = directory(actor.workspace_id, offset=0, limit=MOST_OWNERS)
    return owner_choices(agents)


def _room(actor: Actor, team_id: UUID) -> str:
    return f"{reverse('room', args=[team_visible_to(actor, team_id).goal_id])}?team={team_id}"


def _to_plan(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    return lead_to(request, reverse("plan", args=[task_visible_to(actor, task_id).team_id]))


def _rows(request: HttpRequest, actor: Actor, task_id: UUID) -> HttpResponse:
    team = task_visible_to(actor, task_id).team
    plan = plan_of(team)
    known = {"plan": plan, "rows": rows_of(plan, team.goal_id), "owners": _owners(actor), "may_change": True}
    return HttpResponse(fragment("plan/rows.html", csrf=get_token(request), **known), headers=CHANGED)


def _noted(actor: Actor, task_id: UUID, wrong: str = "", status: int = 200) -> HttpResponse:
    """What stands below a row that was saved, or why it was not: what is being typed in it stays untouched."""
    plan = plan_of(task_visible_to(actor, task_id).team)
    step = next(one for one in plan.steps if one.id == task_id)
    return HttpResponse(
        fragment("plan/saved.html", step=step, wrong=wrong, saved=not wrong), status=status, headers=CHANGED
    )


def _newer_row(request: HttpRequest, actor: Actor, task_id: UUID, why: str) -> HttpResponse:
    team = task_visible_to(actor, task_id).team
    plan = plan_of(team)
    step = next(one for one in plan.steps if one.id == task_id)
    row = row_of(step, plan.steps, team.goal_id, why)
    known = {"row": row, "plan": plan, "owners": _owners(actor), "may_change": True}
    headers = {"HX-Retarget": f"#step-{task_id}", "HX-Reswap": "outerHTML"}
    return HttpResponse(fragment("plan/row.html", csrf=get_token(request), **known), status=409, headers=headers)
