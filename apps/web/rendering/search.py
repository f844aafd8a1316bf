"""What was found, as a page shows it: each hit with its address, and the ways to narrow the search."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from apps.accounts.domain.errors import Refused
from apps.chat.domain.search import MOST_TEXT, HitKind, Sought
from apps.chat.domain.snippets import SnippetPart
from apps.chat.queries.goals import FILTERS
from apps.chat.queries.messages import LATER
from apps.chat.queries.search import PER_PAGE, Hit, Hits
from apps.core.sentences import sentence
from apps.core.texts import replace_unstorable
from apps.web.rendering.home import FilterLink

KINDS = {
    "": gettext_noop("All"),
    HitKind.GOAL: gettext_noop("Goals"),
    HitKind.MESSAGE: gettext_noop("Messages"),
    HitKind.FILE: gettext_noop("Files"),
    HitKind.AGENT: gettext_noop("Agents"),
}
KIND = {
    HitKind.GOAL: gettext_noop("Goal"),
    HitKind.MESSAGE: gettext_noop("Message"),
    HitKind.FILE: gettext_noop("File"),
}
"""One hit of each kind, as a word."""
ICONS = {HitKind.GOAL: "target", HitKind.MESSAGE: "message-square", HitKind.FILE: "file-text", HitKind.AGENT: "users"}


@dataclass(frozen=True)
class HitView:
    """A hit with its address, its sign and why it was found."""

    hit: Hit
    url: str
    icon: str
    snippet: SafeString

    @property
    def word(self) -> str:
        """What it is."""
        return (
            f"{gettext('Agent')} @{self.hit.handle}" if self.hit.kind is HitKind.AGENT else gettext(KIND[self.hit.kind])
        )

    @property
    def place(self) -> str:
        """Where it was found, where its title does not say that."""
        goal = self.hit.goal.goal.title if self.hit.goal else ""
        if self.hit.kind is HitKind.FILE:
            return goal or gettext("the library")
        return self.hit.title if self.hit.kind is HitKind.MESSAGE and self.hit.title != goal else ""


@dataclass(frozen=True)
class Pager:
    """The pages around one, which counts from 1."""

    page: int
    pages: int
    before: str
    after: str


def sought_in(asked: Mapping[str, str]) -> Sought:
    """What the parameters of an address ask for. Raises Refused for what none of them may be."""
    text = replace_unstorable(asked.get("q", "")).strip()
    if len(text) > MOST_TEXT:
        raise Refused(
            q=sentence(
                "At most {most_text} characters are looked for; this has {number}.",
                most_text=MOST_TEXT,
                number=len(text),
            )
        )
    kind, state = asked.get("kind", ""), asked.get("state", "")
    return Sought(
        text=text,
        kind=HitKind(kind) if kind in set(HitKind) else None,
        goal_id=_goal(asked.get("goal", "")),
        who=replace_unstorable(asked.get("who", "")).strip()[:160],
        state=state if state in FILTERS else "",
        since=_day(asked.get("since", "")),
    )


def _goal(value: str) -> UUID | None:
    try:
        return UUID(value) if value else None
    except ValueError:
        raise Refused(goal="This is not the id of a goal.") from None


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        raise Refused(since="Write the day as year-month-day, for example 2026-03-01.") from None


def hit_views(found: Hits) -> list[HitView]:
    """The hits of a page with their addresses."""
    return [HitView(hit, url_of(hit), ICONS[hit.kind], _marked(hit.pieces)) for hit in found.hits]


def _marked(pieces: tuple[SnippetPart, ...]) -> SafeString:
    forms = {True: "<mark>{}</mark>", False: "{}"}
    return SafeString("".join(format_html(forms[piece.found], piece.text) for piece in pieces))


def url_of(hit: Hit) -> str:
    """Where a hit opens: in its goal, its room at the message, its goal's files, or the agent's profile."""
    if hit.kind is HitKind.AGENT:
        return reverse("agent", args=[hit.handle])
    if hit.goal_id is None:
        return reverse("document-page", args=[hit.id])
    room = reverse("room", args=[hit.goal_id])
    if hit.kind is HitKind.MESSAGE:
        return f"{room}?team={hit.team_id}&before={hit.number + LATER}#e{hit.seq}"
    return f"{room}?tab=files#inspector" if hit.kind is HitKind.FILE else room


def kind_links(asked: QueryDict, chosen: HitKind | None) -> list[FilterLink]:
    """The same search for one kind of hit each."""
    return [FilterLink(gettext(word), _url(asked, kind=kind), kind == (chosen or "")) for kind, word in KINDS.items()]


def without(asked: QueryDict, name: str) -> str:
    """The same search without one of its limits."""
    return _url(asked, **{name: ""})


def pager(asked: QueryDict, found: Hits, page: int) -> Pager:
    """The pages before and after this one."""
    pages = max(-(-found.total // PER_PAGE), 1)
    before = _url(asked, page=str(page - 1)) if page > 1 else ""
    return Pager(page, pages, before, _url(asked, page=str(page + 1)) if page < pages else "")


def _url(asked: QueryDict, **changed: str) -> str:
    query = asked.copy()
    query.pop("page", None)
    for name, value in changed.items():
        query[name] = value
        if not value:
            del query[name]
    return f"?{query.urlencode()}"
