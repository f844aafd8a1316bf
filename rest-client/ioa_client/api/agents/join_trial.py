from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_description import AgentDescription
from ...models.agent_out import AgentOut
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    trial_id: UUID,
    *,
    body: AgentDescription,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/trials/{trial_id}/join".format(
            trial_id=quote(str(trial_id), safe=""),
        ),
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
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
    body: AgentDescription,
) -> Response[AgentOut | Problem]:
    """Register what was found

     Register the agent of a trial over the connection that was tried; switched off where its test
    failed.

    Args:
        trial_id (UUID):
        body (AgentDescription): What people and searches are told of an agent. Skills are read in
            A2A's spelling too.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentOut | Problem]
    """

    kwargs = _get_kwargs(
        trial_id=trial_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
    body: AgentDescription,
) -> AgentOut | Problem | None:
    """Register what was found

     Register the agent of a trial over the connection that was tried; switched off where its test
    failed.

    Args:
        trial_id (UUID):
        body (AgentDescription): What people and searches are told of an agent. Skills are read in
            A2A's spelling too.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentOut | Problem
    """

    return sync_detailed(
        trial_id=trial_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
    body: AgentDescription,
) -> Response[AgentOut | Problem]:
    """Register what was found

     Register the agent of a trial over the connection that was tried; switched off where its test
    failed.

    Args:
        trial_id (UUID):
        body (AgentDescription): What people and searches are told of an agent. Skills are read in
            A2A's spelling too.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentOut | Problem]
    """

    kwargs = _get_kwargs(
        trial_id=trial_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
    body: AgentDescription,
) -> AgentOut | Problem | None:
    """Register what was found

     Register the agent of a trial over the connection that was tried; switched off where its test
    failed.

    Args:
        trial_id (UUID):
        body (AgentDescription): What people and searches are told of an agent. Skills are read in
            A2A's spelling too.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentOut | Problem
    """

    return (
        await asyncio_detailed(
            trial_id=trial_id,
            client=client,
            body=body,
        )
    ).parsed
