"""How A2A's requests look in its two versions and two bindings. Pure.

Source: the A2A specification 1.0 (sections on the JSON-RPC and the HTTP+JSON binding) and 0.3; how work is sent in 0.1,
which called it tasks/send.
"""

import base64
import json
import uuid
from dataclasses import dataclass
from urllib.parse import quote

from apps.agents.connectors.a2a.card import JSONRPC, Interface
from apps.agents.domain.calls import File
from apps.agents.domain.untrusted_json import Said

FIRST = "0.1"
OUTPUT_MODES = ("text/plain", "text/markdown", "application/json", "*/*")
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
_NAMES = {  # of a method, in 0.3
    "SendMessage": "message/send",
    "SendStreamingMessage": "message/stream",
    "GetTask": "tasks/get",
    "CancelTask": "tasks/cancel",
    "SubscribeToTask": "tasks/resubscribe",
}
_PATHS = {  # of a method, over plain HTTP
    "SendMessage": ("POST", "/message:send"),
    "SendStreamingMessage": ("POST", "/message:stream"),
    "GetTask": ("GET", "/tasks/{id}"),
    "CancelTask": ("POST", "/tasks/{id}:cancel"),
    "SubscribeToTask": ("POST", "/tasks/{id}:subscribe"),
}


@dataclass(frozen=True)
class A2ARequest:
    """One HTTP request."""

    method: str
    url: str
    body: bytes | None
    headers: dict[str, str]


@dataclass(frozen=True)
class Outgoing:
    """What is sent to an agent. The same `key` and `text` make the same message id, so that a repeat is recognised."""

    key: str
    text: str
    files: tuple[File, ...] = ()
    task_id: str = ""
    context_id: str = ""
    metadata: tuple[tuple[str, object], ...] = ()


def message_request(interface: Interface, outgoing: Outgoing, *, streaming: bool) -> A2ARequest:
    """Send a message; without streaming the server is asked to answer when it is done."""
    if interface.version == FIRST:
        return _first_request(interface, outgoing)
    new = interface.version == "1.0"
    settled = {"returnImmediately": False} if new else {"blocking": True}
    params: dict[str, object] = {
        "message": _message(outgoing, new=new),
        "configuration": {"acceptedOutputModes": list(OUTPUT_MODES), **settled},
    }
    return _rpc_request(interface, "SendStreamingMessage" if streaming else "SendMessage", params)


def _first_request(interface: Interface, outgoing: Outgoing) -> A2ARequest:
    """Send a task in 0.1, where the caller chooses its id; it is answered when it is done."""
    params: dict[str, object] = {
        "id": outgoing.task_id or _message_id(outgoing),
        "sessionId": outgoing.context_id or _message_id(outgoing),
        "message": {"role": "user", "parts": _old_parts(outgoing, "type")},
        "acceptedOutputModes": list(OUTPUT_MODES),
        **({"metadata": dict(outgoing.metadata)} if outgoing.metadata else {}),
    }
    said = {"jsonrpc": "2.0", "id": str(uuid.uuid4()), "method": "tasks/send", "params": params}
    return A2ARequest("POST", interface.url, json.dumps(said).encode(), _HEADERS)


def task_request(interface: Interface, method: str, task_id: str) -> A2ARequest:
    """Ask for a task, cancel it or follow it: GetTask, CancelTask, SubscribeToTask."""
    return _rpc_request(interface, method, {"id": task_id})


def result_in(message: Said, interface: Interface) -> Said:
    """Take a result out of its envelope; servers that leave the envelope out are understood too."""
    result = message.get("result")
    return result if interface.binding == JSONRPC and isinstance(result, dict) else message


def _rpc_request(interface: Interface, method: str, params: dict[str, object]) -> A2ARequest:
    headers = _HEADERS | ({"A2A-Version": "1.0"} if interface.version == "1.0" else {})
    if interface.binding == JSONRPC:
        tenant = {"tenant": interface.tenant} if interface.tenant else {}
        name = method if interface.version == "1.0" else _NAMES[method]
        said = {"jsonrpc": "2.0", "id": str(uuid.uuid4()), "method": name, "params": {**tenant, **params}}
        return A2ARequest("POST", interface.url, json.dumps(said).encode(), headers)
    verb, path = _PATHS[method]
    prefix = f"/{quote(interface.tenant, safe='')}" if interface.tenant else ""
    old = "/v1" if interface.version != "1.0" and not interface.url.rstrip("/").endswith("/v1") else ""
    url = interface.url.rstrip("/") + old + prefix + path.replace("{id}", quote(str(params.get("id", "")), safe=""))
    return A2ARequest(verb, url, None if "id" in params else json.dumps(params).encode(), headers)


def _message(outgoing: Outgoing, *, new: bool) -> Said:
    return {
        **({} if new else {"kind": "message"}),
        "messageId": _message_id(outgoing),
        "role": "ROLE_USER" if new else "user",
        "parts": _new_parts(outgoing) if new else _old_parts(outgoing),
        **({"taskId": outgoing.task_id} if outgoing.task_id else {}),
        **({"contextId": outgoing.context_id} if outgoing.context_id else {}),
        **({"metadata": dict(outgoing.metadata)} if outgoing.metadata else {}),
    }


def _message_id(outgoing: Outgoing) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{outgoing.key}\n{outgoing.text}"))


def _new_parts(outgoing: Outgoing) -> list[Said]:
    return [{"text": outgoing.text}, *map(_new_file, outgoing.files)]


def _old_parts(outgoing: Outgoing, name: str = "kind") -> list[Said]:
    """`name`: the field that says of what kind a part is."""
    return [{name: "text", "text": outgoing.text}, *(_old_file(file, name) for file in outgoing.files)]


def _new_file(file: File) -> Said:
    return {"raw": base64.b64encode(file.content).decode(), "filename": file.name, "mediaType": file.media_type}


def _old_file(file: File, name: str) -> Said:
    packed = base64.b64encode(file.content).decode()
    return {name: "file", "file": {"bytes": packed, "name": file.name, "mimeType": file.media_type}}
