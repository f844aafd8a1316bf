"""What a working agent may do beside its work: ask its team, find agents, hand work on. With its task's token."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Annotated
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from ninja import Query, Router, Status
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from apps.accounts.actions.rate_limits import keep_pace
from apps.accounts.domain.rate_limits import RateLimit
from apps.agents.queries import search_agents
from apps.api.long_polls import stream_wakes
from apps.api.rest.files import download
from apps.api.rest.schemas.colleagues import (
    ChangeOut,
    ChangesOut,
    ColleagueOut,
    ColleaguesOut,
    HandoverIn,
    HandoverOut,
    QuestionIn,
    QuestionOut,
)
from apps.api.waiting_places import WaitingPlace, colleague_places
from apps.chat.actions.corrections import hear_changes
from apps.chat.actions.delegation import Handover, delegate
from apps.core.problems import answers
from apps.core.texts import Text
from apps.teams.actions.agent_questions import ask_team
from apps.teams.actions.files import read_handed_on_file
from apps.teams.actions.permits import read_handover
from apps.teams.queries.colleagues import question_of
from apps.teams.queries.task_tokens import Caller, caller_of

router = Router(tags=["colleagues"])
LONGEST_WAIT = 30
A_MINUTE = 300  # requests of one task
Wait = Annotated[int, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for news before answering.")]


class TaskAuth(HttpBearer):
    """`Authorization: Bearer ioa_task_...`, the token that came with the task."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Who presents it, while the task is worked on."""
        caller = caller_of(token)
        if caller is None:
            raise AuthenticationError
        return caller


class TaskPace(BaseThrottle):
    """Counts the requests of one task."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this one may be answered now."""
        return not keep_pace([RateLimit(f"task:{_caller(request).task_id}", A_MINUTE)])

    def wait(self) -> float:
        """How many seconds the sender has to wait."""
        return 60 / A_MINUTE


@router.post("/questions", response=answers(QuestionOut, 201), summary="Ask the team")
def ask(request: HttpRequest, asked: QuestionIn) -> Status[QuestionOut]:
    """Put a question to the team: in its room, where a colleague, the floor, the team above or a person answers.

    With `people_only` it goes to the person in whose name the task is done, and to nobody else: leave to run a command,
    say. `options` stand there as buttons; the answer is then one of them, or other words.
    """
    caller = _caller(request)
    question = ask_team(caller, asked.question, options=asked.options, people_only=asked.people_only)
    return Status(201, QuestionOut.of(question_of(caller, question.id)))


@router.get("/questions/{uuid:question_id}", response=answers(QuestionOut), summary="Hear the answer")
def question(request: HttpRequest, question_id: UUID, wait: Wait = 0) -> HttpResponse | StreamingHttpResponse:
    """What became of a question; with `wait` the answer comes as soon as there is one."""
    caller = _caller(request)
    return _when_settled(caller, wait, lambda: QuestionOut.of(question_of(caller, question_id)))


@router.get("/changes", response=answers(ChangesOut), summary="Hear what people said")
def changes(request: HttpRequest) -> ChangesOut:
    """What people said since the goal was given, also while the work goes on; it goes before the goal and the brief.

    What is given out here counts as known: an answer that comes later is not asked for again because of it.
    """
    return ChangesOut(items=[ChangeOut.model_validate(one) for one in hear_changes(_caller(request))])


@router.get("/agents", response=answers(ColleaguesOut), summary="Find agents")
def find_agents(
    request: HttpRequest,
    q: Annotated[Text, Query(min_length=1, max_length=2000, description="What is to be done, in plain words.")],
    limit: Annotated[int, Query(ge=1, le=20)] = 5,
) -> ColleaguesOut:
    """Agents of the workspace whose profile is near the words."""
    found = search_agents(_caller(request).workspace_id, q, limit=limit)
    return ColleaguesOut(items=[ColleagueOut.of(one) for one in found])


@router.post("/tasks", response=answers(HandoverOut, 201), summary="Hand work on")
def hand_on(request: HttpRequest, handover: HandoverIn) -> Status[HandoverOut]:
    """Have another agent do a part, as a task of the same team and under its limits."""
    caller = _caller(request)
    task = delegate(caller, Handover(handover.brief, handover.agent, handover.need, handover.title))
    return Status(201, HandoverOut.of(read_handover(caller, task.id)))


@router.get("/tasks/{uuid:task_id}", response=answers(HandoverOut), summary="See what came of it")
def handed_on(request: HttpRequest, task_id: UUID, wait: Wait = 0) -> HttpResponse | StreamingHttpResponse:
    """What became of work that was handed on; with `wait` the answer comes as soon as it has ended.

    Whoever may do more than read is told another agent's words once a person has permitted it, or by a grant.
    """
    caller = _caller(request)
    return _when_settled(caller, wait, lambda: HandoverOut.of(read_handover(caller, task_id)))


@router.get("/files/{uuid:file_id}", summary="Fetch a file")
def file(request: HttpRequest, file_id: UUID) -> HttpResponseBase:
    """The content of a file that came of work which was handed on."""
    artifact = read_handed_on_file(_caller(request), file_id)
    return download(request.headers, artifact.name, artifact.media_type, artifact.blob)


def _caller(request: HttpRequest) -> Caller:
    caller: Caller = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    return caller


def _when_settled(
    caller: Caller, seconds: int, read: Callable[[], QuestionOut | HandoverOut]
) -> HttpResponse | StreamingHttpResponse:
    """Where too many wait already, it is answered as it is now: whoever asked comes again."""
    now = read()  # raises NotFound before anything is sent
    place = colleague_places.take_if_free(caller.workspace_id) if seconds and not now.settled else None
    if place is None:
        return HttpResponse(now.model_dump_json(), content_type="application/json")
    response = StreamingHttpResponse(_wait_until_settled(caller, seconds, read, place), content_type="application/json")
    response["X-Accel-Buffering"] = "no"
    return response


async def _wait_until_settled(
    caller: Caller, seconds: int, read: Callable[[], QuestionOut | HandoverOut], place: WaitingPlace
) -> AsyncGenerator[str]:
    """Spaces while nothing has come of it, then what has; at the latest when the time is over."""
    until = monotonic() + seconds
    try:
        async with aclosing(stream_wakes(caller.goal_id)) as looking:
            async for _ in looking:
                now = await database_sync_to_async(read)()
                if now.settled or monotonic() >= until:
                    yield now.model_dump_json()
                    return
                yield " "
    finally:
        place.leave()
