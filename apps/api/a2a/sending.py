"""A message that comes in: a new goal, the next round of one, an answer to what it asks, or a word in its room."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.conf import settings

from apps.accounts.actions.signing import public_key
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import goal_defaults
from apps.agents.domain.calls import TEST_MESSAGE
from apps.agents.domain.federation import EXTENSION, Crossing, CrossingRefused
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.peers import A2APeer
from apps.api.a2a.requests import SendRequest, SentMessage, SentPart, unpack
from apps.api.a2a.tasks import A2ATask, TaskRef, goal_of_task, read_task
from apps.chat import actions
from apps.chat.actions import GoalRequest, Upload
from apps.chat.actions.goals import MOST_TEXT, limits_from
from apps.chat.queries.rounds import current_round
from apps.teams.domain.limits import capped_limits
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.goals import ending_of
from apps.teams.queries.lists import roots_of

ENDED = "This task has ended: send the message with its contextId and without taskId, for the next round."
OTHER_CONTEXT = "This task belongs to another context."
NO_FILES_LATER = "Files can only come with the first message of a goal."
TEST = "probe"  # what a hub calls its test message
GOES_ON = "\n\n(It goes on in the file message.md.)"
LINKED = "A file that is somewhere else is not fetched: send its content along (raw in 1.0, bytes in 0.3)."


def is_test(request: SendRequest) -> bool:
    """Whether another hub only tries out whether it is let in here."""
    uid = (request.message.metadata or {}).get("uid")
    return uid == TEST and TEST_MESSAGE in request.message.words


def take_message(actor: Actor, peer: A2APeer, request: SendRequest) -> TaskRef:
    """Do what a message is for, and give its task. Raises A2ARefusal, and what the actions raise.

    The same message of the same person gives the goal that it made before.
    """
    message = request.message
    if message.task_id:
        return _to_task(actor, peer, message)
    if message.context_id:
        return _to_context(actor, peer, message)
    if peer.team_id and peer.goal_id:
        return _to_team(actor, peer, peer.goal_id, message)
    text, files = _goal_text(message)
    crossing = _crossing(request)
    goal = GoalRequest(
        text=text,
        team=peer.team,
        files=files,
        limits=capped_limits(limits_from(goal_defaults(actor.workspace_id), {}), crossing.budget) if crossing else {},
        claimed_chain={EXTENSION: crossing.as_data()} if crossing else {},
        idempotency_key=f"a2a {message.message_id}"[:200],
    )
    return TaskRef(actions.launch_goal(actor, goal).id)


def _crossing(request: SendRequest) -> Crossing | None:
    """What a goal of another hub came with; None: it is none. Raises A2ARefusal at the border."""
    beside = (request.metadata or {}) | (request.message.metadata or {})
    if EXTENSION not in beside:
        return None
    try:
        crossing = Crossing.read(beside[EXTENSION])
        crossing.require_welcome(public_key().fingerprint, settings.IOA_FEDERATION_HUBS)
    except CrossingRefused as refusal:
        raise A2ARefusal(A2AProblem.INVALID_PARAMS, str(refusal)) from None
    return crossing


def _goal_text(message: SentMessage) -> tuple[str, tuple[Upload, ...]]:
    """The goal, and its files; a message that is longer than a goal may be comes along whole as one of them."""
    words, files = message.words, _uploads(message)
    if len(words) <= MOST_TEXT:
        return words, files
    return words[: MOST_TEXT - len(GOES_ON)] + GOES_ON, (Upload("message.md", words.encode()), *files)


def _to_task(actor: Actor, peer: A2APeer, message: SentMessage) -> TaskRef:
    ref = TaskRef.read(message.task_id)
    goal_of_task(actor, peer, ref)
    if message.context_id and message.context_id != str(ref.goal_id):
        raise A2ARefusal(A2AProblem.INVALID_PARAMS, OTHER_CONTEXT)
    task = read_task(actor, ref, lines=0, with_artifacts=False)
    if task.state.is_terminal:
        raise A2ARefusal(A2AProblem.UNSUPPORTED_OPERATION, ENDED)
    return _tell(actor, task, message)


def _to_context(actor: Actor, peer: A2APeer, message: SentMessage) -> TaskRef:
    """The next round of a goal that has ended; one that runs is told."""
    try:
        goal_id = UUID(message.context_id)
    except ValueError:
        raise A2ARefusal(A2AProblem.INVALID_PARAMS, "There is no such context: leave contextId out.") from None
    goal_of_task(actor, peer, TaskRef(goal_id))
    if ending_of(goal_id) is None:
        return _to_running(actor, goal_id, message)
    _refuse_files(message)
    actions.continue_goal(actor, goal_id, message.words, team=peer.team)
    return TaskRef(goal_id, current_round(goal_id))


def _to_team(actor: Actor, peer: A2APeer, goal_id: UUID, message: SentMessage) -> TaskRef:
    """To a team's own room; that of a goal that has ended opens the next round."""
    if peer.team_id == roots_of([goal_id])[goal_id].id and ending_of(goal_id) is None:
        return _to_running(actor, goal_id, message)
    _refuse_files(message)
    if peer.team_id:
        actions.post_message(actor, peer.team_id, message.words)
    return TaskRef(goal_id, current_round(goal_id))


def _to_running(actor: Actor, goal_id: UUID, message: SentMessage) -> TaskRef:
    ref = TaskRef(goal_id, current_round(goal_id))
    return _tell(actor, read_task(actor, ref, lines=0, with_artifacts=False), message)


def _tell(actor: Actor, task: A2ATask, message: SentMessage) -> TaskRef:
    """Answer what the task asks, else say it in its room. Where it takes none but the offered answers, it asks on."""
    _refuse_files(message)
    waiting, words = task.waiting, message.words.strip()
    if waiting and (waiting.takes_words or words in waiting.choices):
        actions.decide(actor, _question_in(message.metadata) or waiting.id, words)
    elif not waiting:
        actions.post_message(actor, roots_of([task.ref.goal_id])[task.ref.goal_id].id, message.words)
    return task.ref


def _question_in(metadata: Mapping[str, Any] | None) -> UUID | None:
    """Which of several questions the client answers, where it says so."""
    said = metadata or {}
    try:
        return UUID(str(said.get("question") or said["elicitationId"]))
    except (KeyError, ValueError):
        return None


def _refuse_files(message: SentMessage) -> None:
    if any(part.packed is not None or part.link for part in message.parts):
        raise A2ARefusal(A2AProblem.CONTENT_TYPE_NOT_SUPPORTED, NO_FILES_LATER)


def _uploads(message: SentMessage) -> tuple[Upload, ...]:
    return tuple(_upload(part) for part in message.parts if part.packed is not None or part.link)


def _upload(part: SentPart) -> Upload:
    if part.packed is None:
        raise A2ARefusal(A2AProblem.CONTENT_TYPE_NOT_SUPPORTED, LINKED)
    try:
        return Upload(part.name, unpack(part.packed))
    except ValueError as error:
        raise Refused(parts=str(error)) from None


def cancel(actor: Actor, peer: A2APeer, ref: TaskRef) -> None:
    """End a task now. Raises A2ARefusal where it has ended."""
    goal = goal_of_task(actor, peer, ref)
    if goal.outcome != GoalOutcome.RUNNING or ref.round < current_round(goal.pk):
        raise A2ARefusal(A2AProblem.TASK_NOT_CANCELABLE, "This task has ended.")
    actions.stop(actor, roots_of([goal.pk])[goal.pk].id)
