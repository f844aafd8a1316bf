from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_token_in import AgentTokenIn
from ...models.new_agent_token import NewAgentToken
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    connection_id: UUID,
    *,
    body: AgentTokenIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/agents/{handle}/connections/{connection_id}/tokens".format(
            handle=quote(str(handle), safe=""),
            connection_id=quote(str(connection_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> NewAgentToken | Problem:
    if response.status_code == 201:
        response_201 = NewAgentToken.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[NewAgentToken | Problem]:
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
    body: AgentTokenIn,
) -> Response[NewAgentToken | Problem]:
    """Make a token for one's own connection

     Make a token with which one's own agent dials in; it is shown only now.

    Args:
        handle (str):
        connection_id (UUID):
        body (AgentTokenIn): A token to make.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewAgentToken | Problem]
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
    body: AgentTokenIn,
) -> NewAgentToken | Problem | None:
    """Make a token for one's own connection

     Make a token with which one's own agent dials in; it is shown only now.

    Args:
        handle (str):
        connection_id (UUID):
        body (AgentTokenIn): A token to make.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewAgentToken | Problem
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
    body: AgentTokenIn,
) -> Response[NewAgentToken | Problem]:
    """Make a token for one's own connection

     Make a token with which one's own agent dials in; it is shown only now.

    Args:
        handle (str):
        connection_id (UUID):
        body (AgentTokenIn): A token to make.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[NewAgentToken | Problem]
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
    body: AgentTokenIn,
) -> NewAgentToken | Problem | None:
    """Make a token for one's own connection

     Make a token with which one's own agent dials in; it is shown only now.

    Args:
        handle (str):
        connection_id (UUID):
        body (AgentTokenIn): A token to make.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        NewAgentToken | Problem
    """

    return (
        await asyncio_detailed(
            handle=handle,
            connection_id=connection_id,
            client=client,
            body=body,
        )
    ).parsed
