from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.page_goal_file_out import PageGoalFileOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    goal: UUID,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_goal = str(goal)
    params["goal"] = json_goal

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/files",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageGoalFileOut | Problem:
    if response.status_code == 200:
        response_200 = PageGoalFileOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageGoalFileOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    goal: UUID,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageGoalFileOut | Problem]:
    """List Goal Files

     The files of a goal, with what came with it, each with its versions, in the order in which they
    began.

    Args:
        goal (UUID): Whose files.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageGoalFileOut | Problem]
    """

    kwargs = _get_kwargs(
        goal=goal,
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
    goal: UUID,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageGoalFileOut | Problem | None:
    """List Goal Files

     The files of a goal, with what came with it, each with its versions, in the order in which they
    began.

    Args:
        goal (UUID): Whose files.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageGoalFileOut | Problem
    """

    return sync_detailed(
        client=client,
        goal=goal,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    goal: UUID,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageGoalFileOut | Problem]:
    """List Goal Files

     The files of a goal, with what came with it, each with its versions, in the order in which they
    began.

    Args:
        goal (UUID): Whose files.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageGoalFileOut | Problem]
    """

    kwargs = _get_kwargs(
        goal=goal,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    goal: UUID,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageGoalFileOut | Problem | None:
    """List Goal Files

     The files of a goal, with what came with it, each with its versions, in the order in which they
    began.

    Args:
        goal (UUID): Whose files.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageGoalFileOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            goal=goal,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
