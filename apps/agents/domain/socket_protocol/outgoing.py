"""What the hub sends to an installation: its frames and the payload of a call. Pure."""

import base64
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict

from apps.agents.domain.calls import File, RunRequest
from apps.agents.domain.socket_protocol.frames import CANCEL, TOO_OFTEN, BadFrame


def send_message(call: uuid.UUID, fence: int, seq: int, request: Mapping[str, object]) -> str:
    """The frame that gives a call to an agent, whose first event has the number after `seq`."""
    said = {
        "messageId": f"{call}.{fence}",
        "taskId": str(call),
        "role": "ROLE_USER",
        "parts": [{"text": request.get("brief", "")}],
    }
    params = {"message": said, "metadata": {"fence": fence, "seq": seq, **request}}
    return _dump({"id": str(call), "method": "SendStreamingMessage", "params": params})


def cancel_task(call: uuid.UUID) -> str:
    """The frame that takes a call back."""
    return _dump({"id": f"{CANCEL}{call}", "method": "CancelTask", "params": {"id": str(call)}})


def ack(call: uuid.UUID, fence: int, seq: int) -> str:
    """The frame that says up to which event a call's story is kept; what comes after has to be sent (again)."""
    return _dump({"method": "ack", "params": {"id": str(call), "fence": fence, "seq": seq}})


def welcome(frame_id: str, agent: str, known: Mapping[uuid.UUID, int], gone: Iterable[uuid.UUID]) -> str:
    """The answer to hello: the agent's handle, how far each call's story is kept, and calls nobody waits for."""
    result = {
        "agent": agent,
        "calls": {str(call): seq for call, seq in known.items()},
        "gone": [str(call) for call in gone],
        "writing": True,  # what an agent is writing is shown here
    }
    return answer(frame_id, result)


def draft_of_call(call_id: uuid.UUID) -> str:
    """What the text is called that an agent is writing in a call."""
    return f"call:{call_id}"


def answer(frame_id: str, result: Mapping[str, object]) -> str:
    """The answer to a request."""
    return _dump({"id": frame_id, "result": result})


def refusal(error: BadFrame) -> str:
    """What is wrong with a frame."""
    return _dump({"id": error.frame_id, "error": {"code": error.code, "message": str(error)}})


def wait(seconds: int) -> str:
    """Why the socket closes, and how long to wait before dialling again."""
    words = f"Too many unknown tokens came from this address: wait {seconds} seconds."
    return _dump({"id": None, "error": {"code": TOO_OFTEN, "message": words, "data": {"retryAfter": seconds}}})


def piece(frame_id: str, content: bytes, size: int, offset: int) -> str:
    """The answer to GetFile; `next` is where the following piece begins, None after the last."""
    end = offset + len(content)
    return answer(
        frame_id, {"raw": base64.b64encode(content).decode("ascii"), "next": end if content and end < size else None}
    )


def _dump(frame: Mapping[str, object]) -> str:
    return json.dumps({"jsonrpc": "2.0", **frame}, ensure_ascii=False)


def payload_of(
    request: RunRequest, seal: Callable[[str], str], tool: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Give the request as JSON; files stand in `files` without their content, in the order of `files_in`.

    `tool`: name and arguments of the tool to call, for who brings a server of tools along.

    It is stored until it is delivered, so the token in it is sealed; see `open_payload`.
    """
    return {
        "key": request.key,
        "goal": request.goal,
        "brief": request.brief,
        "tool": tool,
        "words": request.words,
        "skills": list(request.skills),
        "answer": request.answer,
        "earlier": asdict(request.earlier) if request.earlier else None,
        "changes": [asdict(change) for change in request.changes],
        "place": asdict(request.place) if request.place else None,
        "chain": request.chain.named(),
        "results": [{"task": one.task, "agent": one.agent, "text": one.text} for one in request.results],
        "files": [
            {
                "index": index,
                "name": file.name,
                "mediaType": file.media_type,
                "size": file.size,
                "result": of,
            }
            for index, (file, of) in enumerate(_files(request))
        ],
        "colleagues": None
        if request.colleagues is None
        else {"url": request.colleagues.url, "token": seal(request.colleagues.token)},
    }


def open_payload(payload: Mapping[str, object], unseal: Callable[[str], str]) -> dict[str, object]:
    """Give a stored payload as the agent is told it; without colleagues where their token can't be read any more."""
    colleagues = payload.get("colleagues")
    if not isinstance(colleagues, dict):
        return dict(payload)
    token = unseal(colleagues["token"])
    return {**payload, "colleagues": {**colleagues, "token": token} if token else None}


def files_in(request: RunRequest) -> list[File]:
    """Give all files that go along: the goal's attachments, then those of colleagues' results."""
    return [file for file, _ in _files(request)]


def _files(request: RunRequest) -> Iterator[tuple[File, int | None]]:
    """Each file with the place of the result it belongs to; None: an attachment of the goal."""
    for file in request.files:
        yield file, None
    for place, result in enumerate(request.results):
        for file in result.files:
            yield file, place
