from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.page_finding_out import PageFindingOut
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
        "url": "/api/v1/goals/{goal_id}/findings".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageFindingOut | Problem:
    if response.status_code == 200:
        response_200 = PageFindingOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageFindingOut | Problem]:
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
) -> Response[PageFindingOut | Problem]:
    """List Findings

     Published ways of failing that showed in what agents gave, in the order in which they were found.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageFindingOut | Problem]
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
) -> PageFindingOut | Problem | None:
    """List Findings

     Published ways of failing that showed in what agents gave, in the order in which they were found.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageFindingOut | Problem
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
) -> Response[PageFindingOut | Problem]:
    """List Findings

     Published ways of failing that showed in what agents gave, in the order in which they were found.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageFindingOut | Problem]
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
) -> PageFindingOut | Problem | None:
    """List Findings

     Published ways of failing that showed in what agents gave, in the order in which they were found.

    Args:
        goal_id (UUID):
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageFindingOut | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
