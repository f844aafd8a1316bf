"""Who is in other registries: found by what is wanted, and looked at like any address before they join."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import require
from apps.agents.actions.elsewhere import search_elsewhere
from apps.web.views.door import member_page


@require_safe
@member_page
def found(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The form, and with `?q=` who fits; the registries are told the words."""
    require(actor, Role.OPERATOR)
    wanted = request.GET.get("q", "").replace("\x00", "").strip()[:2_000]
    answer = search_elsewhere(actor, wanted) if wanted else None
    return render(request, "agents/elsewhere.html", {"wanted": wanted, "answer": answer, "actor": actor})
