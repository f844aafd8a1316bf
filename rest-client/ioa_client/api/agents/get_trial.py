from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.trial_out import TrialOut
from ...types import UNSET, Response


def _get_kwargs(
    trial_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/trials/{trial_id}".format(
            trial_id=quote(str(trial_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | TrialOut:
    if response.status_code == 200:
        response_200 = TrialOut.from_dict(response.json())

        return response_200

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
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[Problem | TrialOut]:
    """Get a trial

     How far one of your own trials has come; they are forgotten after a day.

    Args:
        trial_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
    """

    kwargs = _get_kwargs(
        trial_id=trial_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Problem | TrialOut | None:
    """Get a trial

     How far one of your own trials has come; they are forgotten after a day.

    Args:
        trial_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
    """

    return sync_detailed(
        trial_id=trial_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[Problem | TrialOut]:
    """Get a trial

     How far one of your own trials has come; they are forgotten after a day.

    Args:
        trial_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TrialOut]
    """

    kwargs = _get_kwargs(
        trial_id=trial_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    trial_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Problem | TrialOut | None:
    """Get a trial

     How far one of your own trials has come; they are forgotten after a day.

    Args:
        trial_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TrialOut
    """

    return (
        await asyncio_detailed(
            trial_id=trial_id,
            client=client,
        )
    ).parsed
