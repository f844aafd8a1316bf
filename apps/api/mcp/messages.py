"""JSON-RPC as MCP uses it over HTTP: one message a request, of a session's era or of the one without sessions."""

import json
from typing import Any

from pydantic import BaseModel, ValidationError

from apps.core.texts import require_storable

HANDSHAKES = ("2025-11-25", "2025-06-18", "2025-03-26")
"""The revisions that begin with a handshake, newest first."""

STATELESS = "2026-07-28"
VERSIONS = (STATELESS, *HANDSHAKES)
DISCOVER = "server/discover"
META_VERSION = "io.modelcontextprotocol/protocolVersion"
VERSION_HEADER = "MCP-Protocol-Version"

UNREADABLE, NO_REQUEST, NO_METHOD, BAD_PARAMS, NO_RESOURCE, NO_VERSION = -32700, -32600, -32601, -32602, -32002, -32022

Params = dict[str, Any]


class RPCRefusal(Exception):
    """An error of the protocol. `data`: what a program needs to do better."""

    def __init__(self, code: int, message: str, data: Params | None = None) -> None:
        super().__init__(message)
        self.code, self.data = code, data


class RPCMessage(BaseModel):
    """What came in. A notification has no `id`, and an answer to us no `method`."""

    id: int | str | None = None
    method: str = ""
    params: Params = {}

    @property
    def wants_answer(self) -> bool:
        """Whether somebody waits for one."""
        return self.id is not None and bool(self.method)

    @property
    def is_stateless(self) -> bool:
        """Whether it is of the era in which each message says all that its answer needs."""
        return self._version == STATELESS or self.method == DISCOVER

    @property
    def _version(self) -> Any:
        meta = self.params.get("_meta")
        return meta.get(META_VERSION) if isinstance(meta, dict) else None

    def require_version(self, header: str) -> None:
        """Raise RPCRefusal where it speaks a revision that is not spoken here; `header`: what that says of it."""
        for version in (self._version, header or None):
            if version is not None and version not in VERSIONS:
                data = {"supported": list(VERSIONS), "requested": str(version)[:40]}
                raise RPCRefusal(NO_VERSION, "This revision of MCP is not spoken here.", data)


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


def result_of(message: RPCMessage, result: Params) -> Params:
    """The answer to a message. Clients of the older era refuse unknown fields in what should be empty."""
    kind = {"resultType": "complete"} if message.is_stateless else {}
    return {"jsonrpc": "2.0", "id": message.id, "result": {**kind, **result}}


def error_of(message_id: int | str | None, refusal: RPCRefusal) -> Params:
    """The error that a message gets."""
    error: Params = {"code": refusal.code, "message": str(refusal)}
    if refusal.data is not None:
        error["data"] = refusal.data
    return {"jsonrpc": "2.0", "id": message_id, "error": error}
