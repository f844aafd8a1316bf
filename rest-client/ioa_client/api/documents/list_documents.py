from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.page_document_out import PageDocumentOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    goal: None | Unset | UUID = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_goal: None | str | Unset
    if isinstance(goal, Unset):
        json_goal = UNSET
    elif isinstance(goal, UUID):
        json_goal = str(goal)
    else:
        json_goal = goal
    params["goal"] = json_goal

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/documents",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageDocumentOut | Problem:
    if response.status_code == 200:
        response_200 = PageDocumentOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageDocumentOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    goal: None | Unset | UUID = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageDocumentOut | Problem]:
    """List Documents

     The files of the workspace's library, or those that came with a goal, in the order in which they
    came.

    Args:
        goal (None | Unset | UUID): The files that came with this goal, not the library's.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageDocumentOut | Problem]
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
    goal: None | Unset | UUID = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageDocumentOut | Problem | None:
    """List Documents

     The files of the workspace's library, or those that came with a goal, in the order in which they
    came.

    Args:
        goal (None | Unset | UUID): The files that came with this goal, not the library's.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageDocumentOut | Problem
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
    goal: None | Unset | UUID = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageDocumentOut | Problem]:
    """List Documents

     The files of the workspace's library, or those that came with a goal, in the order in which they
    came.

    Args:
        goal (None | Unset | UUID): The files that came with this goal, not the library's.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageDocumentOut | Problem]
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
    goal: None | Unset | UUID = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageDocumentOut | Problem | None:
    """List Documents

     The files of the workspace's library, or those that came with a goal, in the order in which they
    came.

    Args:
        goal (None | Unset | UUID): The files that came with this goal, not the library's.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset): Items on a page. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageDocumentOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            goal=goal,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
