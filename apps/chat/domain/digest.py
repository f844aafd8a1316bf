"""What happened since somebody left, told from the events alone: the same events, the same lines. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from apps.core.sentences import join_sentences, sentence
from apps.journal.domain.events import RecordedEvent
from apps.teams.domain.states import GoalOutcome, TaskState
from apps.teams.events import TeamEvent

VISIT = timedelta(minutes=10)
"""Who was not seen for so long has left; what happens from then on is new to them."""


class DigestKind(StrEnum):
    """What a line tells of."""

    ENDED = "ended"  # a goal
    DECISION = "decision"  # somebody decided what was asked
    ASKED = "asked"  # something was put to people
    FAILURE = "failure"  # a task failed
    FILE = "file"  # was made, or given
    TEAM_FORMED = "team_formed"
    TEAM_ENDED = "team_ended"


KINDS: Mapping[str, DigestKind] = {
    TeamEvent.GOAL_ENDED: DigestKind.ENDED,
    TeamEvent.APPROVAL_DECIDED: DigestKind.DECISION,
    TeamEvent.APPROVAL_ASKED: DigestKind.ASKED,
    TeamEvent.TASK_CHANGED: DigestKind.FAILURE,
    TeamEvent.ARTIFACT_MADE: DigestKind.FILE,
    TeamEvent.FILE_UPLOADED: DigestKind.FILE,
    TeamEvent.ANSWER_FILED: DigestKind.FILE,
    TeamEvent.TEAM_FORMED: DigestKind.TEAM_FORMED,
    TeamEvent.TEAM_ENDED: DigestKind.TEAM_ENDED,
}
"""Of which events there are lines; of a task's changes only where it failed."""

OUTCOMES = {
    GoalOutcome.DONE.value: "The goal is done",
    GoalOutcome.PARTIAL.value: "The goal is done in part",
    GoalOutcome.FAILED.value: "The goal failed",
    GoalOutcome.STOPPED.value: "The goal was stopped",
}


class DigestEvent(RecordedEvent, Protocol):
    """An event of one of several goals."""

    @property
    def stream_id(self) -> UUID: ...


@dataclass(frozen=True)
class DigestLine:
    """One thing that happened. `artifact`: the version of a file; `team_id`: the room where it stands."""

    kind: DigestKind
    text: str
    at: datetime
    goal_id: UUID
    seq: int
    team_id: UUID | None = None
    artifact: UUID | None = None


def lines_of(events: Iterable[DigestEvent], asked: Mapping[str, str], names: Mapping[str, str]) -> list[DigestLine]:
    """The lines in the order in which things happened; of what is told again the last time.

    `asked`: approval -> its question; `names`: team -> its name, for the events that name only an id.
    """
    told: dict[tuple[UUID, str, str], DigestLine] = {}
    for event in events:
        line = _line(event, asked, names)
        if line is None:
            continue
        subject = event.payload.get("task") if line.kind is DigestKind.FAILURE else event.payload.get("name")
        key = (event.stream_id, line.kind.value, str(subject if line.kind in _AGAIN and subject else event.seq))
        told.pop(key, None)
        told[key] = line
    return list(told.values())


_AGAIN = (DigestKind.FAILURE, DigestKind.FILE)


@dataclass(frozen=True)
class DigestFold:
    """Many lines of one kind of one goal, which stand as one; the newest last."""

    kind: DigestKind
    goal_id: UUID
    lines: tuple[DigestLine, ...]

    @property
    def at(self) -> datetime:
        """When the newest of it happened."""
        return self.lines[-1].at


FOLDED_FROM = 4
_FOLDED = frozenset({DigestKind.FAILURE, DigestKind.FILE, DigestKind.TEAM_FORMED, DigestKind.TEAM_ENDED})
"""What somebody has to know of each by itself, ends, decisions and questions, is not folded."""


def fold_lines(lines: Sequence[DigestLine]) -> list[DigestLine | DigestFold]:
    """The lines, the newest first, with many of one kind of one goal as one, where the newest of them stands."""
    alike: dict[tuple[UUID, DigestKind], list[DigestLine]] = {}
    for line in lines:
        alike.setdefault((line.goal_id, line.kind), []).append(line)
    found: list[DigestLine | DigestFold] = []
    for line in reversed(lines):
        those = alike[line.goal_id, line.kind]
        if line.kind not in _FOLDED or len(those) < FOLDED_FROM:
            found.append(line)
        elif line is those[-1]:
            found.append(DigestFold(line.kind, line.goal_id, tuple(those)))
    return found


def _line(event: DigestEvent, asked: Mapping[str, str], names: Mapping[str, str]) -> DigestLine | None:
    kind = KINDS[event.kind]
    payload = event.payload
    if kind is DigestKind.FAILURE and payload.get("state") != TaskState.FAILED:
        return None
    team = payload.get("team") if kind in (DigestKind.TEAM_FORMED, DigestKind.TEAM_ENDED) else None
    return DigestLine(
        kind,
        _text(kind, payload, asked, names),
        event.at,
        event.stream_id,
        event.seq,
        UUID(str(team)) if team else event.team_id,
        UUID(str(payload["artifact"])) if kind is DigestKind.FILE else None,
    )


def _text(kind: DigestKind, payload: Mapping[str, Any], asked: Mapping[str, str], names: Mapping[str, str]) -> str:
    told = {name: str(payload.get(name) or "") for name in ("answer", "question", "title", "failure", "name", "team")}
    match kind:
        case DigestKind.ENDED:
            return OUTCOMES.get(str(payload.get("outcome")), sentence("The goal ended"))
        case DigestKind.DECISION:
            question = asked.get(str(payload.get("approval")), "")
            return _pair(question, told["answer"] or str(payload.get("state") or ""))
        case DigestKind.ASKED:
            return told["question"]
        case DigestKind.FAILURE:
            return _pair(told["title"], told["failure"])
        case _:
            return told["name"] or names.get(told["team"], "") or sentence("A team")


def _pair(what: str, how: str) -> str:
    return join_sentences(": ", [one for one in (what, how) if one])


@dataclass(frozen=True)
class SpentSince:
    """What was used, as the root teams book it. `money` in US dollars."""

    turns: int = 0
    tokens: int = 0
    money: float = 0.0


NOTHING_SPENT = SpentSince()


def spent_between(before: Mapping[UUID, Mapping[str, Any]], events: Sequence[DigestEvent]) -> SpentSince:
    """What the last booking of each goal has more than the one before; a new round counts from nothing."""
    last = {event.stream_id: event.payload for event in events if event.kind == TeamEvent.SPEND_CHANGED}
    grown = [(now, before.get(goal, {})) for goal, now in last.items()]
    return SpentSince(
        turns=int(sum(_more(now, then, "turns") for now, then in grown)),
        tokens=int(sum(_more(now, then, "tokens") for now, then in grown)),
        money=round(sum(_more(now, then, "money") for now, then in grown), 6),
    )


def _more(now: Mapping[str, Any], then: Mapping[str, Any], name: str) -> float:
    return max(float(now.get(name) or 0) - float(then.get(name) or 0), 0.0)
