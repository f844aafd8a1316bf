"""A person does a task in its agent's place, and gives it back; the room is told of both."""

import uuid
from collections.abc import Sequence
from functools import partial

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat.actions import messages
from apps.chat.actions.circles import NOT_GIVEN, circles_told
from apps.chat.actions.goals import Upload
from apps.chat.actions.people import checked_text
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.separately import separately
from apps.chat.actions.taking_back import tell_going_on
from apps.chat.domain.attached import name_attached
from apps.chat.domain.states import Delivery, MessageKind
from apps.chat.models import Conversation
from apps.core.sentences import sentence
from apps.teams.actions import retries, takeovers
from apps.teams.actions.teams import join_person
from apps.teams.actions.uploads import FileUpload, upload_together
from apps.teams.queries.access import task_operable_by
from apps.teams.queries.rows import Task
from apps.teams.queries.taken_over import left_behind, with_people

MOST_FILES = 20
TAKEN = "“{title}” was taken over by {name}."
TAKEN_FROM = "“{title}” was taken over by {name}. What @{handle} still sends is kept, and not used."
GIVEN_BACK = "“{title}” was given to @{handle} by {name}."
RETURNED = "“{title}” is @{handle}'s again: {name}, who had taken it over, may do nothing here any more."


def take_over_task(actor: Actor, task_id: uuid.UUID) -> None:
    """Do a task from now on in the place of the agent that is at it, or was to do it. Operators.

    Of this and the agent's result whichever is first counts. Raises NotFound, Forbidden, and Conflict with why not.
    """
    task_operable_by(actor, task_id)
    with open_scene(_room_of(task_id)) as scene:
        act_for(scene.log, actor)
        task = task_operable_by(actor, task_id)
        had_it = task.owner.agent
        going_on = takeovers.take_over(scene.log, actor, task, join_person(scene.log, scene.team, actor))
        scene.refresh_members()
        words = sentence(TAKEN, name=actor.name, title=task.title)
        if had_it is not None:
            words = sentence(TAKEN_FROM, name=actor.name, title=task.title, handle=had_it.handle)
        _tell(scene, words)
        tell_going_on(scene, going_on)


def hand_back_task(actor: Actor, task_id: uuid.UUID, handle: str = "", words: str = "") -> None:
    """Have an agent do a task that a person has taken over: `handle`, or the one that had it before. Operators.

    `words`: what the agent is told of it, in the room. Raises Refused (agent, words), NotFound, Forbidden,
    CircularWait, and Conflict where no person has it.
    """
    said, task = checked_text(words) if words.strip() else "", task_operable_by(actor, task_id)
    takeovers.refuse_hand_back(task)
    candidate = retries.candidate_named(actor, handle) if handle else takeovers.agent_to_have_it(actor, task)
    with circles_told(task_id, NOT_GIVEN, handle=candidate.handle), open_scene(_room_of(task_id)) as scene:
        origin = act_for(scene.log, actor)
        task = task_operable_by(actor, task_id)
        takeovers.refuse_hand_back(task)
        if said:
            messages.save(scene, _for_task(scene, actor, task, f"@{candidate.handle} {said}", origin))
        retries.give(scene.log, actor, task, candidate)
        scene.refresh_members()
        _tell(scene, sentence(GIVEN_BACK, name=actor.name, title=task.title, handle=candidate.handle))


def _for_task(scene: Scene, actor: Actor, task: Task, text: str, origin: uuid.UUID) -> messages.NewMessage:
    """Words that go along with one task, and make no turn due."""
    return messages.NewMessage(
        MessageKind.SAY,
        text,
        member=scene.seat(actor),
        delivery=Delivery.STEER,
        data={"tasks": [task.number]},
        origin=origin,
        begins_chain=True,
    )


def do_task(actor: Actor, task_id: uuid.UUID, text: str, files: Sequence[Upload] = ()) -> None:
    """What a person writes is the result of a task that failed, or that a person has taken over.

    `files` become the goal's, which its agents read, and the result names them: all of them, or none where it is
    refused. Raises Refused (text, files), NotFound, Forbidden, Conflict, and what `upload_file` raises.
    """
    result, goal_id = checked_text(text), task_operable_by(actor, task_id).team.goal_id
    if len(files) > MOST_FILES:
        raise Refused(files=sentence("Send at most {most_files} files at one time.", most_files=MOST_FILES))
    finish = partial(_finish, actor, task_id)
    if not files:
        finish(result)
        return
    with upload_together(actor, goal_id, [FileUpload(file.name, file.body) for file in files]) as kept:
        finish(result + name_attached(file.name for file in kept))


def _finish(actor: Actor, task_id: uuid.UUID, result: str) -> None:
    with open_scene(_room_of(task_id)) as scene:
        act_for(scene.log, actor)
        seat = join_person(scene.log, scene.team, actor)
        scene.refresh_members()
        retries.finish_by_person(scene.log, actor, task_operable_by(actor, task_id), seat.id, result)


def return_from_who_left(workspace_id: uuid.UUID | None = None) -> None:
    """Tasks with people who may do nothing any more, in one workspace or in all, go back to their agents."""
    for task_id in left_behind(workspace_id):
        separately(partial(_return_from_who_left, task_id), task_id)


def _return_from_who_left(task_id: uuid.UUID) -> None:
    with open_scene(_room_of(task_id)) as scene:
        task = with_people().select_related("team__goal", "owner__user").filter(pk=task_id).first()
        if task is None:
            return
        name = task.owner.called or str(task.owner.user)
        if handle := takeovers.return_from_who_left(scene.log, task):
            _tell(scene, sentence(RETURNED, name=name, title=task.title, handle=handle))


def _tell(scene: Scene, words: str) -> None:
    messages.save(scene, messages.NewMessage(MessageKind.NOTICE, words, data={"about": "taken_over"}))


def _room_of(task_id: uuid.UUID) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team__tasks=task_id)
