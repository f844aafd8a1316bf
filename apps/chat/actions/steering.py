"""What a person says into work that goes on: the words reach the task that an agent is doing, and make no other task.

An agent that can hear people while it works hears them; another is asked once more with them when it answers, where
doing the work twice does no harm (see teams.actions.overtaking). An interruption does not wait for its answer.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from apps.accounts.domain.errors import Refused
from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.actions.taking_back import tell_going_on
from apps.chat.domain.hearing import named_at_work, told_at_work
from apps.chat.domain.mentions import addressed_in
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.chat.queries.hearing import workers
from apps.core.sentences import list_with_and, plural_sentence
from apps.teams.actions import overtaking, tasks
from apps.teams.queries.rows import Task
from apps.teams.queries.stopping import agents_going_on
from apps.teams.queries.work_at_hand import tasks_at_work

IDLE = "No agent is at work in this room. Send it instead: it is read at the next turn."
NOBODY_LEFT = "All whom this is for are left out. Choose one of them, or send it as a note."
NOT_AT_WORK = "{names} is not at work in this room. Send it instead: it is read at the next turn."
ARE_NOT_AT_WORK = "{names} are not at work in this room. Send it instead: it is read at the next turn."


def tell_work(scene: Scene, line: messages.NewMessage, spared: Collection[str] = ()) -> Message:
    """Save what a person says and take it to the agents at work: those named with @, else all; but not to `spared`.

    Raises Refused (text, not_waking).
    """
    reached = _reached(scene, line.text, spared)
    message = messages.save(scene, replace(line, data={"tasks": [task.number for task in reached]}))
    if line.delivery is Delivery.STEER:
        overtaking.note_told(reached)
    else:
        _begin_again(scene, reached)
    return message


def is_for_work_at_hand(scene: Scene, text: str) -> bool:
    """Whether what a person says begins with agents' names, and all of those are at work here."""
    return bool(addressed_in(text)) and bool(told_at_work(text, workers(scene.team)))


def _reached(scene: Scene, text: str, spared: Collection[str]) -> list[Task]:
    at_work = tasks_at_work(scene.team.id)
    if not at_work:
        raise Refused(text=IDLE)
    busy = {task.number: task.owner.agent.handle for task in at_work if task.owner.agent}
    agents = {member.handle for member in scene.members if member.agent_id}
    meant, idle = named_at_work(text, frozenset(busy.values()), agents)
    if idle:
        who = list_with_and(f"@{handle}" for handle in idle)
        raise Refused(text=plural_sentence(NOT_AT_WORK, ARE_NOT_AT_WORK, len(idle), names=who))
    if meant <= set(spared):
        raise Refused(not_waking=NOBODY_LEFT)
    return [task for task in at_work if busy.get(task.number) in meant - set(spared)]


def _begin_again(scene: Scene, reached: Sequence[Task]) -> None:
    going_on = agents_going_on(reached)
    for task in reached:
        tasks.hand_over(scene.log, task, task.owner)
    tell_going_on(scene, going_on)
