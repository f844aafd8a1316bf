from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.connect_in import ConnectIn
from ...models.connection_out import ConnectionOut
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    *,
    body: ConnectIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/agents/{handle}/connections".format(
            handle=quote(str(handle), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ConnectionOut | Problem:
    if response.status_code == 201:
        response_201 = ConnectionOut.from_dict(response.json())

        return response_201

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
    *,
    client: AuthenticatedClient,
    body: ConnectIn,
) -> Response[ConnectionOut | Problem]:
    """Connect an agent oneself

     Make a connection of one's own: what one gives oneself goes over it, nobody else's work ever does.

    Tasks that wait for it begin. Secrets of its configuration are sealed and never come back.

    Args:
        handle (str):
        body (ConnectIn): A connection of one's own.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConnectionOut | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    handle: str,
    *,
    client: AuthenticatedClient,
    body: ConnectIn,
) -> ConnectionOut | Problem | None:
    """Connect an agent oneself

     Make a connection of one's own: what one gives oneself goes over it, nobody else's work ever does.

    Tasks that wait for it begin. Secrets of its configuration are sealed and never come back.

    Args:
        handle (str):
        body (ConnectIn): A connection of one's own.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConnectionOut | Problem
    """

    return sync_detailed(
        handle=handle,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    handle: str,
    *,
    client: AuthenticatedClient,
    body: ConnectIn,
) -> Response[ConnectionOut | Problem]:
    """Connect an agent oneself

     Make a connection of one's own: what one gives oneself goes over it, nobody else's work ever does.

    Tasks that wait for it begin. Secrets of its configuration are sealed and never come back.

    Args:
        handle (str):
        body (ConnectIn): A connection of one's own.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ConnectionOut | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    handle: str,
    *,
    client: AuthenticatedClient,
    body: ConnectIn,
) -> ConnectionOut | Problem | None:
    """Connect an agent oneself

     Make a connection of one's own: what one gives oneself goes over it, nobody else's work ever does.

    Tasks that wait for it begin. Secrets of its configuration are sealed and never come back.

    Args:
        handle (str):
        body (ConnectIn): A connection of one's own.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ConnectionOut | Problem
    """

    return (
        await asyncio_detailed(
            handle=handle,
            client=client,
            body=body,
        )
    ).parsed
