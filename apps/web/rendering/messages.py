"""One line of a room: the words, cleaned, and beside them what the kind of message shows."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from uuid import UUID

from django.template.defaultfilters import capfirst
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from apps.accounts.queries import goal_defaults
from apps.chat.domain.receipts import DEED_WORDS, RECEIPTS
from apps.chat.domain.room_protocols.talk import Attitude
from apps.chat.domain.states import RULES, MessageKind
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.rooms import RoomView
from apps.core import prose
from apps.core.languages import retell
from apps.teams.domain.formation import FormationRecord
from apps.teams.domain.states import MemberKind
from apps.teams.queries.members import Face
from apps.web.rendering.conclusions import AskedList, asked_list
from apps.web.rendering.failures import failure_card
from apps.web.rendering.files import artifact_url, attached_views, sent_with, split_twins
from apps.web.rendering.markup import render
from apps.web.rendering.screens import BOARD, MAP, TIMELINE, Screen
from apps.web.rendering.steps import steps_of
from apps.web.rendering.verification import Known, known_of
from apps.web.rendering.work import task_row


def body_of(message: MessageView, pictures: Mapping[str, str]) -> SafeString:
    """The words of a message as HTML."""
    said = retell(message.text)
    html = message.html if said == message.text else rendered_words(said)
    return words(said, html or "", pictures)


@lru_cache(maxsize=500)
def rendered_words(said: str) -> str:
    """The HTML of what the hub says in another language, which nobody has stored; "" while none is there."""
    with suppress(prose.Busy):
        return prose.render(said, wait=PATIENCE)
    return ""


def words(text: str, html: str, pictures: Mapping[str, str]) -> SafeString:
    """The HTML of a text with its pictures, or the text as it is where there is none."""
    return SafeString(prose.with_pictures(html, pictures) if html else prose.plain(text))


@dataclass(frozen=True)
class Links:
    """The addresses one page shows."""

    base: str
    team: UUID
    screen: Screen

    @property
    def room(self) -> str:
        """The team's room."""
        return f"{self.base}?team={self.team}"

    @property
    def map(self) -> str:
        """The map with the team selected."""
        return self.to(Screen(MAP))

    @property
    def board(self) -> str:
        """The board of the goal."""
        return self.to(Screen(BOARD))

    @property
    def timeline(self) -> str:
        """The timeline of the goal."""
        return self.to(Screen(TIMELINE))

    @property
    def self(self) -> str:
        """The page itself, to which `&tab=` may be added."""
        return self.to(self.screen)

    def to(self, screen: Screen) -> str:
        """A screen of the same goal, with the team selected."""
        return f"{self.room}&{screen.query}"


def links_of(goal_id: UUID, team_id: UUID, screen: Screen, base: str = "") -> Links:
    """The addresses of a team's page; `base`: of the goal's, where that is not its room's."""
    return Links(base or reverse("room", args=[goal_id]), team_id, screen)


CLAMP_LINES = 12
PATIENCE = 1.0  # seconds that a page waits for words of the hub to be rendered in its language
LINE_CHARACTERS = 95
"""How many characters stand on a line of prose at its full width; only for guessing how long a text is."""

NOTICE_ICONS = {
    "paused": "pause",
    "resumed": "play",
    "stopped": "square",
    "limit": "gauge",
    "loop": "triangle-alert",
    "finding": "triangle-alert",
    "talk": "users",
    "membership": "users",
    "outcome": "list-checks",
}
STANCES = {
    Attitude.SIGNED: ("check", gettext_noop("signed")),
    Attitude.DISSENTS: ("x", gettext_noop("dissents")),
    Attitude.SPOKE: ("check", gettext_noop("spoke")),
    Attitude.PASSED: ("minus", gettext_noop("passed")),
    Attitude.SILENT: ("triangle-alert", gettext_noop("gave no answer")),
    Attitude.LEFT: ("log-out", gettext_noop("left")),
}
"""Where a member stands at the end of a talk -> glyph and word."""
DECISIONS = {MessageKind.GOAL, MessageKind.ASSIGN, MessageKind.CONCLUSION, MessageKind.QUESTION, MessageKind.ANSWER}
HEADLINES = {
    "done": ("card-good", "done", gettext_noop("Concluded")),
    "partial": ("card-warn", "partial", gettext_noop("Done in part")),
    "failed": ("card-bad", "failed", gettext_noop("Could not be done")),
}


@dataclass(frozen=True)
class SeatRow:
    """One agent of the formation card with all it was taken for."""

    face: Face
    lines: tuple[str, ...]
    score: float

    @property
    def label(self) -> str:
        """What the bar says."""
        return gettext("match {score} of 100").format(score=round(100 * self.score))


@dataclass(frozen=True)
class LeftOutRow:
    """One agent that was not taken, and why."""

    face: Face
    reason: str
    score: float


@dataclass(frozen=True)
class Setting:
    """What all messages of a page share. `csrf` is empty for fragments that are pushed to everybody."""

    room: RoomView
    links: Links
    heads: Mapping[UUID, bytes] = field(default_factory=dict)
    csrf: str = ""

    @property
    def images(self) -> dict[str, str]:
        """Where the goal's pictures are, by name."""
        return {name: artifact_url(file) for name, file in self.room.names.items() if file.is_image}

    @cached_property
    def without_model(self) -> bool:
        """Whether the workspace has no model."""
        return not goal_defaults(self.room.workspace_id).has_model


def render_message(message: MessageView, setting: Setting) -> SafeString:
    """The list item of one message."""
    node = setting.room.node
    rows = [task_row(task, node) for task in message.tasks]
    tone, ending, headline = HEADLINES.get(message.verdict, HEADLINES["done"])
    body = body_of(message, setting.images)
    files = attached_views(message.files, setting.heads)
    shown = [file for file in files if not file.working]
    inline = [file for file in shown if file.url in body]
    attached, twins = split_twins([file for file in shown if file not in inline], inline)
    seen = _seen_above(message, setting.room)
    asked = _asked(message, setting)
    return render(
        "room/message.html",
        m=message,
        card=f"room/card_{message.kind}.html",
        body=body,
        clamp=_lines_to_clamp(message),
        rows=rows,
        synchronous=any(task.synchronous for task in message.tasks),
        files=shown,
        attached=attached,
        inline=[*inline, *twins],
        working=[file for file in files if file.working],
        sent=sent_with(message, setting.room.documents),
        pictures=[file for file in attached if file.is_image and file.url not in seen],
        seen=[file for file in attached if file.is_image and file.url in seen],
        links=setting.links,
        receipt=RECEIPTS.get(message.receipt),
        told=[(task, RECEIPTS[each]) for task, each in message.told],
        deed=DEED_WORDS.get(message.became.deed) if message.became.deed else "",
        mentions=[f"@{handle}" for handle in message.became.handles],
        csrf=setting.csrf,
        priced=setting.room.tree.root.facts.spent.money > 0,
        decision=message.kind in DECISIONS,
        outcome=message.outcome,
        closing=retell(message.text).partition("\n\n")[0],
        stances=STANCES,
        notice_icon=NOTICE_ICONS.get(message.about, "info"),
        tone=tone,
        ending=ending,
        failure=failure_card(message, node) if message.kind is MessageKind.FAILURE else None,
        asked=asked,
        untold=asked.untold if asked else message.missing,
        steps=steps_of(message, node),
        room=setting.room,
        headline=gettext(headline) if setting.room.tree.root.id == node.id else _headline_of(node.name, headline),
        known=_known(message, setting.room),
        seats=seat_rows(message.formation) if message.formation else [],
        left_out=left_out_rows(message.formation) if message.formation else [],
    )


def _headline_of(team: str, headline: str) -> str:
    """The same in the middle of a line, after the name of the team."""
    words = gettext(headline)
    return f"{team}: {words[:1].lower()}{words[1:]}"


def _seen_above(message: MessageView, room: RoomView) -> set[str]:
    """The addresses of a conclusion's files that the results of this room have shown already."""
    if message.kind is not MessageKind.CONCLUSION:
        return set()
    teams = {team.id for team in room.node.walk()}
    return {artifact_url(file) for file in message.files if file.team_id in teams and file.task_number is not None}


def _asked(message: MessageView, setting: Setting) -> AskedList | None:
    if message.kind is not MessageKind.CONCLUSION:
        return None
    # an agent whose result is the answer speaks for itself: who led then is known by what the workspace has
    by_rules = message.voice == RULES if message.voice else setting.without_model
    return asked_list(message, setting.room.node, is_root=setting.room.is_root, by_rules=by_rules)


def _known(message: MessageView, room: RoomView) -> Known | None:
    """Of the answer that the goal ended with: beside the conclusion of the same moment, of its own team."""
    goal, is_root = room.tree.goal, room.node.id == room.tree.root.id
    return (
        known_of(goal) if is_root and message.kind is MessageKind.CONCLUSION and message.at == goal.claimed_at else None
    )


def seat_rows(record: FormationRecord) -> list[SeatRow]:
    """One row an agent, best score first, with every need it was taken for."""
    by_handle: dict[str, list[tuple[str, str, float]]] = {}
    names = {}
    for seat in record.seats:
        names[seat.handle] = seat.name
        by_handle.setdefault(seat.handle, []).append((seat.need, seat.skill, seat.score))
    rows = [
        SeatRow(
            Face(MemberKind.AGENT.value, names[handle], handle),
            tuple(dict.fromkeys(_setting_for(need, skill) for need, skill, _ in seats)),
            max(score for _, _, score in seats),
        )
        for handle, seats in by_handle.items()
    ]
    return sorted(rows, key=lambda row: -row.score)


def _setting_for(need: str, skill: str) -> str:
    if not skill:
        return gettext("Named for: {need}").format(need=need) if need else gettext("Named")
    words = gettext("For “{need}”, by its skill {skill}") if need else gettext("By its skill {skill}")
    return words.format(need=need, skill=skill)


def left_out_rows(record: FormationRecord) -> list[LeftOutRow]:
    """Who was not taken, and why, as sentences."""
    return [
        LeftOutRow(Face(MemberKind.AGENT.value, out.name, out.handle), capfirst(retell(out.reason)), out.score)
        for out in record.left_out
    ]


def _lines_to_clamp(message: MessageView) -> int:
    if message.kind is MessageKind.CONCLUSION:
        return 0
    lines = sum(1 + len(line) // LINE_CHARACTERS for line in message.text.splitlines())
    return lines if lines > CLAMP_LINES else 0
