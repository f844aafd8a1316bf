"""The parts of the home page that change by themselves: what waits for a person, and the list of goals."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from apps.chat.queries.goals import FILTERS, GoalPage
from apps.chat.queries.inbox import deciders_of, inbox_items
from apps.web.rendering.markup import render


@dataclass(frozen=True)
class FilterLink:
    """One way to filter the list."""

    label: str
    url: str
    chosen: bool


def home_parts(workspace_id: UUID, found: GoalPage, now: datetime, *, csrf: str = "") -> dict[str, SafeString]:
    """The parts by the id that each replaces."""
    waiting = inbox_items(workspace_id, now)
    return {
        "needs-you": render(
            "home/needs.html", needs=waiting, csrf=csrf, deciders=deciders_of(workspace_id) if waiting else ""
        ),
        "goals": render(
            "home/goals.html", goals=found, filters=_filters(found), older=_page(found, 1), newer=_page(found, -1)
        ),
        "waiting": render("parts/waiting.html", waiting=len(waiting)),
    }


def _filters(found: GoalPage) -> list[FilterLink]:
    return [FilterLink(gettext(label), _url(name, 1), name == found.chosen) for name, (label, _) in FILTERS.items()]


def _page(found: GoalPage, step: int) -> str:
    page = found.page + step
    return _url(found.chosen, page) if 1 <= page <= found.pages else ""


def _url(chosen: str, page: int) -> str:
    query = {name: value for name, value in (("state", chosen), ("page", page if page > 1 else "")) if value}
    return f"{reverse('home')}{'?' + urlencode(query) if query else ''}#goals"
