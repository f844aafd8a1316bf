from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_tokens import AgentTokens
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    connection_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/agents/{handle}/connections/{connection_id}/tokens".format(
            handle=quote(str(handle), safe=""),
            connection_id=quote(str(connection_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AgentTokens | Problem:
    if response.status_code == 200:
        response_200 = AgentTokens.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[AgentTokens | Problem]:
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
) -> Response[AgentTokens | Problem]:
    """List the tokens of one's own connection

     The live tokens with which one's own agent dials in.

    Args:
        handle (str):
        connection_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentTokens | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        connection_id=connection_id,
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
) -> AgentTokens | Problem | None:
    """List the tokens of one's own connection

     The live tokens with which one's own agent dials in.

    Args:
        handle (str):
        connection_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentTokens | Problem
    """

    return sync_detailed(
        handle=handle,
        connection_id=connection_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[AgentTokens | Problem]:
    """List the tokens of one's own connection

     The live tokens with which one's own agent dials in.

    Args:
        handle (str):
        connection_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentTokens | Problem]
    """

    kwargs = _get_kwargs(
        handle=handle,
        connection_id=connection_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    handle: str,
    connection_id: UUID,
    *,
    client: AuthenticatedClient,
) -> AgentTokens | Problem | None:
    """List the tokens of one's own connection

     The live tokens with which one's own agent dials in.

    Args:
        handle (str):
        connection_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentTokens | Problem
    """

    return (
        await asyncio_detailed(
            handle=handle,
            connection_id=connection_id,
            client=client,
        )
    ).parsed
