from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.availability import Availability
from ...models.page_agent_out import PageAgentOut
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    availability: Availability | None | Unset = UNSET,
    enabled: bool | None | Unset = UNSET,
    connector: str | Unset = "",
    skill: str | Unset = "",
    busy: bool | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_availability: None | str | Unset
    if isinstance(availability, Unset):
        json_availability = UNSET
    elif isinstance(availability, Availability):
        json_availability = availability.value
    else:
        json_availability = availability
    params["availability"] = json_availability

    json_enabled: bool | None | Unset
    if isinstance(enabled, Unset):
        json_enabled = UNSET
    else:
        json_enabled = enabled
    params["enabled"] = json_enabled

    params["connector"] = connector

    params["skill"] = skill

    json_busy: bool | None | Unset
    if isinstance(busy, Unset):
        json_busy = UNSET
    else:
        json_busy = busy
    params["busy"] = json_busy

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/agents",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> PageAgentOut | Problem:
    if response.status_code == 200:
        response_200 = PageAgentOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PageAgentOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    availability: Availability | None | Unset = UNSET,
    enabled: bool | None | Unset = UNSET,
    connector: str | Unset = "",
    skill: str | Unset = "",
    busy: bool | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageAgentOut | Problem]:
    """List agents

     The workspace's agents by handle, those switched off too, narrowed to those that are wanted.

    Args:
        availability (Availability | None | Unset):
        enabled (bool | None | Unset):
        connector (str | Unset): How they are reached. Default: ''.
        skill (str | Unset): A tag, an id or a name of a skill. Default: ''.
        busy (bool | None | Unset): Whether a call of it runs now.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset):  Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageAgentOut | Problem]
    """

    kwargs = _get_kwargs(
        availability=availability,
        enabled=enabled,
        connector=connector,
        skill=skill,
        busy=busy,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    availability: Availability | None | Unset = UNSET,
    enabled: bool | None | Unset = UNSET,
    connector: str | Unset = "",
    skill: str | Unset = "",
    busy: bool | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageAgentOut | Problem | None:
    """List agents

     The workspace's agents by handle, those switched off too, narrowed to those that are wanted.

    Args:
        availability (Availability | None | Unset):
        enabled (bool | None | Unset):
        connector (str | Unset): How they are reached. Default: ''.
        skill (str | Unset): A tag, an id or a name of a skill. Default: ''.
        busy (bool | None | Unset): Whether a call of it runs now.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset):  Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageAgentOut | Problem
    """

    return sync_detailed(
        client=client,
        availability=availability,
        enabled=enabled,
        connector=connector,
        skill=skill,
        busy=busy,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    availability: Availability | None | Unset = UNSET,
    enabled: bool | None | Unset = UNSET,
    connector: str | Unset = "",
    skill: str | Unset = "",
    busy: bool | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> Response[PageAgentOut | Problem]:
    """List agents

     The workspace's agents by handle, those switched off too, narrowed to those that are wanted.

    Args:
        availability (Availability | None | Unset):
        enabled (bool | None | Unset):
        connector (str | Unset): How they are reached. Default: ''.
        skill (str | Unset): A tag, an id or a name of a skill. Default: ''.
        busy (bool | None | Unset): Whether a call of it runs now.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset):  Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PageAgentOut | Problem]
    """

    kwargs = _get_kwargs(
        availability=availability,
        enabled=enabled,
        connector=connector,
        skill=skill,
        busy=busy,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    availability: Availability | None | Unset = UNSET,
    enabled: bool | None | Unset = UNSET,
    connector: str | Unset = "",
    skill: str | Unset = "",
    busy: bool | None | Unset = UNSET,
    cursor: str | Unset = "",
    limit: int | Unset = 20,
) -> PageAgentOut | Problem | None:
    """List agents

     The workspace's agents by handle, those switched off too, narrowed to those that are wanted.

    Args:
        availability (Availability | None | Unset):
        enabled (bool | None | Unset):
        connector (str | Unset): How they are reached. Default: ''.
        skill (str | Unset): A tag, an id or a name of a skill. Default: ''.
        busy (bool | None | Unset): Whether a call of it runs now.
        cursor (str | Unset):  Default: ''.
        limit (int | Unset):  Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PageAgentOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            availability=availability,
            enabled=enabled,
            connector=connector,
            skill=skill,
            busy=busy,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
