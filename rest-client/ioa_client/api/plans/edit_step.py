from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.step_conflict import StepConflict
from ...models.step_in import StepIn
from ...models.step_out import StepOut
from ...types import UNSET, Response


def _get_kwargs(
    task_id: UUID,
    *,
    body: StepIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/tasks/{task_id}/step".format(
            task_id=quote(str(task_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | StepConflict | StepOut:
    if response.status_code == 200:
        response_200 = StepOut.from_dict(response.json())

        return response_200

    if response.status_code == 409:
        response_409 = StepConflict.from_dict(response.json())

        return response_409

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | StepConflict | StepOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    task_id: UUID,
    *,
    client: AuthenticatedClient,
    body: StepIn,
) -> Response[Problem | StepConflict | StepOut]:
    """Edit Step

     Change a task that has not begun. 409 with the newer `step` where somebody else changed it
    meanwhile.

    Args:
        task_id (UUID):
        body (StepIn): What changes of a step; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | StepConflict | StepOut]
    """

    kwargs = _get_kwargs(
        task_id=task_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    task_id: UUID,
    *,
    client: AuthenticatedClient,
    body: StepIn,
) -> Problem | StepConflict | StepOut | None:
    """Edit Step

     Change a task that has not begun. 409 with the newer `step` where somebody else changed it
    meanwhile.

    Args:
        task_id (UUID):
        body (StepIn): What changes of a step; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | StepConflict | StepOut
    """

    return sync_detailed(
        task_id=task_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    task_id: UUID,
    *,
    client: AuthenticatedClient,
    body: StepIn,
) -> Response[Problem | StepConflict | StepOut]:
    """Edit Step

     Change a task that has not begun. 409 with the newer `step` where somebody else changed it
    meanwhile.

    Args:
        task_id (UUID):
        body (StepIn): What changes of a step; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | StepConflict | StepOut]
    """

    kwargs = _get_kwargs(
        task_id=task_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    task_id: UUID,
    *,
    client: AuthenticatedClient,
    body: StepIn,
) -> Problem | StepConflict | StepOut | None:
    """Edit Step

     Change a task that has not begun. 409 with the newer `step` where somebody else changed it
    meanwhile.

    Args:
        task_id (UUID):
        body (StepIn): What changes of a step; what is left out stays.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | StepConflict | StepOut
    """

    return (
        await asyncio_detailed(
            task_id=task_id,
            client=client,
            body=body,
        )
    ).parsed
