"""Whom a person's words will wake, before they are sent."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from apps.accounts.domain.access import Actor
from apps.chat.domain.hearing import Wakes, Worker, hearing_at_work, hearing_of
from apps.chat.domain.machine.inputs import PersonSpoke
from apps.chat.domain.states import Delivery
from apps.chat.models import Conversation
from apps.chat.queries.conversation_state import state_of
from apps.chat.queries.mentionable import named_outside
from apps.teams.queries.conversation_tasks import tasks_of
from apps.teams.queries.members import members_of, offline_in
from apps.teams.queries.rows import Task, Team
from apps.teams.queries.work_at_hand import workers_of


def who_hears(actor: Actor, team: Team, text: str, delivery: str = Delivery.NEXT_TURN) -> Wakes:
    """Whom it wakes if the actor sends this to the room of a team, whose right to be seen was proved."""
    if delivery in (Delivery.STEER, Delivery.INTERRUPT):
        return hearing_at_work(text, workers(team))
    row = Conversation.objects.select_related("team__goal").get(team=team.id)
    tasks = tasks_of(row.team)
    spoke = PersonSpoke(text, barred=barred_to(actor.user_id, tasks))
    return hearing_of(state_of(row, members_of(row.team), tasks), spoke, workers(row.team), owners_of(tasks))


@dataclass(frozen=True)
class NamedHearer:
    """Somebody whom words wake, with what it is called. `offline`: it can't be reached now."""

    handle: str
    name: str
    why: str
    offline: bool


@dataclass(frozen=True)
class NamedOne:
    """Somebody whom words name."""

    handle: str
    name: str


@dataclass(frozen=True)
class HearingBefore:
    """Whom words reach if they are sent now: who acts on them, people who are told, agents outside that are named."""

    wakes: tuple[NamedHearer, ...] = ()
    told: tuple[NamedOne, ...] = ()
    outside: tuple[NamedOne, ...] = ()
    note: str = ""


def hearing_before(actor: Actor, team: Team, text: str, delivery: Delivery) -> HearingBefore:
    """Whom the actor's words to a team reach, whose right to be seen was proved."""
    found = Wakes() if delivery is Delivery.NOTE else who_hears(actor, team, text, delivery)
    names = {member.handle: member.name for member in members_of(team)}
    away, named = offline_in(team), named_outside(team, text, actor.user_id)
    woken = {one.handle for one in found.hearers}
    return HearingBefore(
        tuple(
            NamedHearer(one.handle, names.get(one.handle, one.handle), one.why, one.handle in away)
            for one in found.hearers
        ),
        tuple(NamedOne(handle, person.name) for handle, person in named.people.items() if handle not in woken),
        tuple(NamedOne(handle, name) for handle, name in named.agents.items()),
        found.note,
    )


def workers(team: Team) -> list[Worker]:
    """The agents at work whom words in a team's room concern: its own, before those of teams below a goal's first."""
    found = workers_of(team.goal_id, None if team.parent_id is None else team.id)
    return sorted(
        (Worker(handle, task, here=place == team.id) for handle, task, place in found), key=lambda one: not one.here
    )


def owners_of(tasks: Iterable[Task]) -> dict[int, str]:
    """The handle of the agent that does each task, by the task's number."""
    return {task.number: task.owner.agent.handle for task in tasks if task.owner.agent}


def barred_to(user_id: uuid.UUID | None, tasks: Iterable[Task]) -> tuple[int, ...]:
    """Numbers of the tasks whose question was put to others alone."""
    return tuple(task.number for task in tasks if task.asks is not None and not task.asks.addressees.admit(user_id))
