"""How a request over plain HTTP is taken and answered, in either version."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from apps.accounts.domain.access import Actor
from apps.api.a2a.errors import A2AProblem, A2ARefusal
from apps.api.a2a.forms import FORMS_03_HTTP, FORMS_10, A2AForms, Form
from apps.api.a2a.operations import Asked, PeerCall, Refusing
from apps.api.a2a.peers import peer_named
from apps.api.a2a.versions import V03, V10, require_version
from apps.core.texts import require_storable


@dataclass(frozen=True)
class HTTPDialect:
    """One version over plain HTTP. `foreign`: what is refused there, and `elsewhere` says where that is spoken."""

    forms: A2AForms
    error: Callable[[A2ARefusal], Form]
    media_type: str
    foreign: str
    elsewhere: str


DIALECT_10 = HTTPDialect(
    FORMS_10,
    A2ARefusal.over_http,
    "application/a2a+json",
    V03,
    "0.3 is spoken below /v1 of this address, and over JSON-RPC.",
)
DIALECT_03 = HTTPDialect(
    FORMS_03_HTTP,
    A2ARefusal.over_old_http,
    "application/json",
    V10,
    "1.0 is spoken at the address above, without /v1.",
)


def answer_over_http(
    request: HttpRequest, whom: str, dialect: HTTPDialect, answer: Callable[[PeerCall], HttpResponseBase]
) -> HttpResponseBase:
    """What is answered, or why not."""
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication

    def wrap(given: Form | A2ARefusal) -> Form:
        return dialect.error(given) if isinstance(given, A2ARefusal) else given

    call = PeerCall(actor, peer_named(actor, whom), dialect.forms, wrap, dialect.media_type)
    try:
        if require_version(request) == dialect.foreign:
            raise A2ARefusal(A2AProblem.VERSION_NOT_SUPPORTED, dialect.elsewhere)
        with Refusing():
            return answer(call)
    except A2ARefusal as refusal:
        return JsonResponse(wrap(refusal), status=refusal.kind.status)


def json_body(request: HttpRequest) -> Asked:
    """The JSON object that was sent. Raises A2ARefusal."""
    try:
        text = request.body.decode()
        require_storable(text.replace("\\u0000", "\x00"))
        said: Any = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # halves of characters that were written as escapes
    except (ValueError, RecursionError):
        raise A2ARefusal(A2AProblem.UNREADABLE, "This is not JSON without NUL and halves of characters.") from None
    if not isinstance(said, dict):
        raise A2ARefusal(A2AProblem.INVALID_REQUEST, "Send one JSON object.")
    return said
