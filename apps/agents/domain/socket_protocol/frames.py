"""Frames that dialling agents send: JSON-RPC 2.0, one object a frame, in A2A's words with roles reversed.

Everything an agent sends is hostile until it went through `read_frame`.
"""

import base64
import binascii
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from apps.agents.domain.profile import ToldBy
from apps.agents.domain.registration import Skills
from apps.agents.domain.socket_protocol.states import EventKind
from apps.agents.domain.socket_protocol.writing import CallWriting, read_writing
from apps.core.names import clean_line
from apps.core.texts import replace_unstorable

SUBPROTOCOL = "a2a.v1"
MOST_FRAME = 1024 * 1024  # characters of one frame
CHUNK = 256 * 1024  # bytes of a file in one frame
MOST_HOLDING = 10_000
MOST_TOOLS = 1000
MOST_TOKENS = 10**12
MOST_MONEY = 10**9
INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32600, -32601, -32602
TOO_OFTEN = -32000
CANCEL = "cancel:"


class BadFrame(ValueError):
    """A frame that can't be understood. The message is one plain sentence for whoever wrote the agent."""

    def __init__(self, sentence: str, code: int = INVALID_REQUEST, frame_id: str | None = None) -> None:
        super().__init__(sentence)
        self.code, self.frame_id = code, frame_id


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class DialInCard(_Read):
    """What an agent says of itself. What is left out stays as it is registered."""

    name: str | None = Field(default=None, min_length=1, max_length=120)
    description: str | None = Field(default=None, max_length=4000)
    skills: Skills | None = None

    def told(self) -> Self:
        """The same, its skills marked as described by itself, its name without what nobody sees."""
        own = self.skills and tuple(skill.model_copy(update={"repeatable_from": ToldBy.AGENT}) for skill in self.skills)
        return self.model_copy(update={"skills": own, "name": (self.name and clean_line(self.name)) or None})


class Held(_Read):
    """A call that the installation has, running or ended and not yet acknowledged."""

    call: uuid.UUID
    fence: int = Field(ge=0, le=2**31 - 1)


class Hello(_Read):
    """The first frame: which installation dials in, what it says of itself, which calls it has.

    `tools`: of an MCP server that is brought along, as it lists them; then each call says which one to call with what.
    """

    client: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9._-]+$")
    card: DialInCard = DialInCard()
    holding: Annotated[tuple[Held, ...], Field(max_length=MOST_HOLDING)] = ()
    tools: Annotated[tuple[dict[str, object], ...], Field(max_length=MOST_TOOLS)] = ()


class GetFile(_Read):
    """Asks for a piece of a file of a call, from byte `offset` on."""

    call: uuid.UUID
    index: int = Field(ge=0, le=10_000)
    offset: int = Field(ge=0, le=2**31 - 1)


@dataclass(frozen=True)
class CallEvent:
    """One event of a call, as the agent numbered it. `content`: the piece of a file that a chunk is."""

    call: uuid.UUID
    fence: int
    seq: int
    kind: EventKind
    body: dict[str, object] = field(default_factory=dict)
    content: bytes | None = None


@dataclass(frozen=True)
class FrameRequest:
    """A frame that asks for an answer (`hello`, `GetFile`), with the id to answer under."""

    frame_id: str
    what: Hello | GetFile


@dataclass(frozen=True)
class Nothing:
    """A frame that asks for nothing: a heartbeat, or the answer to CancelTask."""


Frame = CallEvent | CallWriting | FrameRequest | Nothing


class _Meta(_Read):
    seq: int = Field(ge=1, le=2**31 - 1)
    fence: int = Field(ge=0, le=2**31 - 1)
    permanent: bool = False
    uncertain: bool = False  # it may have been done all the same
    usage: dict[str, object] = {}


class _Part(_Read):
    text: str = ""
    raw: str = ""
    filename: str = "file"
    media_type: str = Field(default="application/octet-stream", alias="mediaType")


class _Message(_Read):
    parts: tuple[_Part, ...] = ()

    @property
    def text(self) -> str:
        return "\n\n".join(part.text for part in self.parts if part.text)


class _Status(_Read):
    state: str
    message: _Message = _Message()


class _StatusUpdate(_Read):
    status: _Status
    metadata: _Meta


class _Artifact(_Read):
    artifact_id: str = Field(alias="artifactId", min_length=1, max_length=100)
    parts: tuple[_Part, ...] = Field(min_length=1, max_length=1)


class _ArtifactUpdate(_Read):
    artifact: _Artifact
    last: bool = Field(default=True, alias="lastChunk")
    metadata: _Meta


class _StreamEnd(_Read):
    id: uuid.UUID
    metadata: _Meta


class _Frame(_Read):
    jsonrpc: Literal["2.0"] = "2.0"
    id: str | int | None = None
    method: str | None = None
    params: dict[str, object] | None = None
    result: dict[str, object] | None = None
    error: dict[str, object] | None = None


def read_frame(text: str) -> Frame:
    """Understand a frame. Raises BadFrame."""
    frame = _frame(text)
    frame_id = None if frame.id is None else str(frame.id)[:100]
    try:
        return _request(frame, frame_id) if frame.method else _response(frame, frame_id or "")
    except ValidationError as error:
        raise BadFrame(_sentence(error), INVALID_PARAMS, frame_id) from None


def _frame(text: str) -> _Frame:
    if len(text) > MOST_FRAME:
        raise BadFrame(f"A frame has at most {MOST_FRAME} characters; send files in pieces of {CHUNK} bytes.")
    try:
        return _Frame.model_validate(_replace_unstorable(json.loads(text, parse_constant=_no_number)))
    except ValidationError as error:
        raise BadFrame(_sentence(error)) from None
    except (ValueError, RecursionError):
        raise BadFrame("A frame is one JSON-RPC 2.0 object.") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _replace_unstorable(value: object) -> object:
    """The value without what no database stores in a text: NUL and halves of characters."""
    match value:
        case str():
            return replace_unstorable(value)
        case list():
            return [_replace_unstorable(item) for item in value]
        case dict():
            return {_replace_unstorable(name): _replace_unstorable(item) for name, item in value.items()}
    return value


def _request(frame: _Frame, frame_id: str | None) -> Frame:
    params = frame.params or {}
    match frame.method:
        case "hello":
            return FrameRequest(frame_id or "hello", Hello.model_validate(params))
        case "GetFile":
            return FrameRequest(frame_id or "", GetFile.model_validate(params))
        case "streamEnd":
            end = _StreamEnd.model_validate(params)
            return CallEvent(end.id, end.metadata.fence, end.metadata.seq, EventKind.END)
        case "writing":
            return read_writing(params)
        case "heartbeat":
            return Nothing()
    raise BadFrame(f"Nobody knows the method {str(frame.method)[:60]!r}.", UNKNOWN_METHOD, frame_id)


def _response(frame: _Frame, frame_id: str) -> CallEvent | Nothing:
    if frame_id.startswith(CANCEL):
        return Nothing()
    call = _call_id(frame_id)
    match frame.result:
        case {"statusUpdate": dict() as update}:
            return _status(call, _StatusUpdate.model_validate(update))
        case {"artifactUpdate": dict() as update}:
            return _artifact(call, _ArtifactUpdate.model_validate(update))
    raise BadFrame("An answer holds a statusUpdate or an artifactUpdate.", INVALID_PARAMS, frame_id)


def _call_id(frame_id: str) -> uuid.UUID:
    try:
        return uuid.UUID(frame_id)
    except ValueError:
        raise BadFrame("An answer bears the id of the call that it belongs to.", INVALID_PARAMS, frame_id) from None


def _status(call: uuid.UUID, update: _StatusUpdate) -> CallEvent:
    meta, text = update.metadata, update.status.message.text
    kind, body = _meaning(update.status.state, text, meta)
    return CallEvent(call, meta.fence, meta.seq, kind, body)


def _meaning(state: str, text: str, meta: _Meta) -> tuple[EventKind, dict[str, object]]:
    match state:
        case "TASK_STATE_SUBMITTED" | "TASK_STATE_WORKING":
            return EventKind.PROGRESS, {"text": text[:1000]}
        case "TASK_STATE_COMPLETED":
            return EventKind.RESULT, {"text": text, "usage": _usage(meta.usage)}
        case "TASK_STATE_INPUT_REQUIRED" | "TASK_STATE_AUTH_REQUIRED":
            return EventKind.QUESTION, {"text": text}
        case "TASK_STATE_FAILED" | "TASK_STATE_REJECTED" | "TASK_STATE_CANCELED":
            said = {"permanent": meta.permanent, "uncertain": meta.uncertain}
            return EventKind.ERROR, {"reason": text[:1000], **said}
    raise BadFrame(f"{state[:60]!r} is no state of an A2A task.", INVALID_PARAMS)


def _usage(said: Mapping[str, object]) -> dict[str, object]:
    """Numbers in their range; whatever else was said of the cost counts as not said."""
    counts = {name: said.get(name) for name in ("promptTokens", "completionTokens")}
    usage: dict[str, object] = {
        name: count for name, count in counts.items() if type(count) is int and 0 <= count <= MOST_TOKENS
    }
    money = said.get("money")
    if type(money) in (int, float) and 0 <= float(str(money)) <= MOST_MONEY:
        usage["money"] = money
    return usage


def _artifact(call: uuid.UUID, update: _ArtifactUpdate) -> CallEvent:
    part, meta = update.artifact.parts[0], update.metadata
    try:
        content = base64.b64decode(part.raw, validate=True) if part.raw else part.text.encode("utf-8", "replace")
    except (binascii.Error, ValueError):
        raise BadFrame("The piece of a file is not base64.", INVALID_PARAMS, str(call)) from None
    if len(content) > CHUNK:
        raise BadFrame(f"A piece of a file has at most {CHUNK} bytes.", INVALID_PARAMS, str(call))
    body: dict[str, object] = {
        "file": update.artifact.artifact_id,
        "name": part.filename[:200],
        "media_type": part.media_type[:100],
        "last": update.last,
    }
    return CallEvent(call, meta.fence, meta.seq, EventKind.CHUNK, body, content)


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where or 'frame'}: {first['msg']}."[:300]
