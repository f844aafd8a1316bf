"""What people do in a room: speak, pause, resume, stop, decide, give other limits, cancel a task, open a new round."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from pydantic import ValidationError

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Refused
from apps.chat.actions import mentions, messages, steering, taking_back
from apps.chat.actions.crowds import refuse_in_a_crowd
from apps.chat.actions.goals import team_from
from apps.chat.actions.scene import Scene, conversation_state, open_scene
from apps.chat.actions.transitions import move
from apps.chat.domain.hearing import first_hearer
from apps.chat.domain.machine.inputs import Input, LimitChanged, Paused, PersonSpoke, Resumed, Stopped
from apps.chat.domain.machine.questions import task_meant
from apps.chat.domain.receipts import Deed
from apps.chat.domain.states import ENDED, Delivery, MessageKind, Phase
from apps.chat.events import ChatDeed
from apps.chat.models import Conversation, Message
from apps.chat.queries.hearing import barred_to, owners_of
from apps.core.names import shows_nothing
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.core.validation import first_fault
from apps.journal.actions import audit, recording
from apps.teams.actions import approvals, goals, overtaking
from apps.teams.actions import limits as team_limits
from apps.teams.domain.limits import Limits
from apps.teams.domain.questions import GivenAnswer
from apps.teams.domain.states import OPEN_TASK, GoalOutcome, TaskState
from apps.teams.queries.access import goal_operable_by, task_operable_by, team_operable_by
from apps.teams.queries.conversation_tasks import subteam_of
from apps.teams.queries.lists import roots_of
from apps.teams.queries.rows import Team

MOST_TEXT = 20_000
MOST_KEY = 200
OPENS_ROUND = "Whoever leads opens the new round. Leave nobody out, or send it as a note."
ENDED_TEAM = "This team has finished. Speak in the room of the team above it."


def post_message(
    actor: Actor,
    team_id: uuid.UUID,
    text: str,
    delivery: str = Delivery.NEXT_TURN,
    *,
    key: str = "",
    not_waking: Collection[str] = (),
    adding: Collection[str] = (),
) -> Message:
    """Say something in a team's room; after the end of the goal it opens a new round.

    What one person sends to one room with the same `key` (up to MOST_KEY characters) is said once: the message that
    was made of it before is given.

    What is for work that goes on is for the agents named with @ that are at work there, else for all of them. What
    begins with the names of agents at work is for that work, unless it is to begin anew or is a note.

    `not_waking`: handles of those who are left alone (`who_hears` says whom it would wake): no turn of
    theirs comes of it, and their work is not touched; who has a turn later reads it then. Of people: they are not told
    that they are named. `adding`: handles of agents that are brought into the team with it; a note brings in nobody.
    Raises Refused (text, delivery, not_waking, adding), NotFound, Forbidden, Conflict (a sub-team's room that has
    finished).
    """
    team = team_operable_by(actor, team_id)
    text, how = checked_text(text), _delivery(delivery)
    known_as = _id_of(actor, team, key)
    with open_scene(_room(team)) as scene:
        if known_as and (said := Message.objects.filter(pk=known_as, conversation=scene.conversation).first()):
            return said
        if Phase(scene.conversation.phase) in ENDED and scene.team.parent_id is not None:
            raise Conflict(ENDED_TEAM)
        origin = act_for(scene.log, actor)
        if how is Delivery.NEXT_TURN and steering.is_for_work_at_hand(scene, text):
            how = Delivery.STEER
        message = _say(scene, actor, _line(scene, actor, text, how, origin, known_as), not_waking, adding)
        mentions.tell_named(scene, actor, message, not_waking)
        return message


def _say(
    scene: Scene, actor: Actor, line: messages.NewMessage, not_waking: Collection[str], adding: Collection[str]
) -> Message:
    """Save the words, and have them heard."""
    spoke, has_ended = PersonSpoke(line.text, line.delivery), Phase(scene.conversation.phase) in ENDED
    if line.delivery is Delivery.NOTE:
        return messages.save(scene, line)
    if has_ended and not line.delivery.is_for_work:
        _open_round(scene, actor, spoke, not_waking)  # the message belongs to the round that it opens
    mentions.bring_in_named(scene, actor, adding)
    if line.delivery.is_for_work:
        return steering.tell_work(scene, line, not_waking)
    message = messages.save(scene, line)
    if not has_ended:
        _have_heard(scene, actor, message, spoke, not_waking)
    return message


def _open_round(scene: Scene, actor: Actor, spoke: PersonSpoke, not_waking: Collection[str]) -> None:
    if scene.lead.handle in not_waking:
        raise Refused(not_waking=OPENS_ROUND)
    refuse_in_a_crowd(actor)
    goals.charge(scene.goal, actor)
    move(scene, spoke)


def _have_heard(scene: Scene, actor: Actor, message: Message, spoke: PersonSpoke, not_waking: Collection[str]) -> None:
    scene.answering = GivenAnswer(message.text, message.member_id, message.origin_id)
    spoke = replace(spoke, barred=barred_to(actor.user_id, scene.tasks))
    standing = conversation_state(scene)
    task = task_meant(standing, spoke)
    if task is None:
        overtaking.note_said(scene.team, not_waking)
    if not_waking and first_hearer(standing, spoke, owners_of(scene.tasks)).handle in not_waking:
        return
    move(scene, spoke)
    if task is not None:
        message.data = {"tasks": [task]}
        messages.note_deed(scene, [message], Deed.PASSED_ON)


def said_before(actor: Actor, team: Team, key: str) -> Message | None:
    """The message that a person sent to a room with this key; None: none, or there is no key. Raises Refused (key)."""
    known_as = _id_of(actor, team, key)
    return Message.objects.filter(pk=known_as, conversation__team=team).first() if known_as else None


def _id_of(actor: Actor, team: Team, key: str) -> uuid.UUID | None:
    """The id that what was sent with a key has: always the same. None: there is no key."""
    if len(key) > MOST_KEY:
        raise Refused(key=sentence("A key has at most {most_key} characters.", most_key=MOST_KEY))
    return uuid.uuid5(team.id, f"{actor.user_id} {key}") if key else None


def _line(
    scene: Scene, actor: Actor, text: str, how: Delivery, origin: uuid.UUID, known_as: uuid.UUID | None
) -> messages.NewMessage:
    seat = scene.seat(actor)
    return messages.NewMessage(
        MessageKind.SAY, text, member=seat, delivery=how, origin=origin, begins_chain=True, id=known_as
    )


def pause(actor: Actor, team_id: uuid.UUID) -> None:
    """Nothing new starts in a team and all below it. Raises NotFound, Forbidden, Conflict where it has ended."""
    _do(actor, team_id, Paused(), ChatDeed.TEAM_PAUSED)


def resume(actor: Actor, team_id: uuid.UUID) -> None:
    """A paused team and all below it go on. Raises NotFound, Forbidden, Conflict where it has ended."""
    _do(actor, team_id, Resumed(), ChatDeed.TEAM_RESUMED)


def stop(actor: Actor, team_id: uuid.UUID) -> None:
    """A team and all below it end now; the root team's end is the goal's. Raises NotFound, Forbidden."""
    _do(actor, team_id, Stopped(sentence("Stopped by {name}.", name=actor.name)), ChatDeed.TEAM_STOPPED)


def _do(actor: Actor, team_id: uuid.UUID, happened: Input, deed: ChatDeed) -> None:
    team = team_operable_by(actor, team_id)
    with open_scene(_room(team)) as scene:
        if isinstance(happened, Paused | Resumed) and Phase(scene.conversation.phase) in ENDED:
            raise Conflict("This team has ended: nothing of it can be paused or go on. Speak in the goal's room.")
        act_for(scene.log, actor)
        move(scene, happened)
        if isinstance(happened, Resumed):
            approvals.lapse_of_restore(scene.log, scene.team)
        audit(deed, actor, team, team.id)


def change_limits(actor: Actor, goal_id: uuid.UUID, limits: Mapping[str, object]) -> Limits:
    """Give a goal other limits; a team that a limit had paused goes on. Raises Refused, NotFound, Forbidden.

    One that has ended has them in the round that somebody opens next.
    """
    goal = goal_operable_by(actor, goal_id)
    room = Conversation.objects.values_list("id", flat=True).get(team__goal=goal, team__parent=None)
    with open_scene(room) as scene:
        act_for(scene.log, actor)
        new = _changed_limits(scene.goal.limits, limits)  # read under the lock: two changes at once must both count
        team_limits.change_limits(scene.log, scene.team, new, by=actor.name)
        move(scene, LimitChanged())
        audit(ChatDeed.LIMITS_CHANGED, actor, goal, goal.id, limits=new.model_dump())
    return new


def _changed_limits(known: Mapping[str, object], limits: Mapping[str, object]) -> Limits:
    try:
        return Limits.model_validate({**known, **limits})
    except ValidationError as error:
        where, fault = first_fault(error)
        raise Refused(limits=sentence("{where}: {fault}.", where=".".join(where), fault=fault)) from None


def checked_text(text: str) -> str:
    """What a person wrote, as it is kept. Raises Refused (text)."""
    text = drop_unstorable(text).strip()
    if shows_nothing(text):
        raise Refused(text="Write something to send.")
    if len(text) > MOST_TEXT:
        raise Refused(
            text=sentence(
                "A message has at most {most_text:,} characters; this one has {number:,}.",
                most_text=MOST_TEXT,
                number=len(text),
            )
        )
    return text


def _delivery(delivery: str) -> Delivery:
    try:
        return Delivery(delivery)
    except ValueError:
        raise Refused(delivery=sentence("Choose one of {names}.", names=", ".join(Delivery))) from None


def _room(team: Team) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team_id=team.id)


@transaction.atomic
def continue_goal(
    actor: Actor, goal_id: uuid.UUID, text: str, *, team: Sequence[str] = (), turns: int | None = None
) -> None:
    """Say something in the room of a goal that has ended, which opens a new round.

    `team`: handles of those who may take part from now on; empty: as before. `turns`: how many the round may take.
    Raises Refused (text, team, limits), NotFound, Forbidden, and Conflict while the goal still runs.
    """
    goal_operable_by(actor, goal_id)
    handles = team_from(actor, tuple(team))
    with recording(goal_id):
        goal = goal_operable_by(actor, goal_id)
        if goal.outcome == GoalOutcome.RUNNING:
            raise Conflict("This talk has not ended yet. Wait for its conclusion, or speak in its room.")
        if handles:
            goals.name_team(goal, handles)
    root = roots_of([goal_id])[goal_id]
    if turns is not None:
        change_limits(actor, goal_id, {"turns": root.spent.turns + turns})
    post_message(actor, root.id, text)


def cancel_task(actor: Actor, task_id: uuid.UUID) -> None:
    """End a task that has no result; a team that does it is stopped, and its conversation takes note.

    Tasks that need it are skipped. Raises NotFound, Forbidden, and Conflict where it has settled or its goal ended.
    """
    room = Conversation.objects.values_list("id", flat=True).get(team_id=task_operable_by(actor, task_id).team_id)
    with open_scene(room) as scene:
        task = task_operable_by(actor, task_id)
        before, reason = task.state, sentence("Cancelled by {name}.", name=actor.name)
        if before not in OPEN_TASK:
            raise Conflict(
                sentence("Only a task that has not settled can be cancelled; it is {before}.", before=TaskState(before))
            )
        if scene.goal.outcome != GoalOutcome.RUNNING:
            raise Conflict("Its goal has ended.")
        act_for(scene.log, actor)
        below = subteam_of(task)
        if below is not None and below.ended_at is None:
            move(scene.beside(below.id), Stopped(reason))
        else:
            taking_back.withdraw(scene, task, reason)
        audit(ChatDeed.TASK_CANCELLED, actor, task, task.id, state=before)
