from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.grant_in import GrantIn
from ...models.grant_out import GrantOut
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    *,
    body: GrantIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/agents/{handle}/grants".format(
            handle=quote(str(handle), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> GrantOut | Problem:
    if response.status_code == 201:
        response_201 = GrantOut.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[GrantOut | Problem]:
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
    body: GrantIn,
) -> Response[GrantOut | Problem]:
    """Let an agent set another to work

     Let one agent, or any, set this one to work without a person being asked each time. Owners only.

    Args:
        handle (str):
        body (GrantIn): Who may set the agent to work without a person being asked each time.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GrantOut | Problem]
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
    body: GrantIn,
) -> GrantOut | Problem | None:
    """Let an agent set another to work

     Let one agent, or any, set this one to work without a person being asked each time. Owners only.

    Args:
        handle (str):
        body (GrantIn): Who may set the agent to work without a person being asked each time.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GrantOut | Problem
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
    body: GrantIn,
) -> Response[GrantOut | Problem]:
    """Let an agent set another to work

     Let one agent, or any, set this one to work without a person being asked each time. Owners only.

    Args:
        handle (str):
        body (GrantIn): Who may set the agent to work without a person being asked each time.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GrantOut | Problem]
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
    body: GrantIn,
) -> GrantOut | Problem | None:
    """Let an agent set another to work

     Let one agent, or any, set this one to work without a person being asked each time. Owners only.

    Args:
        handle (str):
        body (GrantIn): Who may set the agent to work without a person being asked each time.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GrantOut | Problem
    """

    return (
        await asyncio_detailed(
            handle=handle,
            client=client,
            body=body,
        )
    ).parsed
