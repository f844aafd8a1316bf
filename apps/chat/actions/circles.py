"""What the room is told where a person gives a task another try or another agent: who would have waited for whom in a
circle that was refused, and who goes on with what nobody waits for any more.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from apps.accounts.domain.access import Actor
from apps.chat.actions import messages
from apps.chat.actions.scene import open_scene
from apps.chat.actions.taking_back import tell_going_on
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.teams.actions import retries
from apps.teams.actions.waits import CircularWait


@contextmanager
def circles_told(task_id: uuid.UUID, beginning: str) -> Iterator[None]:
    """A block that may raise CircularWait: then the room of the task is told, in a transaction of its own."""
    try:
        yield
    except CircularWait as refused:
        with open_scene(_room_of(task_id)) as scene:
            text = f"{beginning}: {refused}"
            messages.save(scene, messages.NewMessage(MessageKind.NOTICE, text, data={"about": "circle"}))
        raise


def retry_task(actor: Actor, task_id: uuid.UUID) -> None:
    """Make one more attempt at a task. Raises as `retries.retry_task`; a circle is told in the room."""
    with circles_told(task_id, "Not tried again"):
        retries.retry_task(actor, task_id)


def reassign_task(actor: Actor, task_id: uuid.UUID, handle: str) -> None:
    """Have another agent do a task. Raises as `retries.reassign_task`.

    The room is told of a circle, and of who can't be told to leave what they had begun.
    """
    with circles_told(task_id, f"Not given to @{handle.removeprefix('@')}"):
        going_on = retries.reassign_task(actor, task_id, handle)
    if going_on:
        with open_scene(_room_of(task_id)) as scene:
            tell_going_on(scene, going_on)


def _room_of(task_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team__tasks=task_id)
