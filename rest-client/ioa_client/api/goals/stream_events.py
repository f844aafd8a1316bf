from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    goal_id: UUID,
    *,
    after: int | Unset = 0,
    until_end: bool | Unset = False,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["after"] = after

    params["until_end"] = until_end

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/stream".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | str:
    if response.status_code == 200:
        response_200 = response.text
        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | str]:
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
    until_end: bool | Unset = False,
) -> Response[Problem | str]:
    """Stream Events

     What happens to the goal as it happens: `id` is the event's number, `event` its kind, `data` what
    `/events` shows of it. `Last-Event-ID` wins over `after`; a comment comes when nothing happens for
    three seconds.
    The stream closes when its token or session ends, and when nobody reads it. A person has ten of
    them, counted in
    each web process: beyond that 429 with `Retry-After`.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        until_end (bool | Unset): Close the stream once the goal has ended. Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        after=after,
        until_end=until_end,
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
    until_end: bool | Unset = False,
) -> Problem | str | None:
    """Stream Events

     What happens to the goal as it happens: `id` is the event's number, `event` its kind, `data` what
    `/events` shows of it. `Last-Event-ID` wins over `after`; a comment comes when nothing happens for
    three seconds.
    The stream closes when its token or session ends, and when nobody reads it. A person has ten of
    them, counted in
    each web process: beyond that 429 with `Retry-After`.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        until_end (bool | Unset): Close the stream once the goal has ended. Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
        after=after,
        until_end=until_end,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    after: int | Unset = 0,
    until_end: bool | Unset = False,
) -> Response[Problem | str]:
    """Stream Events

     What happens to the goal as it happens: `id` is the event's number, `event` its kind, `data` what
    `/events` shows of it. `Last-Event-ID` wins over `after`; a comment comes when nothing happens for
    three seconds.
    The stream closes when its token or session ends, and when nobody reads it. A person has ten of
    them, counted in
    each web process: beyond that 429 with `Retry-After`.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        until_end (bool | Unset): Close the stream once the goal has ended. Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | str]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        after=after,
        until_end=until_end,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    after: int | Unset = 0,
    until_end: bool | Unset = False,
) -> Problem | str | None:
    """Stream Events

     What happens to the goal as it happens: `id` is the event's number, `event` its kind, `data` what
    `/events` shows of it. `Last-Event-ID` wins over `after`; a comment comes when nothing happens for
    three seconds.
    The stream closes when its token or session ends, and when nobody reads it. A person has ten of
    them, counted in
    each web process: beyond that 429 with `Retry-After`.

    Args:
        goal_id (UUID):
        after (int | Unset): Only events with a higher number. Default: 0.
        until_end (bool | Unset): Close the stream once the goal has ended. Default: False.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | str
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            after=after,
            until_end=until_end,
        )
    ).parsed
