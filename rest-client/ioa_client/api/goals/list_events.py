from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.events_out import EventsOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    goal_id: UUID,
    *,
    after: int | Unset = 0,
    limit: int | Unset = 100,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["after"] = after

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/events".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> EventsOut | Problem:
    if response.status_code == 200:
        response_200 = EventsOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[EventsOut | Problem]:
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
    after: int | Unset = 0,
    limit: int | Unset = 100,
) -> Response[EventsOut | Problem]:
    """List Events

     What happened to the goal, in order, without a gap.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventsOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        after=after,
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
    after: int | Unset = 0,
    limit: int | Unset = 100,
) -> EventsOut | Problem | None:
    """List Events

     What happened to the goal, in order, without a gap.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventsOut | Problem
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
        after=after,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    after: int | Unset = 0,
    limit: int | Unset = 100,
) -> Response[EventsOut | Problem]:
    """List Events

     What happened to the goal, in order, without a gap.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventsOut | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        after=after,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    after: int | Unset = 0,
    limit: int | Unset = 100,
) -> EventsOut | Problem | None:
    """List Events

     What happened to the goal, in order, without a gap.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        limit (int | Unset):  Default: 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventsOut | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            after=after,
            limit=limit,
        )
    ).parsed
