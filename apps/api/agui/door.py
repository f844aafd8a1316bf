"""`POST /ag-ui/{whom}`: a run of AG-UI, answered by its events. Source: the AG-UI specification 1.0."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from apps.accounts.domain.access import Actor, Scope
from apps.api.a2a.peers import peer_named
from apps.api.a2a.streams import EVENTS, STILL_HERE, look_at_task
from apps.api.agui.events import CUT_OFF, RunEvents
from apps.api.agui.requests import RunInput
from apps.api.agui.threads import BegunRun, begin_run
from apps.api.long_polls import slow_answer
from apps.api.team_words import others
from apps.api.waiting_places import WaitingPlace, places

router = Router(tags=["AG-UI"])


@router.post("/{whom}", url_name="agui_run")
def begin(request: HttpRequest, whom: str, asked: RunInput) -> StreamingHttpResponse:
    """Begin a run, or go on with its thread. `whom`: hub, @ and an agent's handle, or a team's id.

    Who goes away ends the waiting, not the goal.
    """
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    peer, place = peer_named(actor, whom), places.take(actor.workspace_id)
    events = RunEvents(asked.thread_id, asked.run_id, told=asked.own_words)
    return slow_answer(_stream(actor, begin_run(actor, peer, asked), events, place), EVENTS)


async def _stream(actor: Actor, run: BegunRun, events: RunEvents, place: WaitingPlace) -> AsyncGenerator[str]:
    try:
        yield _lines(events.begin(run.ref))
        async with aclosing(look_at_task(actor, run.ref, run.after, Scope.RUN)) as looks:
            async for look in looks:
                news = [event for words in others(look.said, events.told) for event in events.said(words)]
                news += events.end(look.task)
                yield _lines(news) or STILL_HERE
                if events.is_over:
                    return
        yield _lines([CUT_OFF])
    finally:
        place.leave()


def _lines(events: list[dict[str, Any]]) -> str:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)
