"""Who could look at another's work: the member that the plan names, else the one that fits best and is free."""

from apps.agents import queries as registry
from apps.agents.domain.profile import Availability, Candidate
from apps.agents.queries.connectors import descriptor_of_kind
from apps.teams.domain.checks.kinds import MemberCheck, ProgramCheck
from apps.teams.domain.formation import Seat
from apps.teams.queries.checks import authors_of
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Task


def checker_for(task: Task, check: MemberCheck | ProgramCheck) -> Seat | None:
    """Who is to look at a task's result, never whoever did it; None: nobody else here can be asked.

    Members of the team go before others of the workspace. Reads only; the task's team and goal are in hand.
    """
    authors = authors_of(task)
    if check.handle:
        named = _allowed(task, [check.handle])
        return next((_seat(one, "") for one in named if one.agent_id not in authors), None)
    need = _need(task, check)
    colleagues = [one.handle for one in members_of(task.team) if one.agent_id and str(one.agent_id) not in authors]
    return (
        _best(_fitting(task, need, colleagues), authors)
        or _best([(one, "") for one in _allowed(task, colleagues) if _has_a_model(one)], authors)
        or _best(_fitting(task, need, task.team.goal.wanted_handles or None), authors)
    )


def _need(task: Task, check: MemberCheck | ProgramCheck) -> str:
    if isinstance(check, ProgramCheck):
        return f"Run a program: {check.what}"
    return f"Check, review: {check.what or task.title}"


def _fitting(task: Task, need: str, only: list[str] | None) -> list[tuple[Candidate, str]]:
    if only == []:
        return []
    return registry.find_for_need(task.team.goal.workspace_id, need, only=only, origin=task.origin_id)


def _allowed(task: Task, handles: list[str]) -> list[Candidate]:
    """The agents of these handles that may take part in the goal."""
    goal = task.team.goal
    wanted = {name.removeprefix("@").lower() for name in goal.wanted_handles}
    found = registry.candidates_by_handle(goal.workspace_id, handles, task.origin_id) if handles else {}
    return [one for one in found.values() if not wanted or one.handle.lower() in wanted]


def _has_a_model(candidate: Candidate) -> bool:
    """Whether it may understand what to look at; the hub's own agents do one thing each."""
    return not descriptor_of_kind(candidate.connector).inside


def _best(found: list[tuple[Candidate, str]], authors: frozenset[str]) -> Seat | None:
    """The first that is free, else the first that can be reached."""
    usable = [
        (one, skill)
        for one, skill in found
        if one.agent_id not in authors and one.availability is not Availability.OFFLINE
    ]
    return next((_seat(one, skill) for one, skill in sorted(usable, key=lambda pair: pair[0].free_slots <= 0)), None)


def _seat(chosen: Candidate, skill: str) -> Seat:
    return Seat(
        agent_id=chosen.agent_id,
        handle=chosen.handle,
        name=chosen.name,
        need="",
        skill=skill,
        score=chosen.score,
    )
