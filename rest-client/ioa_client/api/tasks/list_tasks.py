from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.page_task_out import PageTaskOut
from ...models.problem import Problem
from ...models.task_state import TaskState
from ...types import UNSET, Response, Unset


def _get_kwargs(
    goal_id: UUID,
    *,
    team: None | Unset | UUID = UNSET,
    state: None | TaskState | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_team: None | str | Unset
    if isinstance(team, Unset):
        json_team = UNSET
    elif isinstance(team, UUID):
        json_team = str(team)
    else:
        json_team = team
    params["team"] = json_team

    json_state: None | str | Unset
    if isinstance(state, Unset):
        json_state = UNSET
    elif isinstance(state, TaskState):
        json_state = state.value
    else:
        json_state = state
    params["state"] = json_state

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/tasks".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageTaskOut | Problem:
    if response.status_code == 200:
        response_200 = PageTaskOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageTaskOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    team: None | Unset | UUID = UNSET,
    state: None | TaskState | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageTaskOut | Problem]:
    """List Tasks

     The goal's tasks in the order they were given; with `team` or `state`, those of that team or state.

    Args:
        goal_id (UUID):
        team (None | Unset | UUID):
        state (None | TaskState | Unset):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageTaskOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        team=team,
        state=state,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    team: None | Unset | UUID = UNSET,
    state: None | TaskState | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageTaskOut | Problem | None:
    """List Tasks

     The goal's tasks in the order they were given; with `team` or `state`, those of that team or state.

    Args:
        goal_id (UUID):
        team (None | Unset | UUID):
        state (None | TaskState | Unset):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageTaskOut | Problem
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
        team=team,
        state=state,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    team: None | Unset | UUID = UNSET,
    state: None | TaskState | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageTaskOut | Problem]:
    """List Tasks

     The goal's tasks in the order they were given; with `team` or `state`, those of that team or state.

    Args:
        goal_id (UUID):
        team (None | Unset | UUID):
        state (None | TaskState | Unset):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageTaskOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        team=team,
        state=state,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    team: None | Unset | UUID = UNSET,
    state: None | TaskState | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageTaskOut | Problem | None:
    """List Tasks

     The goal's tasks in the order they were given; with `team` or `state`, those of that team or state.

    Args:
        goal_id (UUID):
        team (None | Unset | UUID):
        state (None | TaskState | Unset):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageTaskOut | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            team=team,
            state=state,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
