from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote
from uuid import UUID

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.asked_question_out import AskedQuestionOut
from ...models.problem import Problem
from ...types import UNSET, Response


def _get_kwargs(
    question_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/questions/{question_id}".format(
            question_id=quote(str(question_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> AskedQuestionOut | Problem:
    if response.status_code == 200:
        response_200 = AskedQuestionOut.from_dict(response.json())

        return response_200

    response_default = Problem.from_dict(response.json())

    return response_default


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[AskedQuestionOut | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    question_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[AskedQuestionOut | Problem]:
    """Get Question

     A question, how it was passed on, and what came of it.

    Args:
        question_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AskedQuestionOut | Problem]
    """

    kwargs = _get_kwargs(
        question_id=question_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    question_id: UUID,
    *,
    client: AuthenticatedClient,
) -> AskedQuestionOut | Problem | None:
    """Get Question

     A question, how it was passed on, and what came of it.

    Args:
        question_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AskedQuestionOut | Problem
    """

    return sync_detailed(
        question_id=question_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    question_id: UUID,
    *,
    client: AuthenticatedClient,
) -> Response[AskedQuestionOut | Problem]:
    """Get Question

     A question, how it was passed on, and what came of it.

    Args:
        question_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AskedQuestionOut | Problem]
    """

    kwargs = _get_kwargs(
        question_id=question_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    question_id: UUID,
    *,
    client: AuthenticatedClient,
) -> AskedQuestionOut | Problem | None:
    """Get Question

     A question, how it was passed on, and what came of it.

    Args:
        question_id (UUID):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AskedQuestionOut | Problem
    """

    return (
        await asyncio_detailed(
            question_id=question_id,
            client=client,
        )
    ).parsed
