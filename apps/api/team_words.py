"""What a team says while somebody waits for its goal, at whichever door."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.states import MessageKind
from apps.chat.events import ChatEvent
from apps.journal.queries import EventView, events_after

PAGE = 50  # events that are read at a time
ASKED_OR_ANSWERED = frozenset({MessageKind.GOAL, MessageKind.CONCLUSION})  # the client sent the one, and gets the other


@dataclass(frozen=True)
class TeamWords:
    """A message in a room of the goal. `speaker`: a handle; empty: the hub or a person; `seq`, `at`: its event's."""

    id: str
    speaker: str
    text: str
    seq: int
    at: datetime

    @property
    def line(self) -> str:
        """With who said it, as text."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


def words_after(goal_id: UUID, after: int) -> tuple[int, list[TeamWords]]:
    """The event read last, and what was said in the goal's rooms after the event `after`, in order."""
    said: list[TeamWords] = []
    while events := events_after(goal_id, after, PAGE):
        after = events[-1].seq
        said += [_said(event) for event in events if _is_progress(event)]
    return after, said


def others(said: Sequence[TeamWords], told: str) -> list[TeamWords]:
    """What others said: without the words that the client itself has just put into the room."""
    return [words for words in said if words.text.strip() != told]


def _is_progress(event: EventView) -> bool:
    return event.kind == ChatEvent.MESSAGE_ADDED and event.payload["kind"] not in ASKED_OR_ANSWERED


def _said(event: EventView) -> TeamWords:
    return TeamWords(event.payload["message"], event.actor, event.payload["text"], event.seq, event.at)
