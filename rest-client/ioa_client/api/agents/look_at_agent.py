from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.look_in import LookIn
from ...models.problem import Problem
from ...models.trial_out import TrialOut
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: LookIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/trials/look",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | TrialOut:
    if response.status_code == 202:
        response_202 = TrialOut.from_dict(response.json())

        return response_202

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Problem | TrialOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: LookIn,
) -> Response[Problem | TrialOut]:
    """Look at an agent

     Find out how the agent at an address, or of a card, is reached, and send it a test message. Owners
    only.

    Args:
        body (LookIn): Where an agent is, and what it asks for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
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
    body: LookIn,
) -> Problem | TrialOut | None:
    """Look at an agent

     Find out how the agent at an address, or of a card, is reached, and send it a test message. Owners
    only.

    Args:
        body (LookIn): Where an agent is, and what it asks for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: LookIn,
) -> Response[Problem | TrialOut]:
    """Look at an agent

     Find out how the agent at an address, or of a card, is reached, and send it a test message. Owners
    only.

    Args:
        body (LookIn): Where an agent is, and what it asks for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: LookIn,
) -> Problem | TrialOut | None:
    """Look at an agent

     Find out how the agent at an address, or of a card, is reached, and send it a test message. Owners
    only.

    Args:
        body (LookIn): Where an agent is, and what it asks for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
