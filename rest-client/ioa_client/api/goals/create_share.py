from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.new_share import NewShare
from ...models.problem import Problem
from ...models.share_in import ShareIn
from ...types import UNSET, Response


def _get_kwargs(
    goal_id: UUID,
    *,
    body: ShareIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/goals/{goal_id}/shares".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> NewShare | Problem:
    if response.status_code == 201:
        response_201 = NewShare.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[NewShare | Problem]:
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
    body: ShareIn,
) -> Response[NewShare | Problem]:
    """Share a goal by a link

     Anybody who has the link reads the goal as it stands then, without what is left out. Operators.

    Args:
        goal_id (UUID):
        body (ShareIn): What a new link leaves out, and when it runs out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewShare | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ShareIn,
) -> NewShare | Problem | None:
    """Share a goal by a link

     Anybody who has the link reads the goal as it stands then, without what is left out. Operators.

    Args:
        goal_id (UUID):
        body (ShareIn): What a new link leaves out, and when it runs out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewShare | Problem
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ShareIn,
) -> Response[NewShare | Problem]:
    """Share a goal by a link

     Anybody who has the link reads the goal as it stands then, without what is left out. Operators.

    Args:
        goal_id (UUID):
        body (ShareIn): What a new link leaves out, and when it runs out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewShare | Problem]
    """

    kwargs = _get_kwargs(
        goal_id=goal_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ShareIn,
) -> NewShare | Problem | None:
    """Share a goal by a link

     Anybody who has the link reads the goal as it stands then, without what is left out. Operators.

    Args:
        goal_id (UUID):
        body (ShareIn): What a new link leaves out, and when it runs out.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewShare | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            body=body,
        )
    ).parsed
