from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.quotas_in import QuotasIn
from ...models.workspace_files_out import WorkspaceFilesOut
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: QuotasIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/workspace/files",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | WorkspaceFilesOut:
    if response.status_code == 200:
        response_200 = WorkspaceFilesOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | WorkspaceFilesOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: QuotasIn,
) -> Response[Problem | WorkspaceFilesOut]:
    """Lower the quotas of files

     Allow this workspace less than the installation does; what is left out is as allowed. Owners only.

    Args:
        body (QuotasIn): What the workspace is to allow, at most what the installation does.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceFilesOut]
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
    body: QuotasIn,
) -> Problem | WorkspaceFilesOut | None:
    """Lower the quotas of files

     Allow this workspace less than the installation does; what is left out is as allowed. Owners only.

    Args:
        body (QuotasIn): What the workspace is to allow, at most what the installation does.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceFilesOut
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: QuotasIn,
) -> Response[Problem | WorkspaceFilesOut]:
    """Lower the quotas of files

     Allow this workspace less than the installation does; what is left out is as allowed. Owners only.

    Args:
        body (QuotasIn): What the workspace is to allow, at most what the installation does.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceFilesOut]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: QuotasIn,
) -> Problem | WorkspaceFilesOut | None:
    """Lower the quotas of files

     Allow this workspace less than the installation does; what is left out is as allowed. Owners only.

    Args:
        body (QuotasIn): What the workspace is to allow, at most what the installation does.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceFilesOut
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
