"""Frames: JSON-RPC 2.0, one object a frame, in A2A's words; see PROTOCOL.md."""

import base64
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from ioa_connect.tasks import Answer, File, Usage

SUBPROTOCOL = "a2a.v1"
CHUNK = 256 * 1024  # bytes of a file in one frame
TERMINAL = ("TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_INPUT_REQUIRED")
MOST_LINE = 200  # characters of a sign of life
MOST_REASON = 400


@dataclass(frozen=True)
class Call:
    """A task as the hub gave it; `fence` tells it from the same task given before, `seq` is its newest event."""

    id: str
    fence: int
    seq: int
    request: dict[str, Any]

    @classmethod
    def of(cls, frame: dict[str, Any]) -> "Call":
        """From a frame SendStreamingMessage."""
        said = frame["params"]["metadata"]
        return cls(str(frame["id"]), int(said["fence"]), int(said["seq"]), said)


def dumped(frame: dict[str, Any]) -> str:
    """A frame as text."""
    return json.dumps({"jsonrpc": "2.0", **frame}, ensure_ascii=False)


def read(text: str | bytes) -> dict[str, Any]:
    """A frame as an object; an empty one for what is none."""
    try:
        frame = json.loads(text)
    except ValueError:
        return {}
    return frame if isinstance(frame, dict) else {}


def wait_in(frame: dict[str, Any]) -> float:
    """For how many seconds the hub does not want to be dialled, at most an hour; 0 for a frame that says nothing."""
    match frame:
        case {"error": {"data": {"retryAfter": int() | float() as seconds}}} if seconds > 0:
            return min(float(seconds), 3600.0)
    return 0.0


def hello(
    client: str, card: dict[str, Any], holding: Iterable[tuple[str, int]], tools: Sequence[dict[str, Any]] = ()
) -> str:
    """The first frame."""
    held = [{"call": call, "fence": fence} for call, fence in holding]
    said = {"client": client, "card": card, "holding": held, **({"tools": list(tools)} if tools else {})}
    return dumped({"id": "hello", "method": "hello", "params": said})


def get_file(frame_id: str, call: str, index: int, offset: int) -> str:
    """Asks for a piece of a file."""
    return dumped({"id": frame_id, "method": "GetFile", "params": {"call": call, "index": index, "offset": offset}})


def working(call: Call, seq: int, text: str) -> str:
    """A sign of life."""
    return _status(call, seq, "TASK_STATE_WORKING", " ".join(text.split())[:MOST_LINE])


def writing(call: Call, text: str) -> str:
    """What has been written so far; it has no number, and is not sent again where it is lost."""
    return dumped({"method": "writing", "params": {"id": call.id, "text": text, "metadata": {"fence": call.fence}}})


def completed(call: Call, seq: int, answer: Answer) -> str:
    """The end of a task that went well."""
    return _status(call, seq, "TASK_STATE_COMPLETED", answer.text, usage=_usage(answer.usage))


def failed(call: Call, seq: int, reason: str, *, permanent: bool, uncertain: bool = False) -> str:
    """The end of a task that went wrong. `uncertain`: it may have been done all the same."""
    more = {"uncertain": True} if uncertain else {}
    return _status(call, seq, "TASK_STATE_FAILED", reason[:MOST_REASON], permanent=permanent, **more)


def input_required(call: Call, seq: int, question: str) -> str:
    """The end of a call with a question."""
    return _status(call, seq, "TASK_STATE_INPUT_REQUIRED", question)


def pieces(call: Call, seq: int, file: File) -> Iterator[str]:
    """A file in pieces; the first has the number `seq`."""
    identifier = uuid4().hex
    starts = range(0, max(1, len(file.content)), CHUNK)
    for number, start in enumerate(starts):
        raw = base64.b64encode(file.content[start : start + CHUNK]).decode("ascii")
        part = {"raw": raw, "filename": file.name, "mediaType": file.kind}
        update = {
            "taskId": call.id,
            "artifact": {"artifactId": identifier, "parts": [part]},
            "append": number > 0,
            "lastChunk": start + CHUNK >= len(file.content),
            "metadata": {"seq": seq + number, "fence": call.fence},
        }
        yield dumped({"id": call.id, "result": {"artifactUpdate": update}})


def seq_of(frame: dict[str, Any]) -> int:
    """The number of an event."""
    (update,) = frame["result"].values()
    return int(update["metadata"]["seq"])


def is_end(frame: dict[str, Any]) -> bool:
    """Whether an event ends its call."""
    update = frame["result"].get("statusUpdate")
    return update is not None and update["status"]["state"] in TERMINAL


def _status(call: Call, seq: int, state: str, text: str, **meta: Any) -> str:
    update = {
        "taskId": call.id,
        "status": {"state": state, "message": {"role": "ROLE_AGENT", "parts": [{"text": text}]}},
        "metadata": {"seq": seq, "fence": call.fence, **meta},
    }
    return dumped({"id": call.id, "result": {"statusUpdate": update}})


def _usage(usage: Usage) -> dict[str, Any]:
    said = {
        "promptTokens": usage.prompt_tokens,
        "completionTokens": usage.completion_tokens,
        "money": usage.money,
    }
    return {name: value for name, value in said.items() if value}
