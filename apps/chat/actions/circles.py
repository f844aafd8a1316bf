"""What people do about a task that failed or is being done, and what the room is told of it: who would have waited for
whom in a circle that was refused, and who goes on with what nobody waits for any more.
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
from apps.core.sentences import sentence, sentence_of
from apps.teams.actions import retries
from apps.teams.actions.waits import CircularWait

NOT_AGAIN, NOT_GIVEN = "Not tried again: {circle}", "Not given to @{handle}: {circle}"


@contextmanager
def circles_told(task_id: uuid.UUID, words: str, **values: object) -> Iterator[None]:
    """A block that may raise CircularWait: then the room of the task is told, in a transaction of its own.

    `words` has a blank for the `circle`, and for each of `values`.
    """
    try:
        yield
    except CircularWait as refused:
        with open_scene(_room_of(task_id)) as scene:
            text = sentence(words, circle=sentence_of(refused), **values)
            messages.save(scene, messages.NewMessage(MessageKind.NOTICE, text, data={"about": "circle"}))
        raise


def retry_task(actor: Actor, task_id: uuid.UUID, delay: float = 0.0) -> None:
    """Make one more attempt at a task, in `delay` seconds. Raises as `retries.retry_task`.

    The room is told of a circle, and of a try that is put off.
    """
    with circles_told(task_id, NOT_AGAIN):
        retries.retry_task(actor, task_id, delay)
    if delay:
        with open_scene(_room_of(task_id)) as scene:
            text = sentence(
                "“{title}” is tried again in {delay:.0f} min.",
                title=scene.task_with_id(task_id).title,
                delay=delay / 60,
            )
            messages.save(scene, messages.NewMessage(MessageKind.NOTICE, text, data={"about": "retry"}))


def put_back_task(actor: Actor, task_id: uuid.UUID) -> None:
    """Stop whoever is at a task of a paused team, until the team goes on. Raises as `retries.put_back`."""
    going_on = retries.put_back(actor, task_id)
    with open_scene(_room_of(task_id)) as scene:
        text = sentence(
            "“{title}” was put back: it begins anew when the team goes on.", title=scene.task_with_id(task_id).title
        )
        messages.save(scene, messages.NewMessage(MessageKind.NOTICE, text, data={"about": "stopped"}))
        tell_going_on(scene, going_on)


def reassign_task(actor: Actor, task_id: uuid.UUID, handle: str) -> None:
    """Have another agent do a task. Raises as `retries.reassign_task`.

    The room is told of a circle, and of who can't be told to leave what they had begun.
    """
    with circles_told(task_id, NOT_GIVEN, handle=handle.removeprefix("@")):
        going_on = retries.reassign_task(actor, task_id, handle)
    if going_on:
        with open_scene(_room_of(task_id)) as scene:
            tell_going_on(scene, going_on)


def _room_of(task_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team__tasks=task_id)
