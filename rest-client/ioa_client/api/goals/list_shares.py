from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.shares import Shares
from ...types import UNSET, Response


def _get_kwargs(
    goal_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/shares".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | Shares:
    if response.status_code == 200:
        response_200 = Shares.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | Shares]:
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
) -> Response[Problem | Shares]:
    """List a goal's links

     Those that work no more too.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Shares]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Problem | Shares | None:
    """List a goal's links

     Those that work no more too.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Shares
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[Problem | Shares]:
    """List a goal's links

     Those that work no more too.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Shares]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Problem | Shares | None:
    """List a goal's links

     Those that work no more too.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Shares
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
        )
    ).parsed
