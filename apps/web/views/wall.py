"""The wall: many goals at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.chat.queries import wall
from apps.web.rendering.wall import wall_parts
from apps.web.views.door import door, page_number


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """`?page=`; 24 goals a page."""
    number = page_number(request)
    found = wall.wall(actor.workspace_id, timezone.now(), number)
    return render(request, "wall/page.html", {"parts": wall_parts(found), "number": number})
