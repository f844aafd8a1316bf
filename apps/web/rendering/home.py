"""The parts of the home page that change by themselves: what waits for a person, and the list of goals."""

from collections.abc import Collection
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
from apps.web.rendering.parts import with_mark


@dataclass(frozen=True)
class FilterLink:
    """One way to filter the list."""

    label: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class DrawnHome:
    """The parts by the id that each replaces, and the marks of those that have one."""

    parts: dict[str, SafeString]
    marks: dict[str, str]

    def lacking(self, drawn: Collection[str]) -> dict[str, SafeString]:
        """What a page lacks that shows these pieces."""
        return {name: html for name, html in self.parts.items() if self.marks.get(name) not in drawn}


def draw_home(workspace_id: UUID, found: GoalPage, now: datetime, *, csrf: str = "") -> DrawnHome:
    """The parts as they are now. `csrf`: of whose page it is, "" for what is the same for everybody."""
    waiting = inbox_items(workspace_id, now)
    marked = {
        "needs-you": with_mark(
            render("home/needs.html", needs=waiting, csrf=csrf, deciders=deciders_of(workspace_id) if waiting else "")
        ),
        "goals": with_mark(
            render(
                "home/goals.html", goals=found, filters=_filters(found), older=_page(found, 1), newer=_page(found, -1)
            )
        ),
    }
    parts = {name: html for name, (html, _) in marked.items()}
    badge = render("parts/waiting.html", waiting=len(waiting))
    return DrawnHome(parts | {"waiting": badge}, {name: mark for name, (_, mark) in marked.items()})


def _filters(found: GoalPage) -> list[FilterLink]:
    return [FilterLink(gettext(label), _url(name, 1), name == found.chosen) for name, (label, _) in FILTERS.items()]


def _page(found: GoalPage, step: int) -> str:
    page = found.page + step
    return _url(found.chosen, page) if 1 <= page <= found.pages else ""


def _url(chosen: str, page: int) -> str:
    query = {name: value for name, value in (("state", chosen), ("page", page if page > 1 else "")) if value}
    return f"{reverse('home')}{'?' + urlencode(query) if query else ''}#goals"
