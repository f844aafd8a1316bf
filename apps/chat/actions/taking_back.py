"""Work is taken back: who is at it is told to stop, and the room hears of who can't be told."""

from collections.abc import Sequence

from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import Scene
from apps.chat.domain.states import MessageKind
from apps.core.sentences import list_with_and, sentence
from apps.teams.actions import tasks
from apps.teams.queries.rows import Task
from apps.teams.queries.stopping import agents_going_on, with_what_belongs

GOES_ON = "{agents} can't be told to stop: what was begun may go on for a while. Nobody waits for it."


def cancel(scene: Scene, taken: Sequence[Task], reason: str) -> None:
    """The conversation takes tasks of its team back; those that have settled stay as they are."""
    going_on = agents_going_on(with_what_belongs(taken))
    tasks.cancel(scene.log, taken, reason)
    tell_going_on(scene, going_on)


def withdraw(scene: Scene, task: Task, reason: str) -> None:
    """A person takes a task of the team back."""
    going_on = agents_going_on(with_what_belongs([task]))
    tasks.withdraw(scene.log, task, reason)
    tell_going_on(scene, going_on)


def tell_going_on(scene: Scene, going_on: Sequence[str]) -> None:
    """Tell the room which agents, by handle, go on with what nobody waits for any more."""
    if going_on:
        words = sentence(GOES_ON, agents=list_with_and(f"@{handle}" for handle in dict.fromkeys(going_on)))
        save(scene, NewMessage(MessageKind.NOTICE, words, data={"about": "stopped"}))
