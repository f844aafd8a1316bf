"""Who is in a team, and what each is called there."""

import uuid
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.text import slugify

from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import MemberKind
from apps.teams.models import Member, Team

COORDINATOR_HANDLE = "coordinator"
COORDINATOR_NAME = "Coordinator"


# An agent's vectors cost more to read than all the rest.
_READ = (
    "team",
    "kind",
    "lead",
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


def _of_team(team_id: uuid.UUID) -> "QuerySet[Member]":
    rows = Member.objects.filter(team=team_id).select_related("agent", "user").only(*_READ)
    return rows.order_by("-lead", "joined_at", "id")


_MEMBERS = CompiledQuery(_of_team)


def members_of(team: Team) -> tuple[Seated, ...]:
    """The members of a team, the lead first, then in the order they joined."""
    rows = _MEMBERS.of(team.id)
    seated: list[Seated] = []
    taken = {row.agent.handle for row in rows if row.agent}
    for row in rows:
        handle = row.agent.handle if row.agent else _free(_wished_name(row), taken)
        taken.add(handle)
        seated.append(Seated(row.id, handle, _name(row), MemberKind(row.kind), row.lead, row.agent_id))
    return tuple(seated)


def _wished_name(member: Member) -> str:
    return slugify(member.user.username) or "person" if member.user else COORDINATOR_HANDLE


def _free(wished: str, taken: set[str]) -> str:
    handle, number = wished, 1
    while handle in taken:
        number += 1
        handle = f"{wished}-{number}"
    return handle


def _name(member: Member) -> str:
    if member.agent:
        return member.agent.name
    return str(member.user) if member.user else COORDINATOR_NAME
