"""What a goal took: by team, by agent, by model, and as a table to take along."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.domain.access import Actor
from apps.chat.domain.spending import as_csv, by, total
from apps.chat.queries.spending import spending_of
from apps.teams.queries.access import goal_visible_to
from apps.web.views.door import door


@require_safe
@door
def page(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """Three tables of the same figures."""
    goal = goal_visible_to(actor, goal_id)
    rows = spending_of(goal.pk)
    context = {
        "goal": goal,
        "all": total(rows),
        "teams": by(lambda row: row.team, rows),
        "agents": by(lambda row: row.handle or row.who, rows),
        "models": by(lambda row: row.model, rows),
    }
    return render(request, "spend/page.html", context)


@require_safe
@door
def table(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The same, row by row, as CSV."""
    content = as_csv(spending_of(goal_visible_to(actor, goal_id).pk))
    name = f'attachment; filename="goal-{goal_id}-spend.csv"'
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})
