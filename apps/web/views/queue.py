"""All that waits for a person, in one list: what holds up most comes first."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.chat.queries.inbox import inbox_items
from apps.web.views.door import door


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Each with what would be sent, and the ways to decide; after one comes the next."""
    needs = inbox_items(actor.workspace_id, timezone.now())
    return render(request, "queue/page.html", {"needs": needs, "csrf": get_token(request)})
