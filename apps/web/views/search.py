"""Searching the workspace."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat.domain.search import Sought
from apps.chat.queries.goals import FILTERS
from apps.chat.queries.search import PER_PAGE, Hits, search
from apps.core.texts import replace_unstorable
from apps.teams.queries.access import goal_visible_to
from apps.web.rendering.markup import render as fragment
from apps.web.rendering.palette import palette_entries
from apps.web.rendering.search import hit_views, kind_links, pager, sought_in, without
from apps.web.views.door import door, page_number, seat_of


@require_GET
@door
def page(request: HttpRequest, actor: Actor) -> HttpResponse:
    """`?q=`, narrowed by `kind`, `goal`, `who`, `state` and `since`; `page` counts from 1."""
    asked, number = request.GET, page_number(request)
    errors, sought, found = {}, Sought(), Hits((), 0)
    try:
        sought = sought_in(asked)
        found = search(actor.workspace_id, sought, timezone.now(), offset=(number - 1) * PER_PAGE)
    except Refused as refused:
        errors = refused.fields
    context = {
        "asked": asked,
        "sought": sought,
        "goal": goal_visible_to(actor, sought.goal_id) if sought.goal_id else None,
        "without_goal": without(asked, "goal"),
        "errors": errors,
        "found": found,
        "hits": hit_views(found),
        "kinds": kind_links(asked, sought.kind),
        "states": [(name, gettext(label)) for name, (label, _) in FILTERS.items() if name],
        "narrowed": any(asked.get(name) for name in ("goal", "who", "state", "since")),
        "pager": pager(asked, found, number),
    }
    return render(request, "search/page.html", context, status=422 if errors else 200)


@require_GET
@door
def palette(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The options of the command palette for what is typed (`q`)."""
    text = replace_unstorable(request.GET.get("q", ""))
    entries = palette_entries(actor, text, timezone.now(), seat_of(request).workspaces)
    return HttpResponse(fragment("search/options.html", entries=entries))
