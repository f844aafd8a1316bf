from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.model_use import ModelUse
from ...models.problem import Problem
from ...models.workspace_out import WorkspaceOut
from ...types import UNSET, Response


def _get_kwargs(
    *,
    body: ModelUse,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/workspace/model/use",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Problem | WorkspaceOut:
    if response.status_code == 200:
        response_200 = WorkspaceOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Problem | WorkspaceOut]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: ModelUse,
) -> Response[Problem | WorkspaceOut]:
    """Set Model Use

     Choose how long prompts and answers may be, and what becomes of goals whose model is silent. Owners
    only.

    Args:
        body (ModelUse): How the model is used; what is left out or null is as the installation
            has it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceOut]
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
    body: ModelUse,
) -> Problem | WorkspaceOut | None:
    """Set Model Use

     Choose how long prompts and answers may be, and what becomes of goals whose model is silent. Owners
    only.

    Args:
        body (ModelUse): How the model is used; what is left out or null is as the installation
            has it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceOut
    """

    return sync_detailed(
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: ModelUse,
) -> Response[Problem | WorkspaceOut]:
    """Set Model Use

     Choose how long prompts and answers may be, and what becomes of goals whose model is silent. Owners
    only.

    Args:
        body (ModelUse): How the model is used; what is left out or null is as the installation
            has it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | WorkspaceOut]
    """

    kwargs = _get_kwargs(
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: ModelUse,
) -> Problem | WorkspaceOut | None:
    """Set Model Use

     Choose how long prompts and answers may be, and what becomes of goals whose model is silent. Owners
    only.

    Args:
        body (ModelUse): How the model is used; what is left out or null is as the installation
            has it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | WorkspaceOut
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
        )
    ).parsed
