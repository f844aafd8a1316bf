"""What stands around the composer: agents to pick, and the first steps."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from apps.accounts import queries as accounts
from apps.accounts.domain.access import Actor
from apps.agents.queries.directory import DirectoryEntry, has_outside
from apps.chat.domain.hearing import Wakes
from apps.chat.domain.mentionable import ATTENDANCE_WORDS, Attendance, Mentionable, MentionKind
from apps.chat.domain.mentions import addressed_in
from apps.chat.queries.mentionable import named_outside
from apps.teams.domain.states import MemberKind
from apps.teams.queries.members import Face, Seated, members_of, offline_in
from apps.teams.queries.rows import Team


@dataclass(frozen=True)
class Pick:
    """An agent with a box to tick."""

    face: Face
    note: str
    score: float | None
    ticked: bool


def picks(cards: Sequence[DirectoryEntry], chosen: Sequence[str]) -> list[Pick]:
    """The agents that were chosen before, then these; each once."""
    known = {card.handle: card for card in cards}
    kept = [Pick(_face(handle, handle), "", None, ticked=True) for handle in chosen if handle not in known]
    return kept + [
        Pick(_face(card.handle, card.name), _note(card), card.score, ticked=card.handle in chosen) for card in cards
    ]


def _face(handle: str, name: str) -> Face:
    return Face(MemberKind.AGENT.value, name, handle)


def _note(card: DirectoryEntry) -> str:
    if card.is_offline:
        return "offline"
    return "busy" if card.running >= card.concurrency else ", ".join(skill.name for skill in card.skills[:2])


@dataclass(frozen=True)
class HearerRow:
    """Somebody whom a message wakes, with a box to untick; `note`: that it is not there now."""

    face: Face
    why: str
    note: str
    ticked: bool


def hearers(team: Team, found: Wakes, not_waking: Collection[str]) -> list[HearerRow]:
    """Whom a message to a team wakes, as the composer shows it."""
    seats = {member.handle: member for member in members_of(team)}
    away = offline_in(team)
    return [
        HearerRow(
            _seat_face(seats.get(one.handle), one.handle),
            one.why,
            gettext("offline: it will wait") if one.handle in away else "",
            ticked=one.handle not in not_waking,
        )
        for one in found.hearers
    ]


@dataclass(frozen=True)
class MentionRow:
    """Somebody who may be named, as an option: `word` says how they are, `role` what they are for."""

    face: Face
    kind: MentionKind
    handle: str
    name: str
    in_team: bool
    role: str
    attendance: Attendance
    word: str
    seen_at: datetime | None


def mention_rows(found: Sequence[Mentionable]) -> list[MentionRow]:
    """The options of those who may be named."""
    return [
        MentionRow(
            Face(one.kind.value, one.name, one.handle, human=one.human),
            one.kind,
            one.handle,
            one.name,
            one.in_team,
            one.role,
            one.attendance,
            ATTENDANCE_WORDS.get(one.attendance, ""),
            one.seen_at,
        )
        for one in found
    ]


@dataclass(frozen=True)
class OutsiderRow:
    """Somebody who is named and not in the team, with a box: an agent that joins, or a person who is told.

    `field`: what the form calls the box.
    """

    face: Face
    field: str
    why: str
    ticked: bool


def outsiders(
    team: Team, text: str, actor: Actor, not_waking: Collection[str], not_adding: Collection[str], adds: Collection[str]
) -> list[OutsiderRow]:
    """Whom a text names that a message to the team would tell, or bring in.

    Ticked are agents that it is addressed to, but for those in `not_adding`, who were unticked, and those in `adds`.
    """
    named = named_outside(team, text, actor.user_id)
    ticked = {*addressed_in(text)} - {*not_adding} | {*adds}
    joining = [
        OutsiderRow(_face(handle, name), "adds", gettext("is not in this team: joins it"), handle in ticked)
        for handle, name in named.agents.items()
    ]
    told = [
        OutsiderRow(
            Face(MemberKind.PERSON.value, person.name, handle),
            "wakes",
            gettext("is told of it"),
            ticked=handle not in not_waking,
        )
        for handle, person in named.people.items()
    ]
    return [*joining, *told]


def _seat_face(seat: Seated | None, handle: str) -> Face:
    """A member of this team; who works in a team below it is known by its handle alone."""
    return Face(seat.kind.value, seat.name, handle, seat.lead) if seat else _face(handle, handle)


EXAMPLE = Path(settings.BASE_DIR) / "apps" / "agents" / "seed" / "example_goal.txt"


@dataclass(frozen=True)
class FirstStep:
    """One of the first steps."""

    label: str
    help: str
    url: str
    action: str
    done: bool


def first_steps(actor: Actor, *, has_given: bool) -> list[FirstStep]:
    """The steps in their order; nothing when all are done. `has_given`: a goal."""
    steps = [
        FirstStep(
            gettext("Give a goal"),
            gettext("Type it above; the example fills the field"),
            _example_url(),
            gettext("Example"),
            has_given,
        ),
        FirstStep(
            gettext("Connect a model"),
            gettext("Without one, rules speak for the teams"),
            reverse("settings-model"),
            gettext("Connect"),
            accounts.model_settings(actor.workspace_id).configured,
        ),
        FirstStep(
            gettext("Connect an agent"),
            gettext("Paste its address, or let it dial in"),
            reverse("agents-joining"),
            gettext("Connect"),
            has_outside(actor.workspace_id),
        ),
        FirstStep(
            gettext("Invite somebody"),
            gettext("They can watch, speak and decide with you"),
            reverse("settings-members"),
            gettext("Invite"),
            len(accounts.members_of(actor.workspace_id)) > 1,
        ),
        FirstStep(
            gettext("Get an API token"), "", reverse("settings-tokens"), gettext("Get"), bool(accounts.tokens_of(actor))
        ),
    ]
    return [] if all(step.done for step in steps) else steps


def _example_url() -> str:
    """The home page with a goal typed in that the seeded agents and the seeded document can do."""
    return f"{reverse('home')}?{urlencode({'text': EXAMPLE.read_text().strip()})}"
