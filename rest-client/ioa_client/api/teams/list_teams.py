from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.page_team_out import PageTeamOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    goal_id: UUID,
    *,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/teams".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageTeamOut | Problem:
    if response.status_code == 200:
        response_200 = PageTeamOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageTeamOut | Problem]:
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
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageTeamOut | Problem]:
    """List Teams

     The goal's teams in the order they were formed, so parents stand before their sub-teams.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageTeamOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
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
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageTeamOut | Problem | None:
    """List Teams

     The goal's teams in the order they were formed, so parents stand before their sub-teams.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageTeamOut | Problem
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageTeamOut | Problem]:
    """List Teams

     The goal's teams in the order they were formed, so parents stand before their sub-teams.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageTeamOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageTeamOut | Problem | None:
    """List Teams

     The goal's teams in the order they were formed, so parents stand before their sub-teams.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageTeamOut | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
