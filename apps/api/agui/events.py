"""The events of a run. Pure."""

from typing import Any

from apps.api.a2a.tasks import A2AState, A2ATask, MadeArtifact, TaskRef
from apps.api.team_words import TeamWords

Event = dict[str, Any]
HUB = "hub"
CUT_OFF: Event = {"type": "RUN_ERROR", "message": "This token no longer counts.", "code": "unauthenticated"}


class RunEvents:
    """Those of one run, in order. `told`: the person's own last words, which they are not told again."""

    def __init__(self, thread_id: str, run_id: str, told: str) -> None:
        self._run, self.told = {"threadId": thread_id, "runId": run_id}, told
        self.is_over = False

    def begin(self, ref: TaskRef) -> list[Event]:
        """That it has begun, and of which goal and round it is."""
        return [{"type": "RUN_STARTED", **self._run}, _state(ref, A2AState.WORKING)]

    def said(self, words: TeamWords) -> list[Event]:
        """A line that somebody of the team said, as a message under their name."""
        return _message(words.id, words.text, words.speaker or HUB)

    def end(self, task: A2ATask) -> list[Event]:
        """How it ended; nothing while it goes on."""
        if task.state is A2AState.WORKING:
            return []
        self.is_over = True
        state = _state(task.ref, task.state, task.artifacts)
        if task.state is A2AState.FAILED:
            return [state, {"type": "RUN_ERROR", "message": task.says, "code": "failed"}]
        answer = _message(f"{task.ref.id}-answer", task.says, HUB) if task.state is A2AState.COMPLETED else []
        usage = [{"inputTokens": 0, "outputTokens": task.tokens}]
        finished = {"type": "RUN_FINISHED", **self._run, "outcome": _outcome(task), "usage": usage}
        return [*answer, state, finished]


def _outcome(task: A2ATask) -> Event:
    if task.waiting:
        asked = {"id": str(task.waiting.id), "reason": "input_required", "message": task.waiting.question}
        return {"type": "interrupt", "interrupts": [asked | {"metadata": {"options": list(task.waiting.choices)}}]}
    return {"type": "cancelled" if task.state is A2AState.CANCELED else "success"}


def _message(name: str, text: str, speaker: str) -> list[Event]:
    return [
        {"type": "TEXT_MESSAGE_START", "messageId": name, "role": "assistant", "name": speaker},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": name, "delta": text},
        {"type": "TEXT_MESSAGE_END", "messageId": name},
    ]


def _state(ref: TaskRef, state: A2AState, made: tuple[MadeArtifact, ...] = ()) -> Event:
    files = [{"id": each.id, "name": each.name, "mediaType": each.media_type} for each in made if each.text is None]
    snapshot = {"goal": str(ref.goal_id), "round": ref.round, "status": state.value, "files": files}
    return {"type": "STATE_SNAPSHOT", "snapshot": snapshot}
