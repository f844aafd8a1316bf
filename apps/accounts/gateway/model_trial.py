"""Asking a model for a short answer, to see whether its settings work."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

import aiohttp
from asgiref.sync import async_to_sync

from apps.accounts.domain.model_settings import ModelSettings
from apps.accounts.gateway.egress import AddressRefused, model_connector

PATIENCE = 20.0  # seconds for the whole call
MOST_BYTES = 64 * 1024  # of the answer; more is not read
QUESTION = {"role": "user", "content": "Answer with the one word: ready"}


@dataclass(frozen=True)
class ModelTrial:
    """How it went, as one sentence."""

    answered: bool
    sentence: str


class _TooMuch(Exception):
    """The answer is too long."""


def try_model(model: ModelSettings, patience: float = PATIENCE) -> ModelTrial:
    """Ask the model for one word, for `patience` seconds at most. Never raises; says in plain words what is wrong."""
    if not model.configured:
        return ModelTrial(False, "No model is set: enter a base URL and a model first.")
    try:
        status, body = async_to_sync(_ask)(model, patience)
    except TimeoutError:
        return ModelTrial(False, f"The server did not answer within {patience:g} seconds.")
    except AddressRefused as error:
        return ModelTrial(False, f"The server's address {error}.")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return ModelTrial(False, f"The server can't be reached: {_reason(error)}.")
    except _TooMuch:
        return ModelTrial(False, "The server's answer is longer than an answer of a model.")
    return _judge(model, status, body)


async def _ask(model: ModelSettings, patience: float) -> tuple[int, bytes]:
    headers = {"Accept-Encoding": "identity"}
    if model.api_key:
        headers["Authorization"] = f"Bearer {model.api_key}"
    body = {"model": model.model, "messages": [QUESTION]}
    async with (
        asyncio.timeout(patience),
        aiohttp.ClientSession(connector=model_connector(model), auto_decompress=False) as session,
        session.post(
            f"{model.base_url}/chat/completions", json=body, headers=headers, allow_redirects=False
        ) as response,
    ):
        read = bytearray()
        async for chunk in response.content.iter_any():
            read += chunk
            if len(read) > MOST_BYTES:
                raise _TooMuch
        return response.status, bytes(read)


def _judge(model: ModelSettings, status: int, body: bytes) -> ModelTrial:
    if status == 200:
        return _judge_answer(model, body)
    sentences = {
        401: "The server refused the key.",
        403: "The server refused the key.",
        404: f"The server knows no model {model.model!r}, or the base URL is wrong (it often ends with /v1).",
        429: "The server has had too many requests, or the account has no credit.",
    }
    return ModelTrial(False, sentences.get(status, f"The server answered with an error (HTTP {status})."))


def _judge_answer(model: ModelSettings, body: bytes) -> ModelTrial:
    try:
        answer: Any = json.loads(body)
        text = answer["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ModelTrial(False, "The server answered, but not as an OpenAI-compatible one does: check the base URL.")
    if not isinstance(text, str):
        return ModelTrial(False, "The model answered with nothing.")
    return ModelTrial(True, f"{model.model} answers.")


def _reason(error: Exception) -> str:
    """What went wrong on the way, without the address, which may be long."""
    return next((words for kind, words in _REASONS if isinstance(error, kind)), "it closed the connection")


_REASONS: tuple[tuple[type[Exception], str], ...] = (  # the narrower comes first
    (aiohttp.ClientConnectorDNSError, "there is no host of that name"),
    (aiohttp.ClientSSLError, "it could not prove who it is (TLS)"),
    (aiohttp.ClientConnectorError, "it takes no connection; is it running?"),
    (ValueError, "the base URL or the key has characters that can't be sent"),
    (aiohttp.ClientResponseError, "it did not answer in HTTP"),
)
