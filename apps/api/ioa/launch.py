"""IoA's own request: `POST /launch_goal` waits and answers `[comm_id, conclusion]`; its status stands beside it."""

import json
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from threading import RLock
from uuid import UUID

from channels.db import database_sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from ninja import Router
from ninja.errors import HttpError

from apps.accounts.domain.access import Actor, ApiRequest
from apps.accounts.domain.errors import Crowded, NotFound, Refused
from apps.agents.queries.agents import handles_of
from apps.api.ioa.schemas import LaunchIn, LaunchStatus
from apps.api.long_polls import stream_wakes
from apps.chat import actions
from apps.chat.actions import GoalRequest
from apps.chat.queries.goals import goal_card
from apps.core.problems import answers
from apps.teams.queries.access import goal_visible_to
from apps.teams.queries.goals import ending_of

RETRY_SECONDS = 10


class LaunchPlaces:
    """The places of this process. They are taken in threads and given back on its event loop."""

    def __init__(self, of_one: int, in_all: int) -> None:
        self.of_one, self.in_all = of_one, in_all
        self._taken: Counter[UUID] = Counter()
        self._lock = RLock()  # a place that is collected gives itself back, in whichever thread that happens

    def take(self, workspace_id: UUID) -> "LaunchPlace":
        """Take one, for whoever comes first. Raises Crowded where none is left."""
        with self._lock:
            if self._taken[workspace_id] >= self.of_one or len(self) >= self.in_all:
                raise Crowded("Too many wait here for their goals to end: try again later.", RETRY_SECONDS)
            self._taken[workspace_id] += 1
        return LaunchPlace(self, workspace_id)

    def give_back(self, workspace_id: UUID) -> None:
        """One is free again."""
        with self._lock:
            self._taken[workspace_id] -= 1
            if not self._taken[workspace_id]:
                del self._taken[workspace_id]

    def __len__(self) -> int:
        return self._taken.total()


class LaunchPlace:
    """One that is taken, until it is given back once, or nobody knows of it any more."""

    def __init__(self, places: LaunchPlaces, workspace_id: UUID) -> None:
        self._places: LaunchPlaces | None = places
        self._workspace_id = workspace_id

    def leave(self) -> None:
        """Give it back; a second time nothing happens."""
        places, self._places = self._places, None
        if places is not None:
            places.give_back(self._workspace_id)

    def __del__(self) -> None:  # an answer that nobody began to read has no end of its own
        self.leave()


router = Router(tags=["IoA"])
JSON = "application/json"

places = LaunchPlaces(of_one=50, in_all=200)
"""Of those that wait; each looks at its goal every three seconds."""


@router.post("", url_name="launch_goal")
def launch(request: HttpRequest, asked: LaunchIn) -> StreamingHttpResponse:
    """Launch a goal, or go on with one that has ended; answers once its round has ended.

    Spaces before the answer keep the connection alive. A client that goes away ends its waiting, not the goal. Where
    fifty of a workspace wait already, or two hundred in this process: 429 with `Retry-After`, and no goal.
    """
    if request.content_type != JSON:  # a form of some other site can't send this, so it can't use the local door
        raise HttpError(415, f"Send {JSON}.")
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    place = places.take(actor.workspace_id)
    goal_id = _go_on(actor, asked, asked.comm_id) if asked.comm_id else _begin(actor, asked)
    response = StreamingHttpResponse(_wait_for_conclusion(goal_id, place), content_type=JSON)
    response["X-Accel-Buffering"] = "no"
    response["Location"] = f"{request.path}/{goal_id}"
    return response


@router.get("/{uuid:comm_id}", response=answers(LaunchStatus))
def launched(request: ApiRequest, comm_id: UUID) -> LaunchStatus:
    """Where a launched goal stands; nothing is waited for."""
    goal_visible_to(request.auth, comm_id)
    return LaunchStatus.of(goal_card(comm_id, timezone.now()), ending_of(comm_id))


def _begin(actor: Actor, asked: LaunchIn) -> UUID:
    goal = GoalRequest(
        text=asked.goal,
        limits=asked.limits,
        team=_team(actor, asked),
        shares_plan=asked.is_collaborative_planning_enabled,
        observation=asked.obs_kwargs,
        claimed_chain=asked.claimed_chain,
    )
    return actions.launch_goal(actor, goal).id


def _go_on(actor: Actor, asked: LaunchIn, comm_id: str) -> UUID:
    try:
        goal_id = UUID(comm_id)
    except ValueError:
        raise NotFound(f"There is no talk {comm_id[:60]!r} here.") from None
    actions.continue_goal(actor, goal_id, asked.words, team=_team(actor, asked), turns=asked.max_turns)
    return goal_id


def _team(actor: Actor, asked: LaunchIn) -> tuple[str, ...]:
    known = handles_of(actor.workspace_id, asked.names)
    if missing := [name for name in asked.names if name not in known]:
        listed = ", ".join(missing)
        raise Refused(team_member_names=f"No agent of this name is registered and switched on here: {listed}.")
    return tuple(known[name] for name in asked.names)


async def _wait_for_conclusion(goal_id: UUID, place: LaunchPlace) -> AsyncGenerator[str]:
    try:
        async with aclosing(stream_wakes(goal_id)) as looking:
            async for _ in looking:
                ending = await database_sync_to_async(ending_of)(goal_id)
                if ending is not None:
                    yield json.dumps([str(goal_id), ending.conclusion])
                    return
                yield " "
    finally:
        place.leave()
