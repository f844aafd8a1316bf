"""What the command palette offers: pages and actions by their words, then what a search finds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts.domain.access import Actor, Role
from apps.accounts.queries import OpenTo
from apps.chat.domain.search import MOST_TEXT, HitKind, Sought
from apps.chat.queries.search import search
from apps.teams.queries.lists import goals_after
from apps.web.rendering.search import ICONS, HitView, hit_views
from apps.web.rendering.settings import PLACES

FOUND = 8
NEWEST = 5
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class PaletteEntry:
    """Something to go to or to do.

    `act`: what the page's script does; `workspace`: which one to open; `keys`: what does it without the palette.
    """

    label: str
    icon: str
    url: str = ""
    act: str = ""
    workspace: UUID | None = None
    note: str = ""
    keys: str = ""


@dataclass(frozen=True)
class _Offer:
    """An entry that is always there for this role; `words`: what else it is called."""

    entry: PaletteEntry
    words: str = ""
    role: Role = Role.VIEWER


def palette_entries(actor: Actor, text: str, now: datetime, workspaces: Sequence[OpenTo] = ()) -> list[PaletteEntry]:
    """What fits the text; without one all pages and actions, and the newest goals. `workspaces`: that may be opened."""
    asked = text.strip()[:MOST_TEXT]
    offers = chain(_offers(), _others(actor, workspaces))
    offered = [offer.entry for offer in offers if actor.may(offer.role) and _fits(asked, offer)]
    return offered + (_found(actor, asked, now) if asked else _newest(actor))


def _offers() -> Iterator[_Offer]:
    home = reverse("home")
    yield _Offer(
        PaletteEntry(gettext("New goal"), "plus", f"{home}#goal", keys="c"), "give start create task", Role.OPERATOR
    )
    yield _Offer(PaletteEntry(gettext("Goals"), "target", home, keys="g r"), "home list")
    yield _Offer(
        PaletteEntry(gettext("Needs you"), "inbox", reverse("queue"), keys="g n"), "approvals questions waiting inbox"
    )
    yield _Offer(
        PaletteEntry(gettext("Wall"), "layout-grid", reverse("wall"), keys="g w"), "goals running overview monitor"
    )
    yield _Offer(PaletteEntry(gettext("Agents"), "users", reverse("agents"), keys="g a"), "directory registry")
    yield _Offer(
        PaletteEntry(gettext("Templates"), "book-open", reverse("templates"), keys="g t"), "gallery blanks again"
    )
    yield _Offer(
        PaletteEntry(gettext("Connect an agent"), "link", reverse("agents-joining")), "add register join", Role.OWNER
    )
    yield _Offer(PaletteEntry(gettext("Settings"), "settings", reverse("settings"), keys="g s"), "profile")
    for place in PLACES.values():
        if place.url_name != "settings":
            yield _Offer(
                PaletteEntry(gettext(place.title), place.icon, reverse(place.url_name)), "settings", place.role
            )
    yield _Offer(PaletteEntry(gettext("Light or dark"), "sun-moon", act="theme"), "theme colours night")
    yield _Offer(
        PaletteEntry(gettext("Show or hide API calls"), "terminal", act="calls"), "copy curl programs rest developer"
    )
    yield _Offer(PaletteEntry(gettext("Keyboard"), "circle-question-mark", act="keys", keys="?"), "shortcuts help")


def _others(actor: Actor, workspaces: Sequence[OpenTo]) -> Iterator[_Offer]:
    for one in workspaces:
        if one.id != actor.workspace_id:
            label = gettext("Open {name}").format(name=one.name)
            yield _Offer(
                PaletteEntry(label, "layout-grid", workspace=one.id, note=gettext("Workspace")), "switch workspace"
            )


def _fits(asked: str, offer: _Offer) -> bool:
    """Whether each word that was typed begins one of the entry's."""
    words = [word.lower() for word in _WORD.findall(f"{offer.entry.label} {offer.words}")]
    return all(any(word.startswith(typed) for word in words) for typed in asked.lower().split())


def _found(actor: Actor, asked: str, now: datetime) -> list[PaletteEntry]:
    views = hit_views(search(actor.workspace_id, Sought(asked), now, limit=FOUND))
    return [PaletteEntry(_label(view), view.icon, view.url, note=_note(view)) for view in views]


def _label(view: HitView) -> str:
    """A message by what was found in it: many of one room have the same title."""
    return view.snippet if view.hit.kind is HitKind.MESSAGE and view.snippet else view.hit.title


def _note(view: HitView) -> str:
    """What it is, and where; of a message, whose sign says what it is, who said it in which goal."""
    if view.hit.kind is HitKind.MESSAGE and view.hit.goal:
        words = (view.hit.by.name if view.hit.by else "", view.hit.goal.goal.title)
    else:
        words = (view.word, view.place)
    return " · ".join(filter(None, words))


def _newest(actor: Actor) -> list[PaletteEntry]:
    goals = goals_after(actor.workspace_id, [], None, NEWEST)
    icon = ICONS[HitKind.GOAL]
    return [PaletteEntry(goal.title, icon, reverse("room", args=[goal.id]), note=gettext("Goal")) for goal in goals]
