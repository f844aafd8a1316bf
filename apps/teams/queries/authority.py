"""The chain of authority of a task, read from the rows that exist; and what is to be judged before it is done."""

import uuid
from collections.abc import Collection, Iterator
from dataclasses import replace

from django.db.models import Exists

from apps.accounts.domain.approval_policy import AskedFor
from apps.accounts.domain.origins import Authority, OriginKind
from apps.accounts.queries import authority_of
from apps.agents.domain.reach import Reach
from apps.agents.queries.grants import Doorkeeping, doorkeeping_of, permitted_askers, trust_of
from apps.agents.queries.rows import Connection
from apps.teams.domain.authority import (
    AgentStanding,
    AuthorityLink,
    CallRequest,
    Judgement,
    LinkKind,
    PermitVerdict,
    judge,
)
from apps.teams.domain.states import MemberKind
from apps.teams.models import Attempt, Member, Task
from apps.teams.queries.connections import line_of
from apps.teams.queries.conversation_tasks import WITHOUT_VECTORS

_UNREAD = ("agent__vector", "agent__profile_vector", "agent__goal_words")
_ORIGINS = {
    OriginKind.PERSON: LinkKind.PERSON,
    OriginKind.TOKEN: LinkKind.TOKEN,
    OriginKind.SYSTEM: LinkKind.SYSTEM,
}


def call_request_of(attempt: Attempt) -> CallRequest:
    """What an attempt would do over its connection, and for whom; its task, team, goal and owner are loaded."""
    task = attempt.task
    agent = attempt.agent
    door = doorkeeping_of(agent, line_of(attempt), task.skills)
    request = _call_request(
        task, agent.id, door, asker=_asker(task), heard=agents_heard(task) if door.reach is Reach.ACTS else ()
    )
    return replace(request, asked_for=request.origin.policy.asks_for & _kinds_of(door))


def _kinds_of(door: Doorkeeping) -> frozenset[AskedFor]:
    """What of that for which a workspace may want leave a call is."""
    kinds = {AskedFor.ACTS: door.reach is Reach.ACTS, AskedFor.LEAVES: door.leaves}
    return frozenset(kind for kind, holds in kinds.items() if holds)


def question_request(asking: Task, line: Connection) -> CallRequest:
    """What an agent would do that is itself asked, over a connection, the question of a task's agent."""
    door = doorkeeping_of(line.agent, line, ())
    asker = asking.owner.agent_id
    return _call_request(asking, line.agent_id, door, asker=asker, heard=() if asker is None else (asker,))


def may_be_asked_by(team_id: uuid.UUID, number: int, connection_id: uuid.UUID) -> bool:
    """Whether an agent may itself be asked, over a connection, the question of a team's task unasked."""
    asking = Task.objects.select_related("team__goal", "owner").get(team=team_id, number=number)
    line = Connection.objects.select_related("agent").defer(*_UNREAD).get(pk=connection_id)
    return judge(question_request(asking, line)).verdict is PermitVerdict.GO


def judge_words(
    connection_id: uuid.UUID,
    team_id: uuid.UUID,
    origin: uuid.UUID | None,
    asker: uuid.UUID | None,
    heard: Collection[uuid.UUID],
) -> Judgement:
    """Whether an agent may be given the floor over a connection, and so be told what these agents said.

    `asker`: the agent that gave it the floor by itself; None: the lead did, or the model that speaks for a member.
    """
    line = Connection.objects.select_related("agent").defer(*_UNREAD).get(pk=connection_id)
    called = line.agent_id
    door = doorkeeping_of(line.agent, line, ())
    standings = _standings(called, {*heard, *((asker,) if asker else ())} - {called})
    request = CallRequest(
        origin=authority_of(origin),
        handle=door.handle,
        reach=door.reach,
        askers=door.askers,
        asker=standings.get(asker) if asker else None,
        heard=frozenset(standings[one] for one in set(heard) & set(standings)),
        invited=Member.objects.filter(team=team_id, agent=called, proposed_by=None).exists(),
    )
    return judge(request)


def may_be_told(task: Task, heard: Collection[uuid.UUID]) -> bool:
    """Whether the agent that asks in the middle of a task may be given words of these agents unasked.

    An agent whose call has ended is not meant: what it is given is judged before its next.
    """
    asked = task.asks
    if asked is None or asked.task is None or asked.attempt is None or not asked.in_call or not heard:
        return True
    return judge(disclosure_request(asked.task, asked.attempt.agent_id, heard)).verdict is PermitVerdict.GO


def disclosure_request(task: Task, called: uuid.UUID, heard: Collection[uuid.UUID]) -> CallRequest:
    """What an agent at work on a task would go on with, were it told words of these agents."""
    begun = Attempt.objects.filter(task=task.id, agent=called).exclude(connection=None)
    attempt = begun.select_related("agent", "connection").defer(*_UNREAD).latest("number")
    door = doorkeeping_of(attempt.agent, line_of(attempt), task.skills)
    return _call_request(task, called, door, asker=None, heard=tuple(heard))


def _call_request(
    task: Task, called: uuid.UUID, door: Doorkeeping, *, asker: uuid.UUID | None, heard: "tuple[uuid.UUID, ...]"
) -> CallRequest:
    others = {*heard, *((asker,) if asker else ())} - {called}
    standings = _standings(called, others)
    return CallRequest(
        origin=authority_of(origin_of(task)),
        handle=door.handle,
        reach=door.reach,
        askers=door.askers,
        asker=standings.get(asker) if asker else None,
        heard=frozenset(standings[one] for one in set(heard) & set(standings)),
        invited=asker is None or _is_invited(task, called),
    )


def _standings(called: uuid.UUID, askers: set[uuid.UUID]) -> dict[uuid.UUID, AgentStanding]:
    if not askers:
        return {}
    grants = permitted_askers(called)
    return {
        key: AgentStanding(handle, trust, named=key in grants, granted=None in grants)
        for key, (handle, trust) in trust_of(askers).items()
    }


def _asker(task: Task) -> uuid.UUID | None:
    """The agent that asks for a task by itself: that handed it on, or that brought its owner in."""
    if task.delegated_by_id is not None:
        return Member.objects.values_list("agent_id", flat=True).get(tasks=task.delegated_by_id)
    return task.owner.proposed_by_id


def _is_invited(task: Task, agent_id: uuid.UUID) -> bool:
    """Whether a person or the coordinator put the agent into the goal."""
    return Member.objects.filter(team__goal=task.team.goal_id, agent=agent_id, proposed_by=None).exists()


def origin_of(task: Task) -> uuid.UUID | None:
    """In whose name a task is done, as was written when it was made."""
    return task.origin_id


def _upwards(task: Task) -> Iterator[Task]:
    """The task, and those that it came from: which handed it on, else which its team carries out."""
    one: Task | None = task
    while one is not None:
        yield one
        above = one.delegated_by_id or one.team.task_id
        rows = Task.objects.select_related("team", "owner__agent").defer(*WITHOUT_VECTORS)
        one = rows.get(id=above) if above else None


def agents_heard(task: Task) -> tuple[uuid.UUID, ...]:
    """The agents whose words, or results, go along with a task, or went into its brief."""
    found = at_work_on(_results_along(task))
    for one in _upwards(task):
        found |= {uuid.UUID(key) for key in one.heard}
        if one.delegated_by_id is not None:  # the rest is the asker's own words, whatever it had heard
            found |= set(Member.objects.filter(tasks=one.delegated_by_id).values_list("agent_id", flat=True))
            break
    return tuple(found)


def _results_along(task: Task) -> list[uuid.UUID]:
    """The tasks whose results are sent with it: those before it, and before what its team carries out; see `work`."""
    one: Task | None = task
    found: list[uuid.UUID] = []
    while one is not None:
        found += Task.objects.filter(dependants=one.id).values_list("id", flat=True)
        above = one.team.task_id
        one = Task.objects.select_related("team").get(id=above) if above else None
    return found


def at_work_on(tasks: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """The agents whose words may stand in the results of these tasks: their owners, and the teams that did them."""
    found: set[uuid.UUID] = set()
    level = list(tasks)
    while level:
        owners = Member.objects.filter(tasks__in=level).exclude(agent=None).values_list("agent_id", flat=True)
        below = Member.objects.filter(team__task__in=level).exclude(agent=None).values_list("agent_id", flat=True)
        found |= {*owners, *below}
        level = list(Task.objects.filter(team__task__in=level).exclude(seats=[]).values_list("id", flat=True))
    return found


def agents_among(team_id: uuid.UUID, which: Exists) -> frozenset[uuid.UUID]:
    """The agents among a team's members of whom that holds."""
    rows = Member.objects.filter(which, team=team_id, agent__isnull=False)
    return frozenset(rows.values_list("agent_id", flat=True))


def agents_of_subteams(team_id: uuid.UUID, numbers: Collection[int]) -> set[uuid.UUID]:
    """The agents of the sub-teams that did these of a team's tasks: the room has the result as the owner's."""
    tasks = Task.objects.filter(team=team_id, number__in=numbers).exclude(seats=[])
    return at_work_on(list(tasks.values_list("id", flat=True))) if numbers else set()


def chain_in_words(task: Task) -> str:
    """How a task came about, as people read it: from a person or a token over goal, teams and agents to who does it."""
    links: list[AuthorityLink] = []
    for one in _upwards(task):
        links += _agents(one)
        if one.delegated_by_id is None:
            links.append(AuthorityLink(LinkKind.TEAM, one.team.name))
    links.append(AuthorityLink(LinkKind.GOAL, task.team.goal.title))
    links.append(_first(authority_of(origin_of(task))))
    return " → ".join(map(str, reversed(links)))


def _agents(task: Task) -> list[AuthorityLink]:
    """Who does a task, and who brought that agent in, if another agent did."""
    member = Member.objects.select_related("agent", "proposed_by").defer("agent__vector", "proposed_by__vector")
    row = member.get(id=task.owner_id)
    if row.kind != MemberKind.AGENT or row.agent is None:
        return []
    told = [AuthorityLink(LinkKind.AGENT, row.agent.handle)]
    if row.proposed_by is not None and task.delegated_by_id is None:
        told.append(AuthorityLink(LinkKind.AGENT, row.proposed_by.handle))
    return told


def _first(authority: Authority) -> AuthorityLink:
    return AuthorityLink(_ORIGINS[authority.kind], authority.name)
