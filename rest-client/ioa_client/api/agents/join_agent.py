from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_out import AgentOut
from ...models.join_in import JoinIn
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: JoinIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/agents/join",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AgentOut | Problem:
    if response.status_code == 201:
        response_201 = AgentOut.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[AgentOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: JoinIn,
) -> Response[AgentOut | Problem]:
    """Find, test and register an agent

     Find out how an agent is reached, send it a test message, and register it: all in one call.

    It takes as long as the test, up to `test_seconds`, and a minute more; for an agent that is slow
    start a trial.
    422 where nothing usable is there or the test fails; nothing is registered then. Owners only.

    Args:
        body (JoinIn): An agent that shall join at once; what is left out is taken from what it
            says of itself.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentOut | Problem]
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
    body: JoinIn,
) -> AgentOut | Problem | None:
    """Find, test and register an agent

     Find out how an agent is reached, send it a test message, and register it: all in one call.

    It takes as long as the test, up to `test_seconds`, and a minute more; for an agent that is slow
    start a trial.
    422 where nothing usable is there or the test fails; nothing is registered then. Owners only.

    Args:
        body (JoinIn): An agent that shall join at once; what is left out is taken from what it
            says of itself.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentOut | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: JoinIn,
) -> Response[AgentOut | Problem]:
    """Find, test and register an agent

     Find out how an agent is reached, send it a test message, and register it: all in one call.

    It takes as long as the test, up to `test_seconds`, and a minute more; for an agent that is slow
    start a trial.
    422 where nothing usable is there or the test fails; nothing is registered then. Owners only.

    Args:
        body (JoinIn): An agent that shall join at once; what is left out is taken from what it
            says of itself.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentOut | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: JoinIn,
) -> AgentOut | Problem | None:
    """Find, test and register an agent

     Find out how an agent is reached, send it a test message, and register it: all in one call.

    It takes as long as the test, up to `test_seconds`, and a minute more; for an agent that is slow
    start a trial.
    422 where nothing usable is there or the test fails; nothing is registered then. Owners only.

    Args:
        body (JoinIn): An agent that shall join at once; what is left out is taken from what it
            says of itself.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
