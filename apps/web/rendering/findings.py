"""What was found of a goal, as rows: who failed how, at what, what was done about it, and where the room tells it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from apps.chat.domain.found import HANDLING_WORDS, KIND_WORDS, Handling
from apps.chat.queries.findings import FindingView
from apps.chat.queries.messages import PAGE
from apps.chat.queries.rooms import RoomView
from apps.core.languages import say
from apps.web.rendering.messages import Links

ICONS = {
    Handling.ASKED_AGAIN: "reply",
    Handling.TASK_FAILED: "x",
    Handling.NOT_TAKEN: "x",
    Handling.KEPT: "check",
    Handling.LEAD_SPOKE: "message-square",
}


@dataclass(frozen=True)
class FindingRow:
    """One finding in words. `url`: the message that tells of it; `task`: a title, empty for talk."""

    who: str
    what: str
    why: str
    task: str
    done: str
    icon: str
    likely: bool
    url: str
    found: FindingView


def finding_rows(room: RoomView, links: Links) -> list[FindingRow]:
    """The findings that a page shows, the newest first."""
    return [_row(one, room, links) for one in room.found.findings]


def _row(one: FindingView, room: RoomView, links: Links) -> FindingRow:
    return FindingRow(
        who=one.agent_name or gettext("The coordinator"),
        what=say(KIND_WORDS[one.kind]),
        why=one.why,
        task=one.task_title,
        done=say(HANDLING_WORDS[one.handling]),
        icon=ICONS[one.handling],
        likely=one.certain is False,
        url=_url(one, room, links),
        found=one,
    )


def _url(one: FindingView, room: RoomView, links: Links) -> str:
    """The message in its room; one that is too old to stand there is asked for with those around it."""
    last = room.tree.nodes[one.team].talk.last_number
    older = f"&before={one.number + 1}" if last - one.number >= PAGE else ""
    return f"{links.base}?team={one.team}&view=room&tab=findings{older}#e{one.seq}"
