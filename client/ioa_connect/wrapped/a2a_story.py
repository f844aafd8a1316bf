"""What an A2A agent of either version tells, and what comes of it: words, files, an answer."""

import base64
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx

from ioa_connect.tasks import Failed, File, NeedsAnswer, Progress
from ioa_connect.wrapped.reaching import Reach


@dataclass(frozen=True)
class Place:
    """What an agent calls a task, and the talk that it belongs to."""

    task: str = ""
    context: str = ""


class Heard:
    """What an agent told: the newest text of each artifact, and the last message."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._message = ""
        self._files: set[str] = set()
        self._links: dict[str, str] = {}  # address of a file -> its name
        self._missing: list[str] = []
        self.place = Place()

    def take(self, event: dict[str, Any]) -> list[Progress | File]:
        """Take an event in; gives signs of life and files. Raises Failed and NeedsAnswer."""
        kind, what = kind_of(event)
        self.place = Place(task_id_in(event) or self.place.task, str(what.get("contextId") or self.place.context))
        if kind == "message":
            self._message = _text(what)
            return self._new_files("", what)
        if kind == "artifact":
            return self._artifact(what.get("artifact") or {}, append=bool(what.get("append")))
        told_ = [file for artifact in what.get("artifacts") or () for file in self._artifact(artifact, append=False)]
        return [*told_, *self._status(what)]

    @property
    def written(self) -> str:
        """The texts of its artifacts so far."""
        return "\n\n".join(text for text in self._texts.values() if text.strip())

    def answer(self) -> str:
        """The whole answer: the artifacts, else the message; never both, since many agents send it twice.

        Files that are missing are named below it.
        """
        texts = (self.written or self._message).strip() or ("Done." if self._files else "")
        if not (texts or self._missing):
            raise Failed("The agent ended without an answer.")
        return "\n\n".join(filter(None, [texts, *self._missing]))

    async def linked(self, reach: Reach, server: str) -> AsyncIterator[File]:
        """Fetch the files that it points to, from its own server alone: others' addresses are left to the reader."""
        for url, name in self._links.items():
            if not _is_at(url, server):
                self._missing.append(f"The file “{name}” is at {url}")
                continue
            try:
                content = await reach.content(url)
            except Failed as failure:
                self._missing.append(f"The file “{name}” is missing: {failure}")
            else:
                self._files.add(url)
                yield File(name, content)

    def _status(self, what: dict[str, Any]) -> list[Progress | File]:
        words = _text((what.get("status") or {}).get("message") or {})
        match state_of(what):
            case "failed" | "rejected" | "canceled" as state:
                raise Failed(words or f"The agent's task is {state}.", permanent=state == "rejected")
            case "input-required" | "auth-required":
                raise NeedsAnswer(words or "The agent needs an answer.")
            case "completed":
                self._message = words or self._message
                return []
        return [Progress(words)] if words else []

    def _artifact(self, artifact: dict[str, Any], *, append: bool) -> list[Progress | File]:
        identifier = str(artifact.get("artifactId") or "")
        text = _text(artifact)
        self._texts[identifier] = self._texts.get(identifier, "") + text if append else text
        return self._new_files(identifier, artifact)

    def _new_files(self, identifier: str, holder: dict[str, Any]) -> list[Progress | File]:
        """The files in an artifact or a message that were not there before."""
        files = [file for part in holder.get("parts") or () if (file := self._file(part)) is not None]
        new = [file for file in files if f"{identifier}/{file.name}" not in self._files]
        self._files |= {f"{identifier}/{file.name}" for file in new}
        return list(new)

    def _file(self, part: dict[str, Any]) -> File | None:
        """The file in a part; one that is elsewhere, or can't be read, is taken note of."""
        held = part.get("file") or part
        name = str(held.get("filename") or held.get("name") or "file")
        raw, url = held.get("raw") or held.get("bytes"), held.get("url") or held.get("uri")
        if isinstance(raw, str):
            try:
                return File(name, _unpacked(raw), str(held.get("mediaType") or held.get("mimeType") or ""))
            except ValueError:
                self._missing.append(f"The file “{name}” is missing: what the agent sent of it can't be read.")
        elif isinstance(url, str):
            self._links[url] = name
        return None


def _unpacked(raw: str) -> bytes:
    """Read base64, in either alphabet, with or without padding and line ends. Raises ValueError."""
    packed = "".join(raw.split()).replace("-", "+").replace("_", "/")
    return base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)


def _is_at(url: str, server: str) -> bool:
    """Whether an address is one of a server."""
    try:
        return httpx.URL(url).netloc == httpx.URL(server).netloc
    except httpx.InvalidURL:
        return False


def task_id_in(said: dict[str, Any]) -> str:
    """What a task is called; "" for a message, which is all that comes."""
    kind, what = kind_of(said)
    return "" if kind == "message" else str(what.get("taskId") or what.get("id") or "")


class ErrorSaid(Failed):
    """The agent answered with an error of the protocol: it did nothing."""


def result_in(said: Any) -> dict[str, Any]:
    """What is in the envelope of an answer. Raises ErrorSaid."""
    match said:
        case {"error": {"message": str(words)}}:
            raise ErrorSaid(f"The agent says: {words}")
        case {"result": dict() as result}:
            return result
    return {}


def kind_of(event: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What an event is, wrapped as in 1.0 or bare as in 0.3."""
    for name, kind in (
        ("task", "task"),
        ("message", "message"),
        ("statusUpdate", "status"),
        ("artifactUpdate", "artifact"),
    ):
        if isinstance(event.get(name), dict) and "status" not in event:
            return kind, event[name]
    named = {"message": "message", "artifact-update": "artifact"}.get(str(event.get("kind")))
    return named or ("message" if "parts" in event else "task"), event


def state_of(what: dict[str, Any]) -> str:
    """Where a task stands, as 0.3 calls it."""
    state = str((what.get("status") or {}).get("state") or "")
    return state.removeprefix("TASK_STATE_").lower().replace("_", "-")


def _text(holder: dict[str, Any]) -> str:
    return "".join(map(_words, holder.get("parts") or ()))


def _words(part: dict[str, Any]) -> str:
    if "data" in part:
        return f"\n\n```json\n{json.dumps(part['data'], ensure_ascii=False, indent=2)}\n```\n\n"
    return part["text"] if isinstance(part.get("text"), str) else ""
