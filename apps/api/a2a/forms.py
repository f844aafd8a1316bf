"""How tasks, messages and events look in A2A's two versions.

Source: the A2A specification 1.0 (its data model as ProtoJSON) and 0.3 (its TypeScript types).
"""

import base64
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from apps.agents.domain.federation import EXTENSION
from apps.api.a2a.tasks import A2AState, A2ATask, MadeArtifact
from apps.api.team_words import TeamWords
from apps.chat.queries.rounds import RoundLine
from apps.teams.queries.decisions import ApprovalFacts
from apps.webhooks.queries.pushes import PushView

Form = dict[str, Any]


class A2AForms(ABC):
    """One version's."""

    version: str

    def task(self, task: A2ATask) -> Form:
        """A whole task."""
        return self._task(
            {
                **self._named(task, "id"),
                "status": self.status(task),
                "artifacts": [self.artifact(made) for made in task.artifacts],
                "history": [self._line(task, line) for line in task.history],
                "metadata": _about(task),
            }
        )

    def status(self, task: A2ATask) -> Form:
        """A task's state, and what it says of it; the answer of one that is completed is its artifact."""
        status: Form = {"state": self._state(task.state), "timestamp": moment(task.at)}
        if task.says and task.state is not A2AState.COMPLETED:
            name = str(task.waiting.id) if task.waiting else f"{task.ref.id}-{task.state}"
            status["message"] = self._message(task, name, task.says, by_person=False, metadata=_asked(task))
        return status

    def said(self, task: A2ATask, words: TeamWords) -> Form:
        """The event of a line that somebody of the team said meanwhile."""
        message = self._message(task, words.id, words.line, by_person=False)
        status = {"state": self._state(A2AState.WORKING), "message": message, "timestamp": moment(words.at)}
        event = {**self._named(task), "status": status, "metadata": {"generation": words.seq}}
        return self._status_event(event, final=False)

    def moved(self, task: A2ATask) -> Form:
        """The event of a new state; one that ends, or asks, ends the stream too."""
        event = {**self._named(task), "status": self.status(task), "metadata": _about(task)}
        return self._status_event(event, final=task.state is not A2AState.WORKING)

    def made(self, task: A2ATask, made: MadeArtifact) -> Form:
        """The event of an artifact, which comes whole."""
        return self._artifact_event({**self._named(task), "artifact": self.artifact(made), "lastChunk": True})

    def artifact(self, made: MadeArtifact) -> Form:
        """Something that was made."""
        return {"artifactId": made.id, "name": made.name, "parts": [self._part(made)]}

    def greeting(self, text: str, name: str) -> Form:
        """A message that is the whole answer, without a task."""
        return self._as_answer(self._spoken({"messageId": name}, text, by_person=False))

    @abstractmethod
    def push(self, task: str, view: PushView) -> Form:
        """Who is told of a task; what they gave along stays here."""

    @abstractmethod
    def pushes(self, task: str, views: Sequence[PushView]) -> Any:
        """All of them."""

    @abstractmethod
    def _as_answer(self, message: Form) -> Form: ...

    @abstractmethod
    def sent(self, task: A2ATask) -> Form:
        """A task as the answer to a message."""

    @abstractmethod
    def in_stream(self, task: A2ATask) -> Form:
        """A task as the first event of a stream."""

    @abstractmethod
    def _task(self, task: Form) -> Form: ...

    @abstractmethod
    def _state(self, state: A2AState) -> str: ...

    @abstractmethod
    def _status_event(self, event: Form, *, final: bool) -> Form: ...

    @abstractmethod
    def _artifact_event(self, event: Form) -> Form: ...

    @abstractmethod
    def _part(self, made: MadeArtifact) -> Form: ...

    @abstractmethod
    def _spoken(self, message: Form, text: str, *, by_person: bool) -> Form: ...

    def _line(self, task: A2ATask, line: RoundLine) -> Form:
        text = f"{line.speaker}: {line.text}" if line.speaker else line.text
        return self._message(task, str(line.id), text, by_person=line.by_person)

    def _message(
        self, task: A2ATask, name: str, text: str, *, by_person: bool, metadata: Mapping[str, Any] | None = None
    ) -> Form:
        message: Form = {"messageId": name, **self._named(task)}
        if metadata:
            message["metadata"] = metadata
        return self._spoken(message, text, by_person=by_person)

    def _named(self, task: A2ATask, name: str = "taskId") -> Form:
        return {name: task.ref.id, "contextId": str(task.ref.goal_id)}


class FormsOf10(A2AForms):
    """Those of 1.0."""

    version = "1.0"

    def push(self, task: str, view: PushView) -> Form:
        scheme = {"authentication": {"scheme": view.scheme}} if view.scheme else {}
        return {"taskId": task, "id": view.name, "url": view.url, **scheme}

    def pushes(self, task: str, views: Sequence[PushView]) -> Any:
        return {"configs": [self.push(task, view) for view in views], "nextPageToken": ""}

    def _as_answer(self, message: Form) -> Form:
        return {"message": message}

    def sent(self, task: A2ATask) -> Form:
        return {"task": self.task(task)}

    def in_stream(self, task: A2ATask) -> Form:
        return {"task": self.task(task)}

    def _task(self, task: Form) -> Form:
        return task

    def _state(self, state: A2AState) -> str:
        return f"TASK_STATE_{state.name}"

    def _status_event(self, event: Form, *, final: bool) -> Form:
        return {"statusUpdate": event}

    def _artifact_event(self, event: Form) -> Form:
        return {"artifactUpdate": event}

    def _part(self, made: MadeArtifact) -> Form:
        if made.text is not None:
            return {"text": made.text, "mediaType": made.media_type}
        about = {"filename": made.name, "mediaType": made.media_type}
        return about | ({"url": made.url} if made.content is None else {"raw": _packed(made.content)})

    def _spoken(self, message: Form, text: str, *, by_person: bool) -> Form:
        return message | {"role": "ROLE_USER" if by_person else "ROLE_AGENT", "parts": [{"text": text}]}


class FormsOf03(A2AForms):
    """Those of 0.3, where each thing says of what kind it is."""

    version = "0.3"

    def push(self, task: str, view: PushView) -> Form:
        return {"taskId": task, "pushNotificationConfig": _old_push(view)}

    def pushes(self, task: str, views: Sequence[PushView]) -> Any:
        return [self.push(task, view) for view in views]

    def _as_answer(self, message: Form) -> Form:
        return message

    def sent(self, task: A2ATask) -> Form:
        return self.task(task)

    def in_stream(self, task: A2ATask) -> Form:
        return self.task(task)

    def _task(self, task: Form) -> Form:
        return task | {"kind": "task"}

    def _state(self, state: A2AState) -> str:
        return state.value

    def _status_event(self, event: Form, *, final: bool) -> Form:
        return event | {"kind": "status-update", "final": final}

    def _artifact_event(self, event: Form) -> Form:
        return event | {"kind": "artifact-update"}

    def _part(self, made: MadeArtifact) -> Form:
        if made.text is not None:
            return {"kind": "text", "text": made.text}
        place = {"uri": made.url} if made.content is None else {"bytes": _packed(made.content)}
        return {"kind": "file", "file": {"name": made.name, "mimeType": made.media_type, **place}}

    def _spoken(self, message: Form, text: str, *, by_person: bool) -> Form:
        said = {"kind": "message", "role": "user" if by_person else "agent", "parts": [{"kind": "text", "text": text}]}
        return message | said


class FormsOf03OverHTTP(FormsOf10):
    """Those of 0.3 over plain HTTP, which are nearer to 1.0: the messages of its gRPC service as ProtoJSON."""

    version = "0.3"

    def push(self, task: str, view: PushView) -> Form:
        name = f"tasks/{task}/pushNotificationConfigs/{view.name}"
        return {"name": name, "pushNotificationConfig": _old_push(view)}

    def _state(self, state: A2AState) -> str:
        return "TASK_STATE_CANCELLED" if state is A2AState.CANCELED else super()._state(state)

    def _status_event(self, event: Form, *, final: bool) -> Form:
        return {"statusUpdate": event | {"final": final}}

    def _part(self, made: MadeArtifact) -> Form:
        if made.text is not None:
            return {"text": made.text}
        place = {"fileWithUri": made.url} if made.content is None else {"fileWithBytes": _packed(made.content)}
        return {"file": {"name": made.name, "mimeType": made.media_type, **place}}

    def _spoken(self, message: Form, text: str, *, by_person: bool) -> Form:
        said = super()._spoken(message, text, by_person=by_person)
        return {"content" if name == "parts" else name: value for name, value in said.items()}


FORMS_10, FORMS_03, FORMS_03_HTTP = FormsOf10(), FormsOf03(), FormsOf03OverHTTP()
FORMS_TOLD = {forms.version: forms for forms in (FORMS_10, FORMS_03)}
"""In which a task is pushed, by the version that it was asked for in."""


def moment(at: datetime) -> str:
    """A moment as both versions write it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _old_push(view: PushView) -> Form:
    schemes = {"authentication": {"schemes": [view.scheme]}} if view.scheme else {}
    return {"id": view.name, "url": view.url, **schemes}


def _packed(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _about(task: A2ATask) -> Form:
    """What stands beside a task: its tokens as one sum, whether a limit ended it before it was done, how far it is.

    `generation` and `elicitations` are called, and have the form, as on the way to A2A 1.1 (ADR-002), whose fields
    no version that is served has.
    """
    spent = {"tokens": task.tokens, "money": task.money}
    crossing = {"spent": spent} | ({"room": task.room.as_data()} if task.room else {})
    about: Form = {"usage": {"input_tokens": 0, "output_tokens": task.tokens}, EXTENSION: crossing}
    about |= {"partial": True} if task.partial else {}
    about |= {"generation": task.generation} if task.generation else {}
    return about | ({"elicitations": [_elicitation(row) for row in task.asks]} if task.asks else {})


def _elicitation(row: ApprovalFacts) -> Form:
    """A question: the task does not end before it is answered."""
    asked = {"question": row.question, "options": list(row.choices)}
    return {"elicitationId": str(row.id), "state": "ELICITATION_STATE_BLOCKED", "metadata": asked}


def _asked(task: A2ATask) -> Form | None:
    """By what a program knows a question, and which answers are offered."""
    waiting = task.waiting
    return {"question": str(waiting.id), "options": list(waiting.choices)} if waiting else None
