from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.connection_out import ConnectionOut
from ...models.connection_patch import ConnectionPatch
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    connection_id: UUID,
    *,
    body: ConnectionPatch,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/v1/agents/{handle}/connections/{connection_id}".format(
            handle=quote(str(handle), safe=""),
            connection_id=quote(str(connection_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ConnectionOut | Problem:
    if response.status_code == 200:
        response_200 = ConnectionOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ConnectionOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ConnectionPatch,
) -> Response[ConnectionOut | Problem]:
    """Change a connection

     Change one's own connection, or switch it off and on; what is left out stays. The workspace's:
    owners only.

    Args:
        handle (str):
        connection_id (UUID):
        body (ConnectionPatch): What of a connection becomes another.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConnectionOut | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        connection_id=connection_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ConnectionPatch,
) -> ConnectionOut | Problem | None:
    """Change a connection

     Change one's own connection, or switch it off and on; what is left out stays. The workspace's:
    owners only.

    Args:
        handle (str):
        connection_id (UUID):
        body (ConnectionPatch): What of a connection becomes another.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConnectionOut | Problem
    """

    return sync_detailed(
        handle=handle,
        connection_id=connection_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ConnectionPatch,
) -> Response[ConnectionOut | Problem]:
    """Change a connection

     Change one's own connection, or switch it off and on; what is left out stays. The workspace's:
    owners only.

    Args:
        handle (str):
        connection_id (UUID):
        body (ConnectionPatch): What of a connection becomes another.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConnectionOut | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        connection_id=connection_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
    body: ConnectionPatch,
) -> ConnectionOut | Problem | None:
    """Change a connection

     Change one's own connection, or switch it off and on; what is left out stays. The workspace's:
    owners only.

    Args:
        handle (str):
        connection_id (UUID):
        body (ConnectionPatch): What of a connection becomes another.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConnectionOut | Problem
    """

    return (
        await asyncio_detailed(
            handle=handle,
            connection_id=connection_id,
            client=client,
            body=body,
        )
    ).parsed
