"""A person takes a task over from the agent that is at it, and gives it back, to it or to another one."""

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.agents.domain.profile import Candidate
from apps.agents.queries import candidates_by_handle
from apps.core.sentences import sentence
from apps.journal.actions import Log, audit
from apps.teams.actions import tasks
from apps.teams.domain.states import TaskState
from apps.teams.events import TeamsDeed
from apps.teams.models import Member, Task
from apps.teams.queries.stopping import agents_going_on, with_what_belongs
from apps.teams.queries.taken_over import agent_before, is_with_person, who_has, why_not_taken

LEFT = "{person}, who had taken it over, may do nothing here any more, and no agent had it before."


def take_over(log: Log, actor: Actor, task: Task, seat: Member) -> list[str]:
    """A person does a task from now on; `seat`: theirs in its team. Its goal is locked, its owner is loaded.

    What the agent still sends is kept, and not used. Gives the handles of those that can't be told to leave it.
    Raises Conflict with why it can't be taken over.
    """
    if why := why_not_taken(task, actor):
        raise Conflict(why)
    before, going_on = task.state, agents_going_on(with_what_belongs([task]))
    tasks.give_to_person(log, task, seat)
    audit(TeamsDeed.TASK_TAKEN_OVER, actor, task, task.id, state=before)
    return going_on


def agent_to_have_it(actor: Actor, task: Task) -> Candidate:
    """The agent that a task goes back to where nobody is named. Raises Refused (agent)."""
    before = agent_before(task)
    found = candidates_by_handle(actor.workspace_id, [before.handle]) if before else {}
    if before is None or before.handle not in found:
        raise Refused(agent="The agent that had it may not be asked any more. Choose another one.")
    return found[before.handle]


def refuse_hand_back(task: Task) -> None:
    """Raise Conflict where no person has the task."""
    if not is_with_person(task):
        raise Conflict("No person has it. Give it to another agent instead.")


def return_from_who_left(log: Log, task: Task) -> str:
    """A task is with a person who may do nothing here any more: its agent has it again, or it fails.

    Gives the handle of the agent; "": there is none.
    """
    before = agent_before(task)
    seat = task.team.members.filter(agent=before).first() if before is not None and before.enabled else None
    if seat is None:
        tasks.settle(log, task, TaskState.FAILED, failure=sentence(LEFT, person=who_has(task)))
        return ""
    tasks.hand_over(log, task, seat)
    return before.handle if before else ""
