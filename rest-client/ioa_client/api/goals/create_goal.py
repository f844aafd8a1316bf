from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.goal_detail import GoalDetail
from ...models.goal_form import GoalForm
from ...models.goal_in import GoalIn
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: GoalIn | GoalForm | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/goals",
    }

    if isinstance(body, GoalIn):
        _kwargs["json"] = body.to_dict()

        headers["Content-Type"] = "application/json"
    if isinstance(body, GoalForm):
        _kwargs["files"] = body.to_multipart()

        headers["Content-Type"] = "multipart/form-data; boundary=+++"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> GoalDetail | Problem:
    if response.status_code == 200:
        response_200 = GoalDetail.from_dict(response.json())

        return response_200

    if response.status_code == 201:
        response_201 = GoalDetail.from_dict(response.json())

        return response_201

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GoalDetail | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: GoalIn | GoalForm | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[GoalDetail | Problem]:
    """Create Goal

     Give a goal. 201 with the new goal, or 200 with the one that the same idempotency key made before.

    Args:
        idempotency_key (str | Unset):
        body (GoalIn): A goal to work on.
        body (GoalForm): A goal to work on, as a form: files may come with it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalDetail | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: GoalIn | GoalForm | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> GoalDetail | Problem | None:
    """Create Goal

     Give a goal. 201 with the new goal, or 200 with the one that the same idempotency key made before.

    Args:
        idempotency_key (str | Unset):
        body (GoalIn): A goal to work on.
        body (GoalForm): A goal to work on, as a form: files may come with it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalDetail | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: GoalIn | GoalForm | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[GoalDetail | Problem]:
    """Create Goal

     Give a goal. 201 with the new goal, or 200 with the one that the same idempotency key made before.

    Args:
        idempotency_key (str | Unset):
        body (GoalIn): A goal to work on.
        body (GoalForm): A goal to work on, as a form: files may come with it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GoalDetail | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: GoalIn | GoalForm | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> GoalDetail | Problem | None:
    """Create Goal

     Give a goal. 201 with the new goal, or 200 with the one that the same idempotency key made before.

    Args:
        idempotency_key (str | Unset):
        body (GoalIn): A goal to work on.
        body (GoalForm): A goal to work on, as a form: files may come with it.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GoalDetail | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
