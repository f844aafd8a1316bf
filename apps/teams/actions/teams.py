"""Teams and their members."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from apps.accounts.domain.access import Actor
from apps.accounts.queries.people import person_with_id
from apps.agents.domain.profile import Candidate
from apps.agents.queries.rows import Agent
from apps.core.names import clean_line
from apps.core.read_once import read_for_all
from apps.core.updates import insert_rows, save_columns
from apps.journal.actions import Log
from apps.teams.domain.formation import FormationRecord, Seat
from apps.teams.domain.limits import Limits, deadline
from apps.teams.domain.states import MemberKind
from apps.teams.events import TeamEvent
from apps.teams.models import Goal, Member, Task, Team
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.members import know_members, member_rows

COORDINATOR = "coordinator"
NAMELESS = "Team"  # one whose name, which a model gave, shows nothing


def form_root(log: Log, goal: Goal, actor: Actor, limits: Limits) -> Team:
    """The team that answers for a goal: the coordinator's seat, which leads, and the person who asked."""
    team = _form(log, goal, name=goal.title, purpose=goal.text, grant=limits, queued=True)
    coordinator = _seat(log, team, MemberKind.COORDINATOR, COORDINATOR, lead=True)
    person = _seat(log, team, MemberKind.PERSON, actor.name, user_id=actor.user_id)
    person.user = read_for_all((person_with_id, actor.user_id), partial(person_with_id, actor.user_id))
    insert_rows([coordinator, person])
    know_members(team, [coordinator, person])
    return team


def form_subteam(log: Log, parent: Team, task: Task, grant: Limits, seats: Iterable[Seat]) -> Team:
    """The team that carries out one task of its parent, led by the task's owner.

    Where an agent formed it by its own word, all have their seats by that agent's.
    """
    team = _form(log, parent.goal, name=task.title, purpose=task.brief, grant=grant, parent=parent, task=task)
    seats = tuple(seats)
    team.formation = FormationRecord(query=task.brief, considered=len(seats), seats=seats).model_dump()
    save_columns(team, "formation")
    lead = task.owner.agent_id
    for seat in {seat.agent_id: seat for seat in seats}.values():
        one, by = uuid.UUID(seat.agent_id), uuid.UUID(seat.proposed_by) if seat.proposed_by else None
        _save(_seat(log, team, MemberKind.AGENT, seat.handle, agent_id=one, lead=one == lead, proposed_by=by))
    return team


def _form(
    log: Log,
    goal: Goal,
    *,
    name: str,
    purpose: str,
    grant: Limits,
    parent: Team | None = None,
    task: Task | None = None,
    queued: bool = False,
) -> Team:
    name = clean_line(name) or NAMELESS
    team = Team(
        goal=goal,
        parent=parent,
        task=task,
        name=name,
        purpose=purpose,
        origin_id=task.origin_id if task else goal.origin_id,
        depth=parent.depth + 1 if parent else 0,
        grant=grant.model_dump(),
        created_at=log.now,
        queued_at=log.now if queued else None,
        deadline_at=None if queued else deadline(grant, log.now, 0.0),
    )
    insert_rows([team])
    log.add(
        TeamEvent.TEAM_FORMED,
        chain_of_team(team),
        team=str(team.id),
        name=name,
        parent=str(parent.id) if parent else None,
        task=str(task.id) if task else None,
        grant=team.grant,
    )
    return team


def _save(member: Member) -> Member:
    insert_rows([member])
    return member


def _seat(
    log: Log,
    team: Team,
    kind: MemberKind,
    handle: str,
    *,
    agent_id: uuid.UUID | None = None,
    user_id: uuid.UUID | None = None,
    lead: bool = False,
    proposed_by: uuid.UUID | None = None,
) -> Member:
    """A seat that is told of and not saved yet."""
    member = Member(team=team, kind=kind, agent_id=agent_id, user_id=user_id, lead=lead, joined_at=log.now)
    member.proposed_by_id = proposed_by
    member.called = handle if kind is MemberKind.PERSON else ""
    member.named = agent_id is not None and proposed_by is None and handle in team.goal.wanted_handles
    chain = chain_of_team(team, member.id)
    log.add(TeamEvent.MEMBER_JOINED, chain, member=str(member.id), kind=kind.value, handle=handle, lead=lead)
    return member


def join_agent(log: Log, team: Team, seat: Seat | Candidate) -> Member:
    """The seat in the team of an agent that a person named by hand; taken now if it had none."""
    agent_id = uuid.UUID(seat.agent_id)
    member = team.members.filter(agent_id=agent_id).first()
    member = member or _save(_seat(log, team, MemberKind.AGENT, seat.handle, agent_id=agent_id))
    member.named, member.proposed_by_id = True, None
    member.save(update_fields=["named", "proposed_by"])
    return member


def join_agents(
    log: Log, team: Team, seats: Iterable[Seat | Candidate], *, proposed_by: uuid.UUID | None = None
) -> dict[str, Member]:
    """The seats of these agents in the team, by the id of the agent; taken now by those that had none.

    `proposed_by`: the agent that brings them in by itself.
    """
    rows = member_rows(team)
    known = {str(one.agent_id): one for one in rows if one.agent_id}
    new = {seat.agent_id: seat for seat in seats if seat.agent_id not in known}
    joined = {key: _agents_seat(log, team, seat, proposed_by) for key, seat in new.items()}
    rows.extend(joined.values())
    insert_rows(joined.values())
    return known | joined


def _agents_seat(log: Log, team: Team, seat: Seat | Candidate, proposed_by: uuid.UUID | None) -> Member:
    """As `_seat`, with as much of the agent as others are told of it."""
    agent = Agent(pk=uuid.UUID(seat.agent_id), handle=seat.handle, name=seat.name)
    member = _seat(log, team, MemberKind.AGENT, seat.handle, agent_id=agent.pk, proposed_by=proposed_by)
    member.agent = agent
    return member


def join_person(log: Log, team: Team, actor: Actor) -> Member:
    """The person's seat in the team; taken now if they had none."""
    member = team.members.filter(user_id=actor.user_id).first()
    return member or _save(_seat(log, team, MemberKind.PERSON, actor.name, user_id=actor.user_id))


def add_formation(team: Team, record: FormationRecord) -> None:
    """Keep why this team is as it is; a later round's reasons come on top of the earlier ones."""
    if team.formation:
        earlier = FormationRecord.model_validate(team.formation)
        record = record.model_copy(
            update={
                "seats": tuple(dict.fromkeys((*earlier.seats, *record.seats))),
                "left_out": tuple(dict.fromkeys((*earlier.left_out, *record.left_out))),
                "missing": tuple(dict.fromkeys((*earlier.missing, *record.missing))),
                "elsewhere": tuple(dict.fromkeys((*earlier.elsewhere, *record.elsewhere))),
                "considered": max(earlier.considered, record.considered),
            }
        )
    team.formation = record.model_dump()
    save_columns(team, "formation")


def freeze(log: Log, team: Team) -> None:
    """Nothing new starts in this team until it is thawed; what runs, runs on."""
    if team.frozen_at is None:
        team.frozen_at, team.deadline_at = log.now, None
        team.save(update_fields=["frozen_at", "deadline_at"])
        log.add(TeamEvent.TEAM_PAUSED, chain_of_team(team), team=str(team.id))


def thaw(log: Log, team: Team) -> None:
    """Let it go on; the time it was frozen does not count against its limits."""
    if team.frozen_at is not None:
        idle = (log.now - team.frozen_at).total_seconds()
        team.frozen_at = None
        restart_clock(team, 0.0 if team.queued_at else idle)
        log.add(TeamEvent.TEAM_RESUMED, chain_of_team(team), team=str(team.id))


def rebrief(log: Log, team: Team, brief: str) -> None:
    """It is for something else from now on, and so is the task that it carries out."""
    team.purpose = brief
    save_columns(team, "purpose")
    if team.task is not None:
        team.task.brief = brief
        team.task.save(update_fields=["brief"])
    log.add(TeamEvent.TEAM_REBRIEFED, chain_of_team(team), team=str(team.id), purpose=brief)


def leave_queue(log: Log, team: Team) -> None:
    """It waits for no worker any more: from now on its minutes run."""
    if team.queued_at is not None:
        team.frozen_seconds += (log.now - team.queued_at).total_seconds()
        team.queued_at = None
        team.deadline_at = _deadline(team)
        save_columns(team, "queued_at", "frozen_seconds", "deadline_at")


def queue(log: Log, team: Team) -> None:
    """A further round waits for a worker; the time since the last one ended does not count."""
    idle = (log.now - team.ended_at).total_seconds() if team.ended_at else 0.0
    team.ended_at, team.queued_at = None, log.now
    restart_clock(team, idle)


def restart_clock(team: Team, idle_seconds: float) -> None:
    """Save the team with its clock running, unless it is queued, after seconds that do not count."""
    team.frozen_seconds += idle_seconds
    team.deadline_at = None if team.queued_at else _deadline(team)
    team.save(update_fields=["queued_at", "frozen_at", "frozen_seconds", "deadline_at", "ended_at", "grant"])


def _deadline(team: Team) -> datetime | None:
    return deadline(Limits.model_validate(team.grant), team.created_at, team.frozen_seconds)


def end(log: Log, team: Team) -> None:
    """It has done what it was for, or was stopped."""
    thaw(log, team)
    leave_queue(log, team)
    team.ended_at, team.deadline_at = log.now, None
    save_columns(team, "ended_at", "deadline_at")
    log.add(TeamEvent.TEAM_ENDED, chain_of_team(team), team=str(team.id))
