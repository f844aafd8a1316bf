from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.goal_file_out import GoalFileOut
from ...models.problem import Problem
from ...models.upload_goal_file_form import UploadGoalFileForm
from ...models.version_problem import VersionProblem
from ...types import UNSET, Response


def _get_kwargs(
    goal_id: UUID,
    *,
    body: UploadGoalFileForm,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/goals/{goal_id}/files".format(
            goal_id=quote(str(goal_id), safe=""),
        ),
    }

    _kwargs["files"] = body.to_multipart()

    headers["Content-Type"] = "multipart/form-data; boundary=+++"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GoalFileOut | Problem | VersionProblem:
    if response.status_code == 201:
        response_201 = GoalFileOut.from_dict(response.json())

        return response_201

    if response.status_code == 409:
        response_409 = VersionProblem.from_dict(response.json())

        return response_409

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GoalFileOut | Problem | VersionProblem]:
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
    body: UploadGoalFileForm,
) -> Response[GoalFileOut | Problem | VersionProblem]:
    """Upload Goal File

     Put a file on a goal, or a new version of the one of that name. Operators.

    A new file is one that agents read, under a name with a number where the name is taken. 409 with
    both versions
    where something newer than `base_version` is current: nothing was written then.

    Args:
        goal_id (UUID):
        body (UploadGoalFileForm):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalFileOut | Problem | VersionProblem]
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
    body: UploadGoalFileForm,
) -> GoalFileOut | Problem | VersionProblem | None:
    """Upload Goal File

     Put a file on a goal, or a new version of the one of that name. Operators.

    A new file is one that agents read, under a name with a number where the name is taken. 409 with
    both versions
    where something newer than `base_version` is current: nothing was written then.

    Args:
        goal_id (UUID):
        body (UploadGoalFileForm):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalFileOut | Problem | VersionProblem
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
    body: UploadGoalFileForm,
) -> Response[GoalFileOut | Problem | VersionProblem]:
    """Upload Goal File

     Put a file on a goal, or a new version of the one of that name. Operators.

    A new file is one that agents read, under a name with a number where the name is taken. 409 with
    both versions
    where something newer than `base_version` is current: nothing was written then.

    Args:
        goal_id (UUID):
        body (UploadGoalFileForm):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalFileOut | Problem | VersionProblem]
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
    body: UploadGoalFileForm,
) -> GoalFileOut | Problem | VersionProblem | None:
    """Upload Goal File

     Put a file on a goal, or a new version of the one of that name. Operators.

    A new file is one that agents read, under a name with a number where the name is taken. 409 with
    both versions
    where something newer than `base_version` is current: nothing was written then.

    Args:
        goal_id (UUID):
        body (UploadGoalFileForm):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalFileOut | Problem | VersionProblem
    """

    return (
        await asyncio_detailed(
            goal_id=goal_id,
            client=client,
            body=body,
        )
    ).parsed
