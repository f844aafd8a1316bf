"""Asking a model for a short answer, to see whether its settings work."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.core.outbound import (
    Bounds,
    ForbiddenTarget,
    Outbound,
    OutboundError,
    TooLarge,
    for_agents,
    for_operator,
)
from apps.core.sentences import sentence, sentence_of

PATIENCE = 20.0  # seconds for the whole call
BOUNDS = Bounds(body=64 * 1024)
QUESTION = {"role": "user", "content": "Answer with the one word: ready"}


@dataclass(frozen=True)
class ModelTrial:
    """How it went, as one sentence."""

    answered: bool
    sentence: str


def try_model(model: ModelSettings, patience: float = PATIENCE) -> ModelTrial:
    """Ask the model for one word, for `patience` seconds at most. Never raises; says in plain words what is wrong."""
    if not model.configured:
        return ModelTrial(False, "No model is set: enter a base URL and a model first.")
    try:
        status, body = async_to_sync(_ask)(model, patience)
    except TimeoutError:
        return ModelTrial(False, sentence("The server did not answer within {patience:g} seconds.", patience=patience))
    except ForbiddenTarget as error:
        return ModelTrial(
            False, sentence("The server's address {why}.", why=error.why or sentence("is none that can be called"))
        )
    except TooLarge:
        return ModelTrial(False, "The server's answer is longer than an answer of a model.")
    except OutboundError as error:
        return ModelTrial(False, sentence("The server at {error}", error=sentence_of(error)))
    except ValueError:
        return ModelTrial(False, "The key has characters that can't be sent.")
    return _judge(model, status, body)


def outbound_for(model: ModelSettings) -> Outbound:
    """The way to a model's server: an address of the environment may be anywhere, one that was typed is guarded.

    Raises ForbiddenTarget for what is no address.
    """
    return for_operator(model.base_url) if model.by_operator else for_agents()


async def _ask(model: ModelSettings, patience: float) -> tuple[int, bytes]:
    url, body = f"{model.base_url}/chat/completions", {"model": model.model, "messages": [QUESTION]}
    key = {"Authorization": f"Bearer {model.api_key}"} if model.api_key else {}
    headers = {"Content-Type": "application/json", **key}
    async with (
        asyncio.timeout(patience),
        outbound_for(model).opened(
            "POST", url, headers=headers, body=json.dumps(body).encode(), bounds=BOUNDS
        ) as reply,
    ):
        return reply.status, await reply.body()


def _judge(model: ModelSettings, status: int, body: bytes) -> ModelTrial:
    if status == 200:
        return _judge_answer(model, body)
    sentences = {
        401: "The server refused the key.",
        403: "The server refused the key.",
        404: sentence(
            "The server knows no model {model}, or the base URL is wrong (it often ends with /v1).",
            model=repr(model.model),
        ),
        429: "The server has had too many requests, or the account has no credit.",
    }
    return ModelTrial(
        False, sentences.get(status, sentence("The server answered with an error (HTTP {status}).", status=status))
    )


def _judge_answer(model: ModelSettings, body: bytes) -> ModelTrial:
    try:
        answer: Any = json.loads(body)
        text = answer["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ModelTrial(False, "The server answered, but not as an OpenAI-compatible one does: check the base URL.")
    if not isinstance(text, str):
        return ModelTrial(False, "The model answered with nothing.")
    return ModelTrial(True, sentence("{model} answers.", model=model.model))
