"""Reading the events of an AG-UI run, one after the other. Pure.

Source: AG-UI 1.0 (ag-ui-protocol); names of events are its `type`. Unknown ones are left out, as it demands.
"""

from dataclasses import dataclass, field

from apps.agents.domain.calls import Usage
from apps.agents.domain.untrusted_json import Said, map_in, maps_in, text_in

SIGN_OF_LIFE = 80  # characters of the newest text


@dataclass
class Run:
    """What a run has told so far."""

    texts: dict[str, list[str]] = field(default_factory=dict)  # what the agent said, by message, in pieces
    usage: Usage | None = None
    error: str = ""
    questions: dict[str, str] = field(default_factory=dict)  # id of an interrupt -> what it asks
    started: bool = False
    over: bool = False
    _current: str = ""
    _newest: str = ""  # the end of the current message
    _history: str = ""

    @property
    def text(self) -> str:
        """The answer: what it said after its last use of a tool, or all that it said."""
        said = (text for pieces in reversed(self.texts.values()) if (text := "".join(pieces)).strip())
        return next(said, self._history)

    def take(self, event: Said) -> str:
        """Take an event in and give the last of what it adds to read, "" for nothing."""
        match text_in(event, "type"):
            case "RUN_STARTED":
                self.started = True
            case "TEXT_MESSAGE_START":
                self._current, self._newest = text_in(event, "messageId"), ""
            case "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK":
                return self._add(event)
            case "STEP_STARTED":
                return text_in(event, "stepName")
            case "TOOL_CALL_START":
                return f"Uses {text_in(event, 'toolCallName')}" if text_in(event, "toolCallName") else ""
            case "MESSAGES_SNAPSHOT":
                self._snapshot(event)
            case "RUN_ERROR":
                self.error, self.over = text_in(event, "message", "code") or "It did not say why", True
            case "RUN_FINISHED":
                self._finish(event)
        return ""

    def _add(self, event: Said) -> str:
        identifier = text_in(event, "messageId") or self._current
        if text_in(event, "role") not in ("", "assistant"):
            return ""
        delta = text_in(event, "delta")
        before = self._newest if identifier == self._current else ""
        self.texts.setdefault(identifier, []).append(delta)
        self._current, self._newest = identifier, (before + delta)[-SIGN_OF_LIFE:]
        return self._newest

    def _snapshot(self, event: Said) -> None:
        said = [each for each in maps_in(event, "messages") if text_in(each, "role") == "assistant"]
        self._history = next((text for each in reversed(said) if (text := text_in(each, "content"))), "")

    def _finish(self, event: Said) -> None:
        outcome = map_in(event, "outcome")
        self.over = True
        if text_in(outcome, "type") == "cancelled":
            self.error = "It says that the run was cancelled"
        asked = maps_in(outcome, "interrupts")
        self.questions = {text_in(each, "id"): text_in(each, "message", "reason") for each in asked}
        counted = [(each.get("inputTokens"), each.get("outputTokens")) for each in maps_in(event, "usage")]
        known = [(asked, told) for asked, told in counted if type(asked) is int and type(told) is int]
        if known:
            self.usage = Usage(sum(asked for asked, _ in known), sum(told for _, told in known))
