from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.default_review import DefaultReview
from ...models.problem import Problem
from ...models.workspace_out import WorkspaceOut
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: DefaultReview,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/workspace/review",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | WorkspaceOut:
    if response.status_code == 200:
        response_200 = WorkspaceOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | WorkspaceOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: DefaultReview,
) -> Response[Problem | WorkspaceOut]:
    """Set Default Review

     Set whether the answers of goals that don't say are reviewed. Owners only.

    Args:
        body (DefaultReview): Whether the answers of goals that don't say are reviewed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceOut]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: DefaultReview,
) -> Problem | WorkspaceOut | None:
    """Set Default Review

     Set whether the answers of goals that don't say are reviewed. Owners only.

    Args:
        body (DefaultReview): Whether the answers of goals that don't say are reviewed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceOut
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: DefaultReview,
) -> Response[Problem | WorkspaceOut]:
    """Set Default Review

     Set whether the answers of goals that don't say are reviewed. Owners only.

    Args:
        body (DefaultReview): Whether the answers of goals that don't say are reviewed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceOut]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: DefaultReview,
) -> Problem | WorkspaceOut | None:
    """Set Default Review

     Set whether the answers of goals that don't say are reviewed. Owners only.

    Args:
        body (DefaultReview): Whether the answers of goals that don't say are reviewed.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceOut
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
