"""What happened since somebody left, as a page shows it: counts, and lines that lead to where it stands."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, ngettext

from apps.chat.domain.digest import DigestKind, DigestLine, SpentSince
from apps.chat.queries.since_left import SinceLeft
from apps.web.rendering.languages import say

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

    line: DigestLine
    text: str
    icon: str
    word: str
    url: str
    goal: str


@dataclass(frozen=True)
class SinceView:
    """What a page shows; the newest line first."""

    goal_id: UUID | None
    since: datetime | None
    lines: tuple[SinceLine, ...]
    counts: tuple[str, ...]
    spent: SpentSince
    empty: bool


def since_view(found: SinceLeft, goal_id: UUID | None) -> SinceView:
    """The view of a digest, of one goal or of all."""
    titles = dict(found.titles) if goal_id is None else {}
    lines = [
        SinceLine(
            line, _said(line), ICONS[line.kind], gettext(WORDS[line.kind]), _url(line), titles.get(line.goal_id, "")
        )
        for line in reversed(found.lines)
    ]
    counts = tuple(_count(kind, number) for kind, number in found.counts)
    return SinceView(goal_id, found.since, tuple(lines), counts, found.spent, found.is_empty)


def _said(line: DigestLine) -> str:
    """How a goal ended is said by the hub; all else stands as people and agents wrote it."""
    return say(line.text) if line.kind is DigestKind.ENDED else line.text


def _url(line: DigestLine) -> str:
    if line.artifact is not None:
        return reverse("file", args=[line.artifact])
    room = reverse("room", args=[line.goal_id])
    team = f"?team={line.team_id}" if line.team_id else ""
    if line.kind is DigestKind.FAILURE:
        return f"{room}{team}{'&' if team else '?'}tab=tasks#inspector"
    return f"{room}{team}"
