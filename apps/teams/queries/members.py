"""Members of teams, and the face under which each is shown."""

import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.text import slugify

from apps.agents.domain.connectors import PERSON
from apps.agents.domain.profile import Availability
from apps.core.read_once import read_once, unread
from apps.journal.queries.compiled import CompiledQuery, KeyedQuery
from apps.teams.domain.states import MemberKind
from apps.teams.models import Member, Team

COORDINATOR_HANDLE = "coordinator"
COORDINATOR_NAME = "Coordinator"


# An agent's vectors cost more to read than all the rest.
_READ = (
    "team",
    "kind",
    "lead",
    "called",
    "agent__handle",
    "agent__name",
    "user__username",
    "user__display_name",
)


@dataclass(frozen=True)
class Seated:
    """A member. `handle` is unique in the team; an agent keeps its own."""

    id: uuid.UUID
    handle: str
    name: str
    kind: MemberKind
    lead: bool
    agent_id: uuid.UUID | None


def _of_teams(teams: list[uuid.UUID]) -> "QuerySet[Member]":
    rows = Member.objects.filter(team__any_of=teams).select_related("agent", "user").only(*_READ)
    return rows.order_by("-lead", "joined_at", "id")


_MEMBERS = KeyedQuery(_of_teams, attrgetter("team_id"))


def read_members_ahead(streams: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read the members of teams for the steps of their goals: team -> stream."""
    _MEMBERS.read_ahead(unread(member_rows, streams))


def member_rows(team: Team) -> list[Member]:
    """The members of a team, the lead first, then in the order they joined; each with its agent or person.

    A transaction with a unit of work reads them once, and adds who joins.
    """
    return _once(team, partial(_MEMBERS.of, team.id))


def know_members(team: Team, rows: list[Member]) -> None:
    """The members of a team that begins in this transaction, in their order: they need not be read."""
    _once(team, lambda: rows)


def _once(team: Team, read: Callable[[], list[Member]]) -> list[Member]:
    tables = (Member._meta.db_table,)  # noqa: SLF001
    return read_once((member_rows, team.id), tables, read, partial(_holds, team.id))


def _holds(team_id: uuid.UUID, rows: list[Member], row: Model) -> bool | None:
    if not isinstance(row, Member) or row.team_id != team_id:
        return None
    return any(one is row for one in rows)


def members_of(team: Team) -> tuple[Seated, ...]:
    """The members of a team as others address them, in the order of `member_rows`."""
    rows = member_rows(team)
    seated: list[Seated] = []
    taken = {row.agent.handle for row in rows if row.agent}
    for row in rows:
        handle = row.agent.handle if row.agent else free_handle(_wished_name(row), taken)
        taken.add(handle)
        seated.append(Seated(row.id, handle, _name(row), MemberKind(row.kind), row.lead, row.agent_id))
    return tuple(seated)


def _agents(goal_id: uuid.UUID) -> "QuerySet[Member, Any]":
    rows = Member.objects.filter(team__goal=goal_id, agent__isnull=False).order_by("id")
    return rows.values_list("agent__name", "agent__connection__availability")


_AGENTS = CompiledQuery(_agents)


def presence_of(goal_id: uuid.UUID) -> list[tuple[str, str]]:
    """The names of the agents in a goal's teams, and whether each is there: no event of the goal tells of either."""
    return _AGENTS.values(goal_id)


def offline_in(team: Team) -> frozenset[str]:
    """The handles of the agents of a team that can't be reached now."""
    rows = Member.objects.filter(team=team.id, agent__connection__availability=Availability.OFFLINE)
    return frozenset(rows.values_list("agent__handle", flat=True))


def people_in(goal_id: uuid.UUID) -> "QuerySet[Any]":
    """The ids of the people with a seat in a goal's teams, for use within another query."""
    return Member.objects.filter(team__goal=goal_id, user__isnull=False).values("user_id")


def former_of(team: Team) -> uuid.UUID | None:
    """The agent that formed a team by its own word; None: a person, or the coordinator of the team above, did."""
    seats = team.task.seats if team.task is not None else []
    by = seats[0].get("proposed_by") if seats else ""
    return uuid.UUID(by) if by else None


def _wished_name(member: Member) -> str:
    return slugify(member.user.username) or "person" if member.user else COORDINATOR_HANDLE


def free_handle(wished: str, taken: Collection[str]) -> str:
    """The handle that was wished for, with a number behind it where it is taken."""
    handle, number = wished, 1
    while handle in taken:
        number += 1
        handle = f"{wished}-{number}"
    return handle


def _name(member: Member) -> str:
    if member.agent:
        return member.agent.name
    return member.called or str(member.user) if member.user else COORDINATOR_NAME


@dataclass(frozen=True)
class Face:
    """Somebody who acts: an agent, a person, the coordinator's seat, or the hub itself. Some have no handle."""

    kind: str
    name: str
    handle: str = ""
    lead: bool = False
    availability: str = ""
    last_seen_at: datetime | None = None
    member_id: str = ""
    called_before: str = ""  # its name when names began to be kept with messages
    now_called: str = ""  # its name today, where it had another one then
    human: bool = False  # an agent that is a person who does tasks

    @property
    def kind_word(self) -> str:
        """What it is: its name can't say, since it may say anything."""
        return KINDS.get(self.looks, self.looks)

    @property
    def looks(self) -> str:
        """As what kind it is drawn."""
        return MemberKind.PERSON.value if self.human else self.kind

    @property
    def role(self) -> str:
        """What stands beside the name."""
        if self.lead:
            return "lead"
        return f"@{self.handle}" if self.kind == MemberKind.AGENT else ""


KINDS = {
    MemberKind.AGENT.value: "Agent",
    MemberKind.PERSON.value: "Person",
    MemberKind.COORDINATOR.value: "Hub",
    "hub": "Hub",
}
"""Kind -> the word of the mark beside a name."""

HUB = Face("hub", "IoA Web")


def face_under_name(face: Face, name: str) -> Face:
    """The face under the name that was kept with what it said; "": it spoke before names were kept."""
    then = name or face.called_before
    return replace(face, name=then, now_called=face.name) if then not in ("", face.name) else face


def face_of(member: Member | None) -> Face:
    """The face of a member whose agent or user is loaded; the hub for None."""
    if member is None:
        return HUB
    agent, user = member.agent, member.user
    if agent is not None:
        line = agent.connection
        return _agent(member, agent.name, agent.handle, line.availability, line.last_seen_at, line.connector)
    return _other(member, user.username if user else None, member.called or str(user))


def face_from_row(row: Any) -> Face:
    """The same of a member that was read by FACE_COLUMNS."""
    if row.agent__handle is not None:
        line = (row.agent__connection__availability, row.agent__connection__last_seen_at)
        return _agent(row, row.agent__name, row.agent__handle, *line, row.agent__connection__connector)
    return _other(row, row.user__username, row.called or row.user__display_name or row.user__username)


FACE_COLUMNS = (
    "id",
    "lead",
    "called",
    "called_before",
    "agent__name",
    "agent__handle",
    "agent__connection__availability",
    "agent__connection__last_seen_at",
    "agent__connection__connector",
    "user__username",
    "user__display_name",
)


def _agent(row: Any, name: str, handle: str, availability: str, seen_at: datetime | None, connector: str) -> Face:
    return Face(
        "agent",
        name,
        handle,
        row.lead,
        availability,
        seen_at,
        str(row.id),
        called_before=row.called_before,
        human=connector == PERSON,
    )


def _other(row: Any, username: str | None, name: str) -> Face:
    """A person, or the coordinator's seat where there is none."""
    kind, name, handle = (
        ("person", name, username) if username else ("coordinator", COORDINATOR_NAME, COORDINATOR_HANDLE)
    )
    return Face(kind, name, handle, row.lead, member_id=str(row.id), called_before=row.called_before)
