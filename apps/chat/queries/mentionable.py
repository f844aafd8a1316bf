"""Who may be named with @ in a room: members, teams of the goal, people and agents of the workspace."""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import slugify

from apps.accounts.queries.people import MemberView
from apps.agents.queries.agents import CalledAgent, agents_called, candidates_by_handle
from apps.chat.domain.mentionable import (
    Attendance,
    Mentionable,
    MentionKind,
    agent_attendance,
    person_attendance,
)
from apps.chat.domain.mentions import mentioned_in
from apps.chat.models import Visit
from apps.chat.queries.people_named import people_by_handle
from apps.core.texts import drop_unstorable
from apps.teams.domain.states import MemberKind
from apps.teams.queries.goals import teams_called
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Team

MOST = 8
"""Of each kind that stands outside the team; who looks for another types more of its name."""
MOST_MEMBERS = 40


@dataclass(frozen=True)
class MentionOptions:
    """Who fits what was typed. `more`: agents or people outside the team fit that are left out."""

    members: tuple[Mentionable, ...]
    teams: tuple[Mentionable, ...]
    people: tuple[Mentionable, ...]
    agents: tuple[Mentionable, ...]
    more: bool

    @property
    def all(self) -> tuple[Mentionable, ...]:
        """All of them, members first."""
        return (*self.members, *self.teams, *self.people, *self.agents)


def mentionable(team: Team, words: str, now: datetime) -> MentionOptions:
    """Who fits what was typed behind the @ ("": anybody). The caller has proved the right to see the team."""
    goal, words = team.goal, drop_unstorable(words).lower()
    seats = [seat.handle for seat in members_of(team) if seat.kind is MemberKind.AGENT]
    inside = agents_called(goal.workspace_id, words, of=seats, limit=MOST_MEMBERS)
    outside = agents_called(goal.workspace_id, words, without=seats, limit=MOST + 1)
    called = {one.handle for one in (*inside, *outside[:MOST])}  # among them people who do tasks
    people = [one for one in _people(team, words, now) if one.handle not in called]
    others = [one for one in people if not one.in_team]
    return MentionOptions(
        members=(*_agents(inside, in_team=True), *(one for one in people if one.in_team)),
        teams=tuple(_team(name) for name in teams_called(goal.id, words, team.id, MOST)),
        people=tuple(others[:MOST]),
        agents=tuple(_agents(outside[:MOST], in_team=False)),
        more=len(outside) > MOST or len(others) > MOST,
    )


def _agents(rows: Iterable[CalledAgent], *, in_team: bool) -> list[Mentionable]:
    return [
        Mentionable(
            one.handle,
            one.name,
            MentionKind.AGENT,
            in_team,
            agent_attendance(working=one.working, offline=one.offline),
            role=one.role,
            human=one.human,
        )
        for one in rows
    ]


def _people(team: Team, words: str, now: datetime) -> list[Mentionable]:
    """Those who look at the goal first, then who was here last."""
    workspace = team.goal.workspace_id
    fitting = {
        handle: person
        for handle, person in people_by_handle(workspace).items()
        if words in handle or words in person.name.lower()
    }
    members = set(team.members.filter(user__isnull=False).values_list("user_id", flat=True))
    here, lately = _seen(workspace, team.goal_id, [person.user_id for person in fitting.values()])
    found = [
        Mentionable(
            handle,
            person.name,
            MentionKind.PERSON,
            person.user_id in members,
            person_attendance(here.get(person.user_id), now),
            seen_at=lately.get(person.user_id),
        )
        for handle, person in fitting.items()
    ]
    return sorted(found, key=lambda one: (one.attendance is not Attendance.LOOKING, one.seen_at is None, one.name))


Moments = dict[uuid.UUID, datetime]


def _seen(workspace_id: uuid.UUID, goal_id: uuid.UUID, people: Collection[uuid.UUID]) -> tuple[Moments, Moments]:
    """When each was seen at the goal, and when anywhere in the workspace."""
    here: Moments = {}
    lately: Moments = {}
    visits = Visit.objects.filter(workspace=workspace_id, user__in=people).order_by("seen_at")
    for user, goal, at in visits.values_list("user_id", "goal_id", "seen_at"):
        lately[user] = at
        if goal == goal_id:
            here[user] = at
    return here, lately


def _team(name: str) -> Mentionable:
    return Mentionable(slugify(name), name, MentionKind.TEAM, in_team=False, attendance=Attendance.NONE)


@dataclass(frozen=True)
class NamedOutside:
    """Whom a text names who is not in the room's team: agents by handle with their names, and people."""

    agents: dict[str, str]
    people: dict[str, MemberView]


def named_outside(team: Team, text: str, user_id: uuid.UUID) -> NamedOutside:
    """Whom somebody's text names outside a team; of people also those in it, who are told, but not oneself."""
    workspace, named = team.goal.workspace_id, mentioned_in(text)
    if not named:
        return NamedOutside({}, {})
    inside = {seat.handle for seat in members_of(team) if seat.kind is not MemberKind.PERSON}
    found = candidates_by_handle(workspace, [handle for handle in named if handle not in inside])
    people = people_by_handle(workspace)
    return NamedOutside(
        {one.handle: one.name for one in found.values()},
        {handle: people[handle] for handle in named if handle in people and people[handle].user_id != user_id},
    )
