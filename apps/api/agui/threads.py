"""A thread as a goal: begun, gone on with, answered, or looked at again."""

from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.api.a2a.peers import A2APeer
from apps.api.a2a.tasks import A2ATask, TaskRef, read_task
from apps.api.agui.requests import RunInput
from apps.api.completions.goal_texts import text_from
from apps.api.completions.schemas import ChatTurn
from apps.chat import actions
from apps.chat.actions import GoalRequest
from apps.chat.queries.rounds import current_round, lines_of_round
from apps.journal.queries import last_seq
from apps.teams.queries.goals import goal_with_key
from apps.teams.queries.lists import roots_of

TALKED = ("system", "developer", "user", "assistant")
SAY_SOMETHING = "Say what is wanted: the last message of the user has no text."


@dataclass(frozen=True)
class BegunRun:
    """The task behind a run, and the last event before what it is about."""

    ref: TaskRef
    after: int


def begin_run(actor: Actor, peer: A2APeer, asked: RunInput) -> BegunRun:
    """Do what a run is for. Raises Refused, NotFound, Conflict, Crowded and Forbidden, as the actions do."""
    key = f"ag-ui {peer.name} {asked.thread_id}"[:200]
    goal = goal_with_key(actor, key)
    goal_id = goal.pk if goal else peer.goal_id
    if goal_id is None:
        request = GoalRequest(text=_whole_talk(asked), team=peer.team, idempotency_key=key)
        return BegunRun(TaskRef(actions.launch_goal(actor, request).id), 0)
    after, ref = last_seq(goal_id), TaskRef(goal_id, current_round(goal_id))
    task = read_task(actor, ref, lines=0, with_artifacts=False)
    if task.state.is_terminal:
        actions.continue_goal(actor, goal_id, asked.last_words, team=peer.team)
        return BegunRun(TaskRef(goal_id, current_round(goal_id)), after)
    return BegunRun(ref, _tell(actor, task, asked, after))


def _tell(actor: Actor, task: A2ATask, asked: RunInput, after: int) -> int:
    """Answer what the goal asks, or say in its room what is new; a run that was cut off is only looked at again."""
    for answer in asked.resume or ():
        if answer.status == "resolved":
            actions.decide(actor, _id(answer.interrupt_id), answer.words)
    if asked.resume:
        return after
    words = asked.last_words.strip()
    if _is_known(task, words):
        return 0
    if task.waiting:
        actions.decide(actor, task.waiting.id, words)
    else:
        actions.post_message(actor, roots_of([task.ref.goal_id])[task.ref.goal_id].id, words)
    return after


def _is_known(task: A2ATask, words: str) -> bool:
    """Whether a person said just that last: the client lost its stream, and came back."""
    lines = lines_of_round(task.ref.goal_id, task.ref.round, 100)
    last = next((line.text.strip() for line in reversed(lines) if line.by_person), "")
    return not words or last.startswith(words)


def _id(name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        raise Refused(resume="There is no interrupt of this id.") from None


def _whole_talk(asked: RunInput) -> str:
    """The goal of a new thread: what is asked now, with what was said before."""
    turns = [ChatTurn(role=each.role, content=each.words) for each in asked.said if each.role in TALKED]
    while turns and turns[-1].role != "user":
        turns.pop()
    if not turns:
        raise Refused(messages=SAY_SOMETHING)
    return text_from(turns, "messages")
