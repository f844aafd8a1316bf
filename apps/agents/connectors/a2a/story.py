"""Reading what A2A servers send, of 1.0 and 0.3, and making one story of it. Servers differ; nothing is insisted on.

Seen: events without their envelope and in the form of 0.3 from servers of 1.0, times without a zone (never read here),
an artifact sent in pieces and then once more as a whole, the answer as artifact and as status message, answers that
stand in the history only, a question that is an artifact, counts of tokens with a decimal point.
"""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeGuard, cast

from apps.agents.connectors.files import decode_base64
from apps.agents.domain.calls import File, Usage, Writing
from apps.agents.domain.federation import EXTENSION
from apps.agents.domain.foreign_rooms import ForeignRoom, read_room
from apps.agents.domain.untrusted_json import NOTHING, Said, as_code, map_in, maps_in, text_in
from apps.core.sentences import sentence

MOST_ARTIFACTS = 200
INTERRUPT = "Interrupt"  # LangGraph's name of an artifact that asks
NEWEST = 20  # pieces that a sign of life is made of
MOST_MONEY = 1_000_000.0  # US dollars that one piece of work can cost
_USAGES = ("adk_usage_metadata", "usage", "usageMetadata")
_ASKED = ("prompt_tokens", "input_tokens", "promptTokenCount")
_ANSWERED = ("completion_tokens", "output_tokens", "candidatesTokenCount")


class State(StrEnum):
    """Where a task of an A2A server stands."""

    SUBMITTED = "submitted"  # taken
    WORKING = "working"  # being done
    COMPLETED = "completed"  # done
    FAILED = "failed"  # ended without success
    CANCELED = "canceled"  # given up by the caller
    REJECTED = "rejected"  # not taken
    INPUT_REQUIRED = "input-required"  # waits for an answer
    AUTH_REQUIRED = "auth-required"  # waits for credentials
    UNKNOWN = "unknown"  # none of these


ENDED = (State.COMPLETED, State.FAILED, State.CANCELED, State.REJECTED)
STILL = (*ENDED, State.INPUT_REQUIRED, State.AUTH_REQUIRED)
"""Nothing more comes by itself."""


@dataclass
class A2AArtifact:
    """What an agent made: text, files, or both."""

    pieces: list[str] = field(default_factory=list)  # of its text; they may be many, so they are joined when asked for
    files: list[File] = field(default_factory=list)
    links: list[Said] = field(default_factory=list)  # files that lie elsewhere: {"url", "name", "media_type"}
    unread: list[str] = field(default_factory=list)  # names of files of which nothing can be made
    questions: list[str] = field(default_factory=list)  # what has to be known before the work goes on

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.pieces)

    @property
    def newest(self) -> str:
        """The last of the text, for a sign of life."""
        return "".join(self.pieces[-NEWEST:])

    def add(self, other: "A2AArtifact") -> None:
        """Put a further piece behind what there is."""
        self.pieces += other.pieces
        self.files += other.files
        self.links += other.links
        self.unread += other.unread


@dataclass
class Story:
    """What a server has said of one task so far."""

    task_id: str = ""
    context_id: str = ""
    state: State = State.UNKNOWN
    said: list[str] = field(default_factory=list)  # what it told along with its states
    final: str = ""  # what it told when it was done
    artifacts: dict[str, A2AArtifact] = field(default_factory=dict)
    direct: A2AArtifact | None = None  # a message instead of a task
    usage: Usage | None = None
    written: Writing | None = None  # what the last event added to an artifact's text
    room: ForeignRoom | None = None  # of the team that works on it at another hub, as that told last
    _history: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing more comes by itself."""
        return self.direct is not None or self.state in STILL

    @property
    def text(self) -> str:
        """The answer so far. What is said twice, as artifact and as message, stands there once."""
        if self.direct is not None:
            return self.direct.text
        made = "\n\n".join(artifact.text for artifact in self.artifacts.values() if artifact.text.strip())
        if not made.strip() and not self.final.strip():
            return self._history or (self.said[-1] if self.said else "")
        if _plain(self.final) in _plain(made):
            return made
        return self.final if _plain(made) in _plain(self.final) else f"{made}\n\n{self.final}"

    @property
    def made(self) -> list[A2AArtifact]:
        """All that may hold files."""
        return [*self.artifacts.values(), *([self.direct] if self.direct else [])]

    def take(self, event: Said) -> str:
        """Take an event in, with or without its envelope, and give what it adds to read, "" for nothing."""
        kind, inner = _unwrap(event)
        self.written = None
        self.usage = _usage_in(inner) or self.usage
        self.room = _room_in(inner) or self.room
        match kind:
            case "task":
                return self._task(inner)
            case "message":
                self.direct = _artifact(inner)
                self.context_id = text_in(inner, "contextId", "context_id") or self.context_id
                return self.direct.text
            case "status":
                self._identify(text_in(inner, "taskId", "task_id"), inner)
                return self._status(map_in(inner, "status"))
            case "artifact":
                self._identify(text_in(inner, "taskId", "task_id"), inner)
                return self._piece(map_in(inner, "artifact"), append=inner.get("append") is True)
        return ""

    def _identify(self, task_id: str, inner: Said) -> None:
        self.task_id = task_id or self.task_id
        self.context_id = text_in(inner, "contextId", "context_id") or self.context_id

    def _task(self, task: Said) -> str:
        self._identify(text_in(task, "id"), task)
        for each in maps_in(task, "artifacts"):
            self._artifact(each, append=False)
        spoken = [each for each in maps_in(task, "history") if text_in(each, "role").lower().endswith("agent")]
        self._history = _artifact(spoken[-1]).text if spoken else ""
        return self._status(map_in(task, "status"))

    def _status(self, status: Said) -> str:
        self.state = _state(text_in(status, "state")) or self.state
        message = map_in(status, "message")
        self.usage = _usage_in(message) or self.usage
        told = _artifact(message)
        if told.text.strip() and (not self.said or self.said[-1] != told.text):
            self.said.append(told.text)
        if self.state in (State.COMPLETED, State.INPUT_REQUIRED):
            self.final = told.text
        if told.files or told.links or told.unread:
            self.artifacts[f"message {text_in(message, 'messageId')}"] = replace(told, pieces=[])
        return told.text

    def _piece(self, said: Said, *, append: bool) -> str:
        """An artifact that comes while the task is done, whole or in pieces."""
        added = _artifact(said).text
        self.written = Writing(added, anew=not append) if added else None
        return self._artifact(said, append=append)

    def _artifact(self, said: Said, *, append: bool) -> str:
        """By its id: a piece is added, a whole replaces what there was, so that one that comes twice is kept once."""
        new = _artifact(said)
        identifier = text_in(said, "artifactId", "artifact_id") or f"unnamed {said.get('index', len(self.artifacts))}"
        old = self.artifacts.get(identifier)
        if old is None and len(self.artifacts) >= MOST_ARTIFACTS:
            return ""
        if old is not None and append:
            old.add(new)
            return old.newest
        self.artifacts[identifier] = new
        return new.newest


def question_of(story: Story) -> str:
    """What the agent waits for, in its own words: those of its last status, else of an artifact that asks."""
    asked = [question for artifact in story.artifacts.values() for question in artifact.questions]
    if story.final.strip() or asked:
        return story.final if story.final.strip() else "\n\n".join(asked)
    return story.said[-1] if story.said else sentence("The agent needs more input and did not say which.")


def is_news(event: Said) -> bool:
    """Whether an event is about a task at all."""
    return bool(_unwrap(event)[0])


def _unwrap(event: Said) -> tuple[str, Said]:
    """The kind of an event, and what it is about."""
    for name, kind in (
        ("task", "task"),
        ("message", "message"),
        ("msg", "message"),
        ("statusUpdate", "status"),
        ("artifactUpdate", "artifact"),
        ("status_update", "status"),
        ("artifact_update", "artifact"),
    ):
        if inner := map_in(event, name):
            return kind, inner
    named = {"status-update": "status", "artifact-update": "artifact"}
    kind = text_in(event, "kind")
    return named.get(kind, kind) or _guess_kind(event), event


def _guess_kind(event: Said) -> str:
    if "artifact" in event:
        return "artifact"
    if "status" in event:
        return "task" if "id" in event else "status"
    return "message" if "parts" in event else ""


def _state(text: str) -> State | None:
    plain = text.removeprefix("TASK_STATE_").lower().replace("_", "-")
    if not plain:
        return None
    aliases = {"cancelled": "canceled"}
    try:
        return State(aliases.get(plain, plain))
    except ValueError:
        return State.UNKNOWN


def _artifact(said: Said) -> A2AArtifact:
    """The parts of a message or an artifact."""
    made = A2AArtifact()
    for part in maps_in(said, "parts"):
        inner = map_in(part, "root") or part  # how an early library wraps them
        if isinstance(text := inner.get("text"), str):
            made.pieces.append(text)
        elif "data" in inner:
            made.pieces.append(f"\n\n{as_code(inner['data'])}\n\n")
            if text_in(said, "name") == INTERRUPT:
                made.questions.append(text_in(map_in(inner, "data"), "value") or made.pieces[-1].strip())
        else:
            _file(inner, made, text_in(said, "name"))
    return made


def _file(part: Said, made: A2AArtifact, default: str) -> None:
    file = map_in(part, "file") or part
    name = text_in(file, "filename", "name") or default or "file"
    media_type = text_in(file, "mediaType", "mimeType", "mime_type") or "application/octet-stream"
    if packed := text_in(file, "raw", "bytes", "file_with_bytes"):
        if (content := decode_base64(packed)) is not None:
            made.files.append(File(name, media_type, content))
        else:
            made.unread.append(name)
    elif url := text_in(file, "url", "uri", "file_with_uri"):
        made.links.append({"url": url, "name": name, "media_type": media_type})


def _plain(text: str) -> str:
    """A text for comparison: without blanks and marks."""
    return re.sub(r"\W+", "", text).lower()


def _usage_in(said: Said) -> Usage | None:
    metadata = map_in(said, "metadata")
    if not metadata:
        return None
    counted = next((inner for name in _USAGES if (inner := map_in(metadata, name))), NOTHING)
    asked, answered = _first_number(counted, _ASKED), _first_number(counted, _ANSWERED)
    return None if asked is None or answered is None else Usage(asked, answered, money=_money_in(metadata))


def _money_in(metadata: Said) -> float | None:
    """What the work cost at another hub, in US dollars; None: it did not say."""
    said = map_in(map_in(metadata, EXTENSION), "spent").get("money")
    return float(said) if isinstance(said, int | float) and 0 <= said <= MOST_MONEY else None


def _room_in(inner: Said) -> ForeignRoom | None:
    """What another hub tells of the rooms in which a task is worked on."""
    return read_room(map_in(map_in(inner, "metadata"), EXTENSION).get("room"))


def _first_number(said: Said, names: tuple[str, ...]) -> int | None:
    values = (said.get(name) for name in names)
    return next((int(value) for value in values if _is_count(value)), None)


def _is_count(value: object) -> TypeGuard[float]:
    """Whole numbers of servers that keep all numbers as floats count too."""
    whole = type(value) is int or (isinstance(value, float) and value.is_integer())
    return whole and cast(float, value) >= 0
