from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.since_left_out import SinceLeftOut
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    goal: None | Unset | UUID = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_goal: None | str | Unset
    if isinstance(goal, Unset):
        json_goal = UNSET
    elif isinstance(goal, UUID):
        json_goal = str(goal)
    else:
        json_goal = goal
    params["goal"] = json_goal

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/since",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | SinceLeftOut:
    if response.status_code == 200:
        response_200 = SinceLeftOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | SinceLeftOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    goal: None | Unset | UUID = UNSET,
) -> Response[Problem | SinceLeftOut]:
    """Tell what happened since you left

     Decisions, questions, failures, files, teams and spend since you were last seen at a goal, or at
    all.

    Args:
        goal (None | Unset | UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | SinceLeftOut]
    """

    kwargs = _get_kwargs(
        goal=goal,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    goal: None | Unset | UUID = UNSET,
) -> Problem | SinceLeftOut | None:
    """Tell what happened since you left

     Decisions, questions, failures, files, teams and spend since you were last seen at a goal, or at
    all.

    Args:
        goal (None | Unset | UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | SinceLeftOut
    """

    return sync_detailed(
        client=client,
        goal=goal,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    goal: None | Unset | UUID = UNSET,
) -> Response[Problem | SinceLeftOut]:
    """Tell what happened since you left

     Decisions, questions, failures, files, teams and spend since you were last seen at a goal, or at
    all.

    Args:
        goal (None | Unset | UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | SinceLeftOut]
    """

    kwargs = _get_kwargs(
        goal=goal,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    goal: None | Unset | UUID = UNSET,
) -> Problem | SinceLeftOut | None:
    """Tell what happened since you left

     Decisions, questions, failures, files, teams and spend since you were last seen at a goal, or at
    all.

    Args:
        goal (None | Unset | UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | SinceLeftOut
    """

    return (
        await asyncio_detailed(
            client=client,
            goal=goal,
        )
    ).parsed
