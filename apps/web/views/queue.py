"""All that waits for a person, in one list: what holds up most comes first."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.chat.actions.mentions import see_mention
from apps.chat.queries.inbox import inbox_items
from apps.chat.queries.mentions import unseen_mentions
from apps.web.views.door import door, lead_to


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Each with what would be sent, and the ways to decide; after one comes the next."""
    needs = inbox_items(actor.workspace_id, timezone.now())
    context = {"needs": needs, "mentions": unseen_mentions(actor), "csrf": get_token(request)}
    return render(request, "queue/page.html", context)


@require_POST
@door
def seen(request: HttpRequest, actor: Actor, message_id: UUID) -> HttpResponse:
    """Somebody knows of a message that names them: it leaves their list."""
    see_mention(actor, message_id)
    return lead_to(request, reverse("queue"))
