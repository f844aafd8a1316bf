"""JSON-RPC 2.0 over HTTP, as MCP and A2A use it: one message a request."""

import json
from typing import Any

from pydantic import BaseModel, ValidationError

from apps.core.texts import require_storable

UNREADABLE, NO_REQUEST, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602

Params = dict[str, Any]


class RPCRefusal(Exception):
    """An error of the protocol. `data`: what a program needs to do better."""

    def __init__(self, code: int, message: str, data: Params | None = None) -> None:
        super().__init__(message)
        self.code, self.data = code, data


class RPCMessage(BaseModel):
    """What came in. A notification has no `id`; an answer to us has no `method`, but a `result` or an `error`."""

    id: int | str | None = None
    method: str = ""
    params: Params = {}
    result: Params | None = None

    @property
    def wants_answer(self) -> bool:
        """Whether somebody waits for one."""
        return self.id is not None and bool(self.method)


def message_from(body: bytes) -> RPCMessage:
    """Read one message. Raises RPCRefusal."""
    try:
        text = body.decode()
        require_storable(text.replace("\\u0000", "\x00"))
        said = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # halves of characters that were written as escapes
    except (ValueError, RecursionError):
        raise RPCRefusal(UNREADABLE, "This is not JSON without NUL and halves of characters.") from None
    if not isinstance(said, dict) or said.get("jsonrpc") != "2.0":
        raise RPCRefusal(NO_REQUEST, "Send one JSON-RPC 2.0 message a request.")
    try:
        return RPCMessage.model_validate(said)
    except ValidationError:
        raise RPCRefusal(NO_REQUEST, "`id` is a text or a number, `method` a text, `params` an object.") from None


def error_of(message_id: int | str | None, refusal: RPCRefusal) -> Params:
    """The error that a message gets."""
    error: Params = {"code": refusal.code, "message": str(refusal)}
    if refusal.data is not None:
        error["data"] = refusal.data
    return {"jsonrpc": "2.0", "id": message_id, "error": error}
