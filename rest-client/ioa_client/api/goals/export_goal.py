from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.goal_record import GoalRecord
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    goal_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/goals/{goal_id}/export".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> GoalRecord | Problem:
    if response.status_code == 200:
        response_200 = GoalRecord.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GoalRecord | Problem]:
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
) -> Response[GoalRecord | Problem]:
    """Export a goal

     All of a goal that is kept elsewhere, as docs/schemas/goal.schema.json describes it.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalRecord | Problem]
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
) -> GoalRecord | Problem | None:
    """Export a goal

     All of a goal that is kept elsewhere, as docs/schemas/goal.schema.json describes it.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalRecord | Problem
    """

    return sync_detailed(
        goal_id=goal_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    goal_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[GoalRecord | Problem]:
    """Export a goal

     All of a goal that is kept elsewhere, as docs/schemas/goal.schema.json describes it.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalRecord | Problem]
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
) -> GoalRecord | Problem | None:
    """Export a goal

     All of a goal that is kept elsewhere, as docs/schemas/goal.schema.json describes it.

    Args:
        goal_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalRecord | Problem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
        )
    ).parsed
