"""A request of MCP: of a session's era, or of the one in which each message says all that its answer needs.

Sources: MCP 2026-07-28, "Streamable HTTP" and "Per-request protocol fields"; MCP 2025-11-25, "Session Management".
"""

import base64
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Self

from apps.api.json_rpc import BAD_PARAMS, NO_METHOD, NO_REQUEST, UNREADABLE, Params, RPCMessage, RPCRefusal

HANDSHAKES = ("2025-11-25", "2025-06-18", "2025-03-26")
"""The revisions that begin with a handshake, newest first."""

STATELESS = "2026-07-28"
VERSIONS = (STATELESS, *HANDSHAKES)
DISCOVER = "server/discover"
META_VERSION = "io.modelcontextprotocol/protocolVersion"
META_CLIENT = "io.modelcontextprotocol/clientCapabilities"
VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"
SESSION_HEADER = "Mcp-Session-Id"

NO_RESOURCE, OTHER_HEADERS, UNABLE_CLIENT, NO_VERSION = -32002, -32020, -32021, -32022

NAMED_BY: Mapping[str, str] = {  # method -> what the header Mcp-Name repeats
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
SAID_AS_STATUS: Mapping[int, int] = {
    UNREADABLE: HTTPStatus.BAD_REQUEST,
    NO_REQUEST: HTTPStatus.BAD_REQUEST,
    OTHER_HEADERS: HTTPStatus.BAD_REQUEST,
    UNABLE_CLIENT: HTTPStatus.BAD_REQUEST,
    NO_VERSION: HTTPStatus.BAD_REQUEST,
}
SAID_WITHOUT_SESSIONS: Mapping[int, int] = {
    **SAID_AS_STATUS,
    NO_METHOD: HTTPStatus.NOT_FOUND,
    BAD_PARAMS: HTTPStatus.BAD_REQUEST,
    NO_RESOURCE: HTTPStatus.BAD_REQUEST,
}
UI = "io.modelcontextprotocol/ui"
ASKS, SHOWS = "e", "u"  # in the name of a session: its client can put questions to its person, and show an app


@dataclass(frozen=True)
class MCPCall:
    """A request. `stateless`: of the newer era; `client`: what its client can; `streams`: whether it reads events.

    `session`: the name of its session; "" where it says none.
    """

    message: RPCMessage
    stateless: bool = False
    client: Params = field(default_factory=dict)
    streams: bool = False
    session: str = ""

    @classmethod
    def read(cls, message: RPCMessage, headers: Mapping[str, str]) -> Self:
        """From what came. Raises RPCRefusal for what contradicts itself, or is of a revision not spoken here."""
        said = message.params.get("_meta")
        meta: Params = said if isinstance(said, dict) else {}
        version, header = meta.get(META_VERSION), headers.get(VERSION_HEADER)
        stateless = STATELESS in (version, header) or message.method == DISCOVER or META_CLIENT in meta
        if stateless and message.wants_answer:
            _require_meta(meta)
            _require_headers(message, version, headers)
        for one in (version, header):
            if one is not None and one not in VERSIONS:
                data: Params = {"supported": list(VERSIONS), "requested": str(one)[:40]}
                raise RPCRefusal(NO_VERSION, "This revision of MCP is not spoken here.", data)
        session = headers.get(SESSION_HEADER, "")
        able = meta.get(META_CLIENT) if stateless else _able_in_session(session)
        streams = "text/event-stream" in headers.get("Accept", "")
        return cls(message, stateless, able if isinstance(able, dict) else {}, streams, "" if stateless else session)

    @property
    def params(self) -> Params:
        """What it says beside its method."""
        return self.message.params

    @property
    def progress_token(self) -> int | str | None:
        """Under which name its client wants to hear how it goes; None: it does not."""
        meta = self.params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        return token if isinstance(token, int | str) else None

    @property
    def can_ask(self) -> bool:
        """Whether its client puts questions to its person, in a form."""
        able = self.client.get("elicitation")
        return isinstance(able, dict) and (not able or "form" in able)

    def has_extension(self, name: str) -> bool:
        """Whether its client speaks an extension."""
        extensions = self.client.get("extensions")
        return isinstance(extensions, dict) and name in extensions

    def require_extension(self, name: str) -> None:
        """Raise RPCRefusal where its client does not speak it."""
        if not self.has_extension(name):
            data: Params = {"requiredCapabilities": {"extensions": {name: {}}}}
            raise RPCRefusal(UNABLE_CLIENT, f"This takes a client that declares the extension {name}.", data)

    def status_of(self, refusal: RPCRefusal) -> int:
        """The status with which an error goes out."""
        table = SAID_WITHOUT_SESSIONS if self.stateless else SAID_AS_STATUS
        return table.get(refusal.code, HTTPStatus.OK)


def _require_meta(meta: Params) -> None:
    missing = [name for name in (META_VERSION, META_CLIENT) if name not in meta]
    if missing:
        raise RPCRefusal(BAD_PARAMS, f"`params._meta` lacks {' and '.join(missing)}.")
    if not isinstance(meta[META_VERSION], str) or not isinstance(meta[META_CLIENT], dict):
        raise RPCRefusal(BAD_PARAMS, f"In `params._meta` {META_VERSION} is a text, {META_CLIENT} an object.")


def _require_headers(message: RPCMessage, version: Any, headers: Mapping[str, str]) -> None:
    """The headers have to say the same as the message, since others on the way go by them."""
    if headers.get(VERSION_HEADER) != version:
        raise _differs(VERSION_HEADER)
    if headers.get(METHOD_HEADER) != message.method:
        raise _differs(METHOD_HEADER)
    name = message.params.get(NAMED_BY.get(message.method, ""))
    if isinstance(name, str) and plain_header(headers.get(NAME_HEADER)) != name:
        raise _differs(NAME_HEADER)


def _differs(header: str) -> RPCRefusal:
    return RPCRefusal(OTHER_HEADERS, f"The header {header} is missing, or says something else than the message.")


def plain_header(value: str | None) -> str | None:
    """What a header says; one that plain ASCII can't say stands there as `=?base64?...?=`. None: it is broken."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except ValueError:
        return None


def session_name(able: Any) -> str:
    """The name of a session. It keeps what the hub needs to know of its client, so that nothing is kept of it here."""
    client = MCPCall(RPCMessage(), client=able if isinstance(able, dict) else {})
    asks, shows = ASKS if client.can_ask else "", SHOWS if client.has_extension(UI) else ""
    return f"{secrets.token_urlsafe(24)}.{asks}{shows}"


def _able_in_session(name: str) -> Params:
    can = name.partition(".")[2]
    asks: Params = {"elicitation": {}} if ASKS in can else {}
    return asks | ({"extensions": {UI: {}}} if SHOWS in can else {})


def result_of(call: MCPCall, result: Params) -> Params:
    """The answer to a request. Clients of the older era refuse unknown fields in what should be empty."""
    kind = {"resultType": "complete"} if call.stateless else {}
    return {"jsonrpc": "2.0", "id": call.message.id, "result": {**kind, **result}}
