"""People bring an agent into a team while it works, and have one take over all that another one has to do there."""

import uuid

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.agents.domain.profile import Candidate
from apps.chat.actions import messages
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.taking_back import tell_going_on
from apps.chat.domain.states import MessageKind
from apps.chat.events import ChatDeed
from apps.chat.models import Conversation
from apps.core.sentences import plural_sentence, sentence
from apps.journal.actions import audit
from apps.teams.actions import goals, retries, teams
from apps.teams.domain.states import OPEN_TASK, GoalOutcome
from apps.teams.queries.access import team_operable_by
from apps.teams.queries.members import Seated
from apps.teams.queries.rows import Task

MEMBERSHIP = "membership"
"""What a message is about that tells whom people brought in: it has the words, not the card of a formation."""
ENDED = "This team has finished, or its goal has. Speak in the goal's room to open a new round."


def add_member(actor: Actor, team_id: uuid.UUID, handle: str) -> None:
    """Bring an agent into a team; the coordinator may give it work from its next turn on.

    Raises Refused (agent), NotFound, Forbidden, Conflict (it is a member already, or the team has finished).
    """
    team = team_operable_by(actor, team_id)
    with open_scene(_room(team.id)) as scene:
        _refuse_ended(scene)
        candidate = retries.candidate_named(actor, handle)
        if _agent(scene, candidate.handle):
            raise Conflict(sentence("@{handle} is a member already.", handle=candidate.handle))
        act_for(scene.log, actor)
        bring_in(scene, actor, candidate)


def bring_in(scene: Scene, actor: Actor, candidate: Candidate) -> None:
    """Have an agent join, and say who brought it in. Raises Conflict where the team has finished."""
    _refuse_ended(scene)
    _join(scene, candidate)
    _tell(scene, sentence("Joined: @{handle}, brought in by {name}.", handle=candidate.handle, name=actor.name))
    audit(ChatDeed.MEMBER_ADDED, actor, scene.team, scene.team.id, agent=candidate.handle)


def swap_member(actor: Actor, team_id: uuid.UUID, handle: str, instead: str) -> None:
    """Have another agent do all open tasks of a member. What the first one still sends is kept, and not used.

    A task that a team of its own does stays as it is. Raises Refused (agent), NotFound, Forbidden, CircularWait, and
    Conflict with why one of the tasks can't be given on: then none is.
    """
    team = team_operable_by(actor, team_id)
    with open_scene(_room(team.id)) as scene:
        _refuse_ended(scene)
        given = _open_tasks(scene, handle.removeprefix("@"))
        candidate = retries.candidate_named(actor, instead)
        act_for(scene.log, actor)
        _join(scene, candidate)
        going_on = [one for task in given for one in retries.give(scene.log, actor, task, candidate)]
        _tell(scene, _swapped(handle.removeprefix("@"), candidate.handle, len(given), actor.name))
        tell_going_on(scene, going_on)
        audit(ChatDeed.MEMBER_SWAPPED, actor, scene.team, scene.team.id, agent=handle, instead=candidate.handle)


def _open_tasks(scene: Scene, handle: str) -> list[Task]:
    member = _agent(scene, handle)
    if member is None:
        raise Refused(member=sentence("@{handle} is no member of this team.", handle=handle))
    mine = [task for task in scene.tasks if task.owner_id == member.id and task.state in OPEN_TASK and not task.seats]
    if not mine:
        raise Conflict(sentence("@{handle} has nothing to do here that another could take over.", handle=handle))
    return mine


def _swapped(handle: str, instead: str, tasks: int, by: str) -> str:
    return plural_sentence(
        "@{instead} takes over from @{handle}: {count} task, said {by}.",
        "@{instead} takes over from @{handle}: {count} tasks, said {by}.",
        tasks,
        instead=instead,
        handle=handle,
        by=by,
    )


def _agent(scene: Scene, handle: str) -> Seated | None:
    return next((member for member in scene.members if member.agent_id and member.handle == handle), None)


def _join(scene: Scene, candidate: Candidate) -> None:
    """A team that was named by hand is one of those named from now on."""
    wanted = scene.goal.wanted_handles
    if wanted and candidate.handle not in wanted:
        goals.name_team(scene.goal, [*wanted, candidate.handle])
    teams.join_agent(scene.log, scene.team, candidate)
    scene.refresh_members()


def _tell(scene: Scene, words: str) -> None:
    messages.save(scene, messages.NewMessage(MessageKind.FORMATION, words, data={"about": MEMBERSHIP}))


def _refuse_ended(scene: Scene) -> None:
    if scene.team.ended_at is not None or scene.goal.outcome != GoalOutcome.RUNNING:
        raise Conflict(ENDED)


def _room(team_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team_id=team_id)
