"""A working agent hands a part of its task on to another agent of the workspace."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.accounts.domain.errors import Conflict, Refused
from apps.agents import queries as registry
from apps.agents.domain.profile import Availability, Candidate
from apps.chat.actions import messages
from apps.chat.actions.circles import circles_told
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.teams.actions import new_tasks
from apps.teams.actions.new_tasks import NewTask
from apps.teams.actions.waits import CircularWait, refuse_circle
from apps.teams.domain.formation import Seat
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import OPEN_TASK
from apps.teams.domain.waits import path_in_words
from apps.teams.queries.checks import barred_from
from apps.teams.queries.limits import grantable_limits
from apps.teams.queries.rows import Task
from apps.teams.queries.task_tokens import Caller, working_attempt
from apps.teams.queries.waits import NewWait

MOST_BRIEF = 8000  # characters
MOST_OPEN = 5  # tasks that one task has handed on and that have not settled
MOST_HANDED_ON = 20  # of one task


@dataclass(frozen=True)
class Handover:
    """What a working agent hands on: to an agent by handle, else to whoever fits the need in words.

    `invited`: whoever let this work begin named the agent for it, beside those of the goal.
    """

    brief: str
    agent: str = ""
    need: str = ""
    title: str = ""
    invited: bool = False


def delegate(caller: Caller, handover: Handover, note: Callable[[Task], None] | None = None) -> Task:
    """Give a child task to another agent, under the limits of the team that the caller's task belongs to.

    `note` keeps of it what its door has to know, in the same transaction: so that nothing is handed on twice.

    Raises Refused (brief, agent, need), and Conflict where the caller no longer works, or a limit leaves nothing.
    CircularWait (agent): the wait would close a circle; the room is told who would wait for whom.
    """
    brief = drop_unstorable(handover.brief).strip()
    if not brief or len(brief) > MOST_BRIEF:
        raise Refused(
            brief=sentence("Say in 1 to {most_brief:,} characters what is to be done.", most_brief=MOST_BRIEF)
        )
    with circles_told(caller.task_id, "Not handed on: {circle}"):
        return _delegate(caller, handover, brief, note)


def _delegate(caller: Caller, handover: Handover, brief: str, note: Callable[[Task], None] | None) -> Task:
    room = Conversation.objects.values_list("id", flat=True).get(team__tasks=caller.task_id)
    with open_scene(room) as scene:
        parent = working_attempt(caller).task
        chain = _chain(parent)
        _check_limits(scene, parent, depth=len(chain))
        seat = _seat(scene, chain, handover, brief)
        task = _give(scene, parent, seat, brief, drop_unstorable(handover.title).strip() or brief)
        if note is not None:
            note(task)
        return task


def _chain(task: Task) -> list[Task]:
    """The task, and those that it was handed on by, one after the other."""
    chain = [task]
    while (above := chain[-1].delegated_by) is not None:
        chain.append(above)
    return chain


def _check_limits(scene: Scene, parent: Task, *, depth: int) -> None:
    if grantable_limits(scene.team, scene.log.now) is None:
        raise Conflict("The goal's limits leave nothing for another task: go on with what is known.")
    deepest = Limits.model_validate(scene.goal.limits).depth
    if scene.team.depth + depth > deepest:
        raise Conflict(sentence("Work is handed on {deepest} times at most.", deepest=deepest))
    states = list(parent.delegated.values_list("state", flat=True))
    if len(states) >= MOST_HANDED_ON:
        raise Conflict(
            sentence(
                "This task has handed on {most_handed_on} tasks: go on with what is known.",
                most_handed_on=MOST_HANDED_ON,
            )
        )
    if sum(state in OPEN_TASK for state in states) >= MOST_OPEN:
        raise Conflict(sentence("This task waits for {most_open} others: wait for one of them.", most_open=MOST_OPEN))


def _seat(scene: Scene, chain: Sequence[Task], handover: Handover, brief: str) -> Seat:
    """Who does it; never who waits for it, or they would wait for each other."""
    need = handover.need.strip() or brief
    if handover.agent.strip():
        chosen, skill = _named_candidate(scene, chain, handover), ""
    else:
        chosen, skill = _fitting_candidate(scene, chain, need)
    return Seat(
        agent_id=chosen.agent_id,
        handle=chosen.handle,
        name=chosen.name,
        need=need[:400],
        skill=skill,
        score=chosen.score,
    )


def _named_candidate(scene: Scene, chain: Sequence[Task], handover: Handover) -> Candidate:
    handle = handover.agent.strip()
    found = registry.candidates_by_handle(scene.goal.workspace_id, [handle], chain[0].origin_id)
    chosen = next(iter(found.values()), None)
    wanted = {name.lower() for name in scene.goal.wanted_handles}
    if chosen is None or (wanted and not handover.invited and chosen.handle.lower() not in wanted):
        raise Refused(agent=sentence("There is no agent {value!r} that may take part in this goal.", value=handle[:60]))
    if chosen.availability is Availability.OFFLINE:
        raise Refused(agent=sentence("@{handle} is offline: choose another agent.", handle=chosen.handle))
    if chosen.agent_id in barred_from(chain[0]):
        raise Refused(
            agent=sentence("@{handle} did the work that you check: choose another agent.", handle=chosen.handle)
        )
    _refuse_circle(scene, chain, chosen)
    return chosen


def _refuse_circle(scene: Scene, chain: Sequence[Task], chosen: Candidate) -> None:
    """Who waits for this task does no part of it, and nobody waits for a slot that is held by who waits for them."""
    owners = [task.owner.agent_id for task in chain]
    if uuid.UUID(chosen.agent_id) in owners:
        path = path_in_words(_path_up(chain, owners.index(uuid.UUID(chosen.agent_id))))
        raise CircularWait(agent=f"{path}: @{chosen.handle} waits for this task itself. Choose another agent.")
    user = chain[0].origin.user_id if chain[0].origin else None
    new = NewWait(uuid.UUID(chosen.agent_id), user, chosen.handle, needed_by=chain[0].id)
    refuse_circle(scene.goal.workspace_id, new)


def _path_up(chain: Sequence[Task], chosen: int) -> list[str]:
    """The handles of who would wait for whom: the task's agent for the chosen one, which waits for it over others."""
    names = [str(task.owner.agent) for task in chain[: chosen + 1]]
    return [names[0], *reversed(names)]


def _fitting_candidate(scene: Scene, chain: Sequence[Task], need: str) -> tuple[Candidate, str]:
    wanted = scene.goal.wanted_handles or None
    found = registry.find_for_need(scene.goal.workspace_id, need, only=wanted, origin=chain[0].origin_id)
    barred = {str(task.owner.agent_id) for task in chain} | barred_from(chain[0])
    there = [one for one in found if one[0].availability is not Availability.OFFLINE and one[0].agent_id not in barred]
    circle: CircularWait | None = None
    for chosen, skill in sorted(there, key=lambda pair: (pair[0].free_slots > 0, pair[0].score), reverse=True):
        try:
            _refuse_circle(scene, chain, chosen)
        except CircularWait as refused:
            circle = circle or refused
        else:
            return chosen, skill
    raise circle or Refused(need=sentence("No agent that may take part covers: {value}.", value=need[:200]))


def _give(scene: Scene, parent: Task, seat: Seat, brief: str, title: str) -> Task:
    number = max(task.number for task in scene.tasks) + 1
    new = NewTask(
        number=number,
        title=title.splitlines()[0][:120],
        brief=brief,
        seats=(seat,),
        as_team=False,
        after=(),
        needs=(seat.need,),
        synchronous=False,
        is_answer=False,
        delegated_by=parent,
        origin=parent.origin_id,
    )
    row = scene.conversation
    known = {one.number: one for one in scene.tasks}
    (task,) = new_tasks.add(
        scene.log,
        scene.team,
        [new],
        known,
        turn=row.turn,
        round_=row.round,
        briefed_after=row.last_number,
        proposed_by=parent.owner.agent_id,
    )
    scene.refresh_members()
    said = messages.NewMessage(
        MessageKind.ASSIGN,
        sentence("@{handle}, please: {brief}", handle=seat.handle, brief=brief),
        member=scene.member_with_id(parent.owner_id),
        data={"tasks": [number]},
        task_number=parent.number,
    )
    messages.save(scene, said)
    return task
