from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.test_message_in import TestMessageIn
from ...models.trial_out import TrialOut
from ...types import UNSET, Response


def _get_kwargs(
    handle: str,
    *,
    body: TestMessageIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/agents/{handle}/ask".format(
            handle=quote(str(handle), safe=""),
        ),
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
    handle: str,
    *,
    client: AuthenticatedClient,
    body: TestMessageIn,
) -> Response[Problem | TrialOut]:
    """Ask an agent without a team

     Send the agent one message; poll the trial for its answer.

    Args:
        handle (str):
        body (TestMessageIn): One message to an agent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
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
    body: TestMessageIn,
) -> Problem | TrialOut | None:
    """Ask an agent without a team

     Send the agent one message; poll the trial for its answer.

    Args:
        handle (str):
        body (TestMessageIn): One message to an agent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
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
    body: TestMessageIn,
) -> Response[Problem | TrialOut]:
    """Ask an agent without a team

     Send the agent one message; poll the trial for its answer.

    Args:
        handle (str):
        body (TestMessageIn): One message to an agent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
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
    body: TestMessageIn,
) -> Problem | TrialOut | None:
    """Ask an agent without a team

     Send the agent one message; poll the trial for its answer.

    Args:
        handle (str):
        body (TestMessageIn): One message to an agent.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
    """

    return (
        await asyncio_detailed(
            handle=handle,
            client=client,
            body=body,
        )
    ).parsed
