"""The one call that this app makes outside: asking a model for a short answer, to see whether its settings work."""

import time
from dataclasses import dataclass
from typing import Any

import httpx

from apps.accounts.domain.model_settings import ModelSettings

PATIENCE = 20.0  # seconds for the whole call
MOST_BYTES = 64 * 1024  # of the answer; more is not read
QUESTION = {"role": "user", "content": "Answer with the one word: ready"}


@dataclass(frozen=True)
class Trial:
    """How it went, as one sentence."""

    answered: bool
    sentence: str


class _TooMuch(Exception):
    """The answer is too long, or takes too long."""


def try_model(model: ModelSettings, patience: float = PATIENCE) -> Trial:
    """Ask the model for one word. Never raises; says in plain words what is wrong.

    Each wait on the network lasts `patience` seconds at most, and so does the answer as a whole once it has begun.
    """
    if not model.configured:
        return Trial(False, "No model is set: enter a base URL and a model first.")
    try:
        status, body = _ask(model, patience)
    except httpx.TimeoutException:
        return Trial(False, f"The server did not answer within {patience:g} seconds.")
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        return Trial(False, f"The server can't be reached: {_reason(error)}.")
    except _TooMuch:
        return Trial(False, "The server's answer is longer than an answer of a model, or does not end.")
    return _judge(model, status, body)


def _ask(model: ModelSettings, patience: float) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {model.api_key}"} if model.api_key else {}
    body = {"model": model.model, "messages": [QUESTION]}
    until = time.monotonic() + patience
    with (
        httpx.Client(timeout=patience, follow_redirects=False, trust_env=False) as client,
        client.stream("POST", f"{model.base_url}/chat/completions", json=body, headers=headers) as response,
    ):
        read = bytearray()
        for chunk in response.iter_bytes():
            read += chunk
            if len(read) > MOST_BYTES or time.monotonic() > until:
                raise _TooMuch
        return response.status_code, bytes(read)


def _judge(model: ModelSettings, status: int, body: bytes) -> Trial:
    if status == 200:
        return _judge_answer(model, body)
    sentences = {
        401: "The server refused the key.",
        403: "The server refused the key.",
        404: f"The server knows no model {model.model!r}, or the base URL is wrong (it often ends with /v1).",
        429: "The server has had too many requests, or the account has no credit.",
    }
    return Trial(False, sentences.get(status, f"The server answered with an error (HTTP {status})."))


def _judge_answer(model: ModelSettings, body: bytes) -> Trial:
    try:
        answer: Any = httpx.Response(200, content=body).json()
        text = answer["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return Trial(False, "The server answered, but not as an OpenAI-compatible one does: check the base URL.")
    if not isinstance(text, str):
        return Trial(False, "The model answered with nothing.")
    return Trial(True, f"{model.model} answers.")


def _reason(error: Exception) -> str:
    """What the network said, without the address, which may be long."""
    return str(error).strip().rstrip(".")[:200] or type(error).__name__
