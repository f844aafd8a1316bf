"""The parts of a goal's page, each with an id: views put them into the page, sockets push those that changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.safestring import SafeString

from apps.chat.actions.prose import render_later
from apps.chat.domain.display import Display
from apps.chat.queries.foreign_rooms import all_foreign
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.rooms import RoomView, previews
from apps.teams.domain.formation import FormationRecord
from apps.teams.domain.states import TaskState
from apps.web.rendering.board import board_parts
from apps.web.rendering.files import artifact_view, document_view
from apps.web.rendering.findings import finding_rows
from apps.web.rendering.foreign_rooms import foreign_part
from apps.web.rendering.limits import limit_fields, limit_rows, near_limit, shares, spend_below
from apps.web.rendering.markup import render
from apps.web.rendering.messages import Links, Setting, left_out_rows, links_of, render_message, seat_rows
from apps.web.rendering.outline import OUTLINE, outline_links, outline_part
from apps.web.rendering.screens import BOARD, FOREIGN, MAP, ROOM, TIMELINE, Screen
from apps.web.rendering.teammap import team_map
from apps.web.rendering.timeline_parts import timeline_part
from apps.web.rendering.work import member_rows, task_rows

ROOM_PARTS = ("topbar", OUTLINE, "standing", "typing", "needs")
WHOLE_PARTS = ("topbar", OUTLINE, "summary")
"""Of every screen that shows the whole goal."""
INSPECTOR_PARTS = ("team", "tasks", "files", "findings", "spend", "taskcount", "filecount", "foundcount")
SHOWN_STATES = (
    Display.NEEDS_YOU,
    Display.STALLED,
    Display.WORKING,
    Display.DISCUSSING,
    Display.WAITING_TEAM,
    Display.FORMING,
    Display.QUEUED,
    Display.PAUSED,
    Display.DONE,
    Display.PARTIAL,
    Display.FAILED,
    Display.STOPPED,
)
"""The order in which a summary counts them: what needs somebody first."""


@dataclass(frozen=True)
class Spend:
    """What the goal has used of what it may."""

    used: object
    grant: object


def setting_of(room: RoomView, screen: Screen, csrf: str = "", base: str = "") -> Setting:
    """What the page's messages share, with the beginnings of the files they show. `base`: see `links_of`."""
    shown = {file.id: file for message in room.messages for file in message.files}
    links = links_of(room.tree.goal.id, room.node.id, screen, base)
    return Setting(room, links, previews(tuple(shown.values())), csrf)


def lines(messages: Sequence[MessageView], setting: Setting, *, older_url: str = "", newer_url: str = "") -> SafeString:
    """Messages as list items, between a row that loads earlier ones and one that loads later ones."""
    older = setting.room.older if older_url else None
    newer = setting.room.newer if newer_url else None
    if any(message.html is None for message in messages):
        render_later(setting.room.node.talk.id)
    rendered = [render_message(message, setting) for message in messages]
    return render(
        "room/lines.html",
        lines=rendered,
        older=older,
        older_url=older_url,
        newer=newer,
        newer_url=newer_url,
        newer_seq=messages[-1].seq if messages else 0,
        links=setting.links,
    )


def regions(
    room: RoomView, screen: Screen, now: datetime, *, csrf: str = "", frames: bool = False
) -> dict[str, SafeString]:
    """Every part of the page but the messages, by name; the markup's outer element has the id it replaces.

    `frames`: of what is pushed piece by piece only what stands around it: an outline without teams, no timeline.
    """
    links = links_of(room.tree.goal.id, room.node.id, screen)
    names = (*(ROOM_PARTS if screen.name == ROOM else WHOLE_PARTS), *INSPECTOR_PARTS)
    return parts_of(room, screen, now, names, links, csrf, frames=frames)


def parts_of(
    room: RoomView,
    screen: Screen,
    now: datetime,
    names: Sequence[str],
    links: Links,
    csrf: str = "",
    *,
    frames: bool = False,
) -> dict[str, SafeString]:
    """Those parts of the page that are named, with the map, the board or the timeline where the screen is one."""
    context = _context(room, links, csrf, now)
    found = {name: render(f"room/{name}.html", **context) for name in names if name != OUTLINE}
    if OUTLINE in names:
        shown = {} if frames else outline_links(room.tree, room.node.id, links.base)
        found[OUTLINE] = outline_part(room.tree, room.node.id, shown)
    if screen.name == MAP:
        found["map"] = team_map(room.tree, room.node.id, now, links, screen)
    elif screen.name == BOARD:
        found |= board_parts(room.tree, screen, links)
    elif screen.name == FOREIGN:
        found["foreign"] = foreign_part(room.tree, screen, links)
    elif screen.name == TIMELINE and not frames:
        found["timeline"] = timeline_part(room.tree, screen, links, now)
    return found


def _context(room: RoomView, links: Links, csrf: str, now: datetime) -> dict[str, object]:
    tree, node = room.tree, room.node
    root = tree.root.facts
    frozen = timedelta(seconds=root.frozen_seconds)
    tasks = task_rows(node)
    files = [artifact_view(file) for file in room.standing_files]
    formation = FormationRecord.model_validate(node.facts.formation) if node.facts.formation else None
    return {
        "room": room,
        "tree": tree,
        "node": node,
        "here": node.id,
        "links": links,
        "csrf": csrf,
        "priced": root.spent.money > 0,
        "spend": Spend(root.spent, root.grant),
        "running_since": None if tree.root.is_over or root.queued_at or root.frozen_at else root.created_at + frozen,
        "elapsed": tree.minutes * 60,
        "standing": room.standing,
        "doings": room.doing,
        "members": member_rows(node),
        "tasks": tasks,
        "done": sum(row.task.state is TaskState.DONE for row in tasks),
        "files": [file for file in files if not file.working],
        "working": [file for file in files if file.working],
        "documents": [document_view(document) for document in room.documents],
        "library_size": room.library_size,
        "filecount": len(room.standing_files) + sum(document.attached for document in room.documents),
        "found": finding_rows(room, links),
        "waiting_here": [need for need in room.needs if need.node.id == node.id and need.approval.is_in_no_message],
        "asked_above": [need for need in room.needs if need.node.id == node.id and not need.approval.is_in_no_message],
        "elsewhere": [need for need in room.needs if need.node.id != node.id],
        "formation": formation,
        "seats": seat_rows(formation) if formation else [],
        "left_out": left_out_rows(formation) if formation else [],
        "limits": limit_rows(room, now),
        "near": near_limit(tree.root, now),
        "below": spend_below(node),
        "shares": shares(tree, node),
        "limit_fields": limit_fields(root.grant),
        "foreign": sum(1 for _ in all_foreign(tree)),
        "counts": [(state, tree.count(state)) for state in SHOWN_STATES if tree.count(state)],
    }
