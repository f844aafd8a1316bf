"""The directory of agents, to read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.agents.queries.directory import directory, found, profile
from apps.chat.views.door import door

PAGE = 24


@require_GET
@door
def listing(request: HttpRequest, actor: Actor) -> HttpResponse:
    """All agents by name, or those that fit `?q=` by meaning, best first."""
    query = request.GET.get("q", "").strip()[:2000]
    value = request.GET.get("page", "")
    page = max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 7 else 1
    if query:
        cards = found(actor.workspace_id, query, PAGE)
        total, pages = len(cards), 1
    else:
        cards, total = directory(actor.workspace_id, offset=(page - 1) * PAGE, limit=PAGE)
        pages = max(-(-total // PAGE), 1)
    context = {
        "cards": cards,
        "total": total,
        "query": query,
        "page": page,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }
    return render(request, "agents/listing.html", context)


@require_GET
@door
def one(request: HttpRequest, actor: Actor, handle: str) -> HttpResponse:
    """An agent's profile."""
    return render(request, "agents/profile.html", {"card": profile(actor.workspace_id, handle)})
