from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.invitation_in import InvitationIn
from ...models.link_out import LinkOut
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: InvitationIn,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/invitations",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> LinkOut | Problem:
    if response.status_code == 201:
        response_201 = LinkOut.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[LinkOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: InvitationIn,
) -> Response[LinkOut | Problem]:
    """Create Invitation

     Invite the person of an account that exists. The answer is the only place where the link is shown:
    hand it to
    the person you mean. It works only in their account, within a week; a newer one takes its place.
    Owners only.

    Args:
        body (InvitationIn): Whom to invite, as what.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[LinkOut | Problem]
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
    body: InvitationIn,
) -> LinkOut | Problem | None:
    """Create Invitation

     Invite the person of an account that exists. The answer is the only place where the link is shown:
    hand it to
    the person you mean. It works only in their account, within a week; a newer one takes its place.
    Owners only.

    Args:
        body (InvitationIn): Whom to invite, as what.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        LinkOut | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: InvitationIn,
) -> Response[LinkOut | Problem]:
    """Create Invitation

     Invite the person of an account that exists. The answer is the only place where the link is shown:
    hand it to
    the person you mean. It works only in their account, within a week; a newer one takes its place.
    Owners only.

    Args:
        body (InvitationIn): Whom to invite, as what.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[LinkOut | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: InvitationIn,
) -> LinkOut | Problem | None:
    """Create Invitation

     Invite the person of an account that exists. The answer is the only place where the link is shown:
    hand it to
    the person you mean. It works only in their account, within a week; a newer one takes its place.
    Owners only.

    Args:
        body (InvitationIn): Whom to invite, as what.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        LinkOut | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
