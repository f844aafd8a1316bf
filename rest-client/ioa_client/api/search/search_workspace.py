import datetime
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.goal_state import GoalState
from ...models.hit_kind import HitKind
from ...models.page_hit_out import PageHitOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    q: str | Unset = "",
    kind: HitKind | None | Unset = UNSET,
    goal: None | Unset | UUID = UNSET,
    who: str | Unset = "",
    state: GoalState | None | Unset = UNSET,
    since: datetime.date | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["q"] = q

    json_kind: None | str | Unset
    if isinstance(kind, Unset):
        json_kind = UNSET
    elif isinstance(kind, HitKind):
        json_kind = kind.value
    else:
        json_kind = kind
    params["kind"] = json_kind

    json_goal: None | str | Unset
    if isinstance(goal, Unset):
        json_goal = UNSET
    elif isinstance(goal, UUID):
        json_goal = str(goal)
    else:
        json_goal = goal
    params["goal"] = json_goal

    params["who"] = who

    json_state: None | str | Unset
    if isinstance(state, Unset):
        json_state = UNSET
    elif isinstance(state, GoalState):
        json_state = state.value
    else:
        json_state = state
    params["state"] = json_state

    json_since: None | str | Unset
    if isinstance(since, Unset):
        json_since = UNSET
    elif isinstance(since, datetime.date):
        json_since = since.isoformat()
    else:
        json_since = since
    params["since"] = json_since

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/search",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageHitOut | Problem:
    if response.status_code == 200:
        response_200 = PageHitOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageHitOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    q: str | Unset = "",
    kind: HitKind | None | Unset = UNSET,
    goal: None | Unset | UUID = UNSET,
    who: str | Unset = "",
    state: GoalState | None | Unset = UNSET,
    since: datetime.date | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageHitOut | Problem]:
    """Search the workspace

     Goals, messages, files and agents that fit the words or their meaning, best first.

    Args:
        q (str | Unset): Words; "together", -without, or. Near meanings count too. Default: ''.
        kind (HitKind | None | Unset):
        goal (None | Unset | UUID): Only in this goal.
        who (str | Unset): Handle or name of who said, made or gave it. Default: ''.
        state (GoalState | None | Unset): Of the goal in which it is.
        since (datetime.date | None | Unset): From this day on, in UTC.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageHitOut | Problem]
    """

    kwargs = _get_kwargs(
        q=q,
        kind=kind,
        goal=goal,
        who=who,
        state=state,
        since=since,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    q: str | Unset = "",
    kind: HitKind | None | Unset = UNSET,
    goal: None | Unset | UUID = UNSET,
    who: str | Unset = "",
    state: GoalState | None | Unset = UNSET,
    since: datetime.date | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageHitOut | Problem | None:
    """Search the workspace

     Goals, messages, files and agents that fit the words or their meaning, best first.

    Args:
        q (str | Unset): Words; "together", -without, or. Near meanings count too. Default: ''.
        kind (HitKind | None | Unset):
        goal (None | Unset | UUID): Only in this goal.
        who (str | Unset): Handle or name of who said, made or gave it. Default: ''.
        state (GoalState | None | Unset): Of the goal in which it is.
        since (datetime.date | None | Unset): From this day on, in UTC.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageHitOut | Problem
    """

    return sync_detailed(
        client=client,
        q=q,
        kind=kind,
        goal=goal,
        who=who,
        state=state,
        since=since,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    q: str | Unset = "",
    kind: HitKind | None | Unset = UNSET,
    goal: None | Unset | UUID = UNSET,
    who: str | Unset = "",
    state: GoalState | None | Unset = UNSET,
    since: datetime.date | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageHitOut | Problem]:
    """Search the workspace

     Goals, messages, files and agents that fit the words or their meaning, best first.

    Args:
        q (str | Unset): Words; "together", -without, or. Near meanings count too. Default: ''.
        kind (HitKind | None | Unset):
        goal (None | Unset | UUID): Only in this goal.
        who (str | Unset): Handle or name of who said, made or gave it. Default: ''.
        state (GoalState | None | Unset): Of the goal in which it is.
        since (datetime.date | None | Unset): From this day on, in UTC.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageHitOut | Problem]
    """

    kwargs = _get_kwargs(
        q=q,
        kind=kind,
        goal=goal,
        who=who,
        state=state,
        since=since,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    q: str | Unset = "",
    kind: HitKind | None | Unset = UNSET,
    goal: None | Unset | UUID = UNSET,
    who: str | Unset = "",
    state: GoalState | None | Unset = UNSET,
    since: datetime.date | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageHitOut | Problem | None:
    """Search the workspace

     Goals, messages, files and agents that fit the words or their meaning, best first.

    Args:
        q (str | Unset): Words; "together", -without, or. Near meanings count too. Default: ''.
        kind (HitKind | None | Unset):
        goal (None | Unset | UUID): Only in this goal.
        who (str | Unset): Handle or name of who said, made or gave it. Default: ''.
        state (GoalState | None | Unset): Of the goal in which it is.
        since (datetime.date | None | Unset): From this day on, in UTC.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageHitOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            q=q,
            kind=kind,
            goal=goal,
            who=who,
            state=state,
            since=since,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
