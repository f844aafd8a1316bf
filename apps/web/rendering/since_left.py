"""What happened since somebody left, as a page shows it: counts, and lines that lead to where it stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from apps.chat.domain.digest import DigestFold, DigestKind, DigestLine, SpentSince, fold_lines
from apps.chat.queries.since_left import SinceLeft
from apps.core.languages import retell, say

PAGE = 40
FEW = 8
"""Lines where other things stand below them."""

ICONS = {
    DigestKind.ENDED: "flag",
    DigestKind.DECISION: "check",
    DigestKind.ASKED: "circle-question-mark",
    DigestKind.FAILURE: "triangle-alert",
    DigestKind.FILE: "file-text",
    DigestKind.TEAM_FORMED: "git-branch-plus",
    DigestKind.TEAM_ENDED: "users",
}
WORDS = {
    DigestKind.ENDED: gettext_noop("Goal ended"),
    DigestKind.DECISION: gettext_noop("Decision"),
    DigestKind.ASKED: gettext_noop("Question"),
    DigestKind.FAILURE: gettext_noop("Failure"),
    DigestKind.FILE: gettext_noop("File"),
    DigestKind.TEAM_FORMED: gettext_noop("Team formed"),
    DigestKind.TEAM_ENDED: gettext_noop("Team ended"),
}


def _count(kind: DigestKind, count: int) -> str:
    words = {
        DigestKind.ENDED: ngettext("{count} goal ended", "{count} goals ended", count),
        DigestKind.DECISION: ngettext("{count} decision", "{count} decisions", count),
        DigestKind.ASKED: ngettext("{count} question", "{count} questions", count),
        DigestKind.FAILURE: ngettext("{count} failure", "{count} failures", count),
        DigestKind.FILE: ngettext("{count} file", "{count} files", count),
        DigestKind.TEAM_FORMED: ngettext("{count} team formed", "{count} teams formed", count),
        DigestKind.TEAM_ENDED: ngettext("{count} team ended", "{count} teams ended", count),
    }
    return words[kind].format(count=count)


@dataclass(frozen=True)
class SinceLine:
    """A line with its sign and address; `goal`: its title, where lines of several stand together."""

    text: str
    icon: str
    word: str
    url: str
    goal: str
    at: datetime


@dataclass(frozen=True)
class SinceAsked:
    """What a page asks for: of one goal or of all; `kind` and `of`: the lines of one kind of one goal alone, each by
    itself; the page, from 1 on.
    """

    goal_id: UUID | None = None
    kind: DigestKind | None = None
    of: UUID | None = None
    page: int = 1

    def url(self, **changed: object) -> str:
        """The address of this, but for what is named."""
        asked = replace(self, **changed)  # type: ignore[arg-type]  # the names are this class's
        page = asked.page if asked.page > 1 else 0
        pairs = {"goal": asked.goal_id, "kind": asked.kind, "about": asked.of, "page": page}
        query = urlencode({name: value for name, value in pairs.items() if value})
        return f"{reverse('since')}{'?' * bool(query)}{query}"


@dataclass(frozen=True)
class SinceView:
    """What a page shows; the newest line first. `more`: how many lines are not shown, `all_url`: where they are."""

    goal_id: UUID | None
    since: datetime | None
    until: datetime | None
    lines: tuple[SinceLine, ...]
    counts: tuple[str, ...]
    spent: SpentSince
    empty: bool
    more: int
    all_url: str
    before: str | None
    after: str | None
    title: str


def since_view(found: SinceLeft, asked: SinceAsked, size: int = PAGE) -> SinceView:
    """A page of a digest, of one goal or of all."""
    titles = dict(found.titles) if asked.goal_id is None else {}
    told = _asked_for(found, asked)
    start = (asked.page - 1) * size
    shown = told[start : start + size]
    return SinceView(
        goal_id=asked.goal_id,
        since=found.since,
        until=found.until,
        lines=tuple(_entry(one, asked, titles.get(one.goal_id, "")) for one in shown),
        counts=tuple(_count(kind, number) for kind, number in found.counts),
        spent=found.spent,
        empty=found.is_empty,
        more=max(len(told) - start - size, 0),
        all_url=asked.url(page=1),
        before=asked.url(page=asked.page - 1) if asked.page > 1 else None,
        after=asked.url(page=asked.page + 1) if start + size < len(told) else None,
        title=_count(asked.kind, len(told)) if asked.kind else "",
    )


def _asked_for(found: SinceLeft, asked: SinceAsked) -> Sequence[DigestLine | DigestFold]:
    if asked.kind is None:
        return fold_lines(found.lines)
    of = asked.of or asked.goal_id
    return [line for line in reversed(found.lines) if line.kind is asked.kind and of in (None, line.goal_id)]


def _entry(one: DigestLine | DigestFold, asked: SinceAsked, goal: str) -> SinceLine:
    icon, word = ICONS[one.kind], gettext(WORDS[one.kind])
    if isinstance(one, DigestLine):
        return SinceLine(_said(one), icon, word, _url(one), goal, one.at)
    of = None if asked.goal_id else one.goal_id
    url = asked.url(kind=one.kind, of=of, page=1)
    return SinceLine(_count(one.kind, len(one.lines)), icon, gettext("Show each"), url, goal, one.at)


def _said(line: DigestLine) -> str:
    """What the hub says itself, in the language of the page; the rest as people and agents wrote it."""
    return say(line.text) if line.kind is DigestKind.ENDED else retell(line.text)


def _url(line: DigestLine) -> str:
    if line.artifact is not None:
        return reverse("file", args=[line.artifact])
    room = reverse("room", args=[line.goal_id])
    team = f"?team={line.team_id}" if line.team_id else ""
    if line.kind is DigestKind.FAILURE:
        return f"{room}{team}{'&' if team else '?'}tab=tasks#inspector"
    return f"{room}{team}"
