"""A task as it goes on: the events of its stream, and the wait for its end."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.http import StreamingHttpResponse

from apps.accounts.domain.access import Actor, Scope
from apps.accounts.queries.permissions import may_still
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.forms import A2AForms, Form
from apps.api.a2a.rooms import RoomWatch
from apps.api.a2a.tasks import MOST_LINES, A2AState, A2ATask, TaskRef, read_task
from apps.api.long_polls import slow_answer, stream_wakes
from apps.api.team_words import TeamWords, others, words_after
from apps.api.waiting_places import WaitingPlace

JSON, EVENTS = "application/json", "text/event-stream"
STILL_HERE = ": still here\n\n"
CUT_OFF = A2ARefusal(A2AProblem.INVALID_REQUEST, "This token no longer counts.")


@dataclass(frozen=True)
class TaskWatch:
    """Who waits for which task, at which place, and how it is answered.

    `after`: the last event before the message; `wrap`: puts a result, or an error, into its envelope. `past_questions`:
    what asks something ends the stream, unless this is set. `scope`: what the token needs meanwhile.
    `told`: the client's own words, which it is not told again.
    """

    actor: Actor
    ref: TaskRef
    place: WaitingPlace
    forms: A2AForms
    wrap: Callable[[Form | A2ARefusal], Form]
    after: int = 0
    lines: int = MOST_LINES
    scope: Scope = Scope.RUN
    past_questions: bool = False
    told: str = ""


@dataclass(frozen=True)
class TaskLook:
    """What one look found."""

    task: A2ATask
    said: tuple[TeamWords, ...]


def answer_when_settled(watch: TaskWatch) -> StreamingHttpResponse:
    """The task, once it has ended or asks something; spaces before it keep the connection alive."""
    return slow_answer(_settled(watch), JSON)


def answer_with_stream(watch: TaskWatch) -> StreamingHttpResponse:
    """The task as it is, what happens to it, and its end."""
    return slow_answer(_events(watch), EVENTS)


async def _settled(watch: TaskWatch) -> AsyncGenerator[str]:
    try:
        async with aclosing(look_at_task(watch.actor, watch.ref, watch.after, watch.scope, watch.lines)) as looks:
            async for look in looks:
                if look.task.state is not A2AState.WORKING:
                    yield json.dumps(watch.wrap(watch.forms.sent(look.task)))
                    return
                yield " "
        yield json.dumps(watch.wrap(CUT_OFF))
    finally:
        watch.place.leave()


async def _events(watch: TaskWatch) -> AsyncGenerator[str]:
    forms, state, rooms = watch.forms, None, RoomWatch(watch.actor, watch.ref)
    try:
        looking = look_at_task(watch.actor, watch.ref, watch.after, watch.scope, watch.lines, rooms)
        async with aclosing(looking) as looks:
            async for look in looks:
                task, news = look.task, [forms.said(look.task, words) for words in others(look.said, watch.told)]
                if state is None:
                    begun = _as_begun(watch, task)
                    state, news = begun.state, [forms.in_stream(begun), *news]
                if task.state is not state:
                    news += [*(forms.made(task, made) for made in task.artifacts), forms.moved(task)]
                elif task.room is not None:
                    news.append(forms.moved(task))
                state = task.state
                for event in news:
                    yield _line(watch.wrap(event))
                if _is_over(watch, task):
                    return
                if not news:
                    yield STILL_HERE
        yield _line(watch.wrap(CUT_OFF))
    finally:
        watch.place.leave()


def _is_over(watch: TaskWatch, task: A2ATask) -> bool:
    return task.state.is_terminal or (task.state is A2AState.INPUT_REQUIRED and not watch.past_questions)


def _as_begun(watch: TaskWatch, task: A2ATask) -> A2ATask:
    """What a stream begins with: a task that is followed as it is, else one at work, even where its goal was quicker.

    Its end comes as events.
    """
    if watch.past_questions and not task.state.is_terminal:
        return task
    return A2ATask(task.ref, A2AState.WORKING, task.at, history=task.history, tokens=task.tokens)


async def look_at_task(
    actor: Actor, ref: TaskRef, after: int, scope: Scope, lines: int = 0, rooms: RoomWatch | None = None
) -> AsyncGenerator[TaskLook]:
    """Look whenever there is news, and every three seconds; it stops where the client's token no longer counts.

    `after`: the event looked at last; `scope`: what the token needs; `lines`: of the task's history, at most; `rooms`:
    looks at the rooms too.
    """
    async with aclosing(stream_wakes(ref.goal_id)) as wakes:
        async for _ in wakes:
            found = await database_sync_to_async(_look)(actor, ref, after, scope, lines, rooms)
            if found is None:
                return
            after, look = found
            yield look


def _look(
    actor: Actor, ref: TaskRef, after: int, scope: Scope, lines: int, rooms: RoomWatch | None
) -> tuple[int, TaskLook] | None:
    """The event looked at last, and what was found."""
    if not may_still(actor, scope):
        return None
    task = read_task(actor, ref, lines=lines)  # read first: then the events hold all said before its end
    task = rooms.look(task) if rooms else task
    after, said = words_after(ref.goal_id, after)
    return after, TaskLook(task, tuple(said))


def _line(document: dict[str, Any]) -> str:
    return f"data: {json.dumps(document)}\n\n"
