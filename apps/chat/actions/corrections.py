"""A working agent hears what people said meanwhile, and goes on with it: its answer need not be made again for that."""

from apps.agents.domain.places import Change
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.chat.queries.changes import changes_for
from apps.teams.actions import overtaking
from apps.teams.queries.task_tokens import Caller, working_attempt

HEARD = "@{handle} has heard, in the middle of task {number}, what was said meanwhile: it is to work with that."


def hear_changes(caller: Caller) -> tuple[Change, ...]:
    """Give what people said since the goal was given, the oldest first; the room is told that the agent heard it.

    Raises Conflict where the caller no longer works.
    """
    room = Conversation.objects.values_list("id", flat=True).get(team__tasks=caller.task_id)
    with open_scene(room) as scene:
        attempt = working_attempt(caller)
        if overtaking.note_heard(attempt, scene.log.now):
            words = HEARD.format(handle=attempt.agent.handle, number=attempt.task.number)
            save(scene, NewMessage(MessageKind.NOTICE, words, data={"about": "change"}))
        return changes_for(attempt.task.team_id)
