"""A test double that ships with the product: a voice that says what a file tells it to.

It speaks only where the environment variable IOA_SCRIPT names a file, which nothing sets by default. The file maps a
part of a team's purpose, or "*" for every other team, to the steps of that team, one for each turn:

    {"*": [{"do": "assign", "tasks": []}, {"wait": 0.5, "do": "say", "text": "Hello"}, {"fail": "no answer"}]}

A step is a raw answer: an utterance as an object, or text. `wait` sleeps for that many seconds first, `fail` raises a
VoiceError with that reason, `permanent` makes it permanent. After the last step, the last one is repeated.

"@handle" has the steps of that member's own turns, each after it has said one thing more.

"review" has the steps for drafts of the answer, the first for the first draft; without it each draft is accepted.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from apps.agents.domain.calls import Usage
from apps.chat.domain.briefing import Briefing, MessageBrief, Spoken, VoiceError
from apps.chat.domain.states import MessageKind

NAME = "scripted"
ANY_PURPOSE = "*"
REVIEW = "review"
TOKENS_A_TURN = 100  # booked for each turn, so that limits have something to count

Step = str | Mapping[str, object]
Script = Mapping[str, Sequence[Step]]


def read_script(path: Path) -> Script:
    """The script in the JSON file `path`. Raises ValueError when it is not of the form that the module tells."""
    script = json.loads(path.read_text())
    if not isinstance(script, dict) or not all(isinstance(steps, list) and steps for steps in script.values()):
        raise ValueError(f"{path}: a script maps each purpose to a list of at least one step")
    return script


class ScriptedVoice:
    """Says the steps of `script` whose purpose is in the briefing's, the one at the briefing's turn number (from 1)."""

    def __init__(self, script: Script | Sequence[Step]) -> None:
        self._script: Script = script if isinstance(script, Mapping) else {ANY_PURPOSE: script}

    async def speak(self, briefing: Briefing) -> Spoken:
        """The step of this turn. Raises VoiceError where the step says so, or where no script fits the purpose."""
        if briefing.draft is not None and REVIEW not in self._script:
            return _spoken({"do": "conclude", "accepts": briefing.draft})
        step = self._step(briefing)
        if isinstance(step, str):
            return _spoken(step)
        await asyncio.sleep(_seconds(step))
        if reason := step.get("fail"):
            raise VoiceError(str(reason), permanent=bool(step.get("permanent")))
        return _spoken({key: value for key, value in step.items() if key != "wait"})

    def _step(self, briefing: Briefing) -> Step:
        if briefing.draft is not None:
            return _at(self._script[REVIEW], sum(task.answer for task in briefing.tasks))
        if own := self._script.get(f"@{briefing.speaker.handle}"):
            return _at(own, 1 + sum(message.sender == briefing.speaker.handle for message in _said(briefing)))
        purposes = (part for part in self._script if part not in {ANY_PURPOSE, REVIEW} and part in briefing.purpose)
        steps = self._script.get(next(purposes, ANY_PURPOSE))
        if not steps:
            raise VoiceError("The script has no steps for this purpose.", permanent=True)
        return _at(steps, max(briefing.turn, 1))


def _said(briefing: Briefing) -> list[MessageBrief]:
    return [message for message in briefing.messages if message.kind == MessageKind.SAY]


def _at(steps: Sequence[Step], number: int) -> Step:
    """The step of that number, from 1; the last one is repeated."""
    return steps[min(number, len(steps)) - 1]


def _seconds(step: Mapping[str, object]) -> float:
    wait = step.get("wait", 0)
    return float(wait) if isinstance(wait, int | float) else 0.0


def _spoken(raw: str | dict[str, object]) -> Spoken:
    return Spoken(raw, voice=NAME, usage=Usage(prompt_tokens=TOKENS_A_TURN, completion_tokens=0, money=None))
