"""A goal as it is exported and shared: what it was about, who did what, what was said and made. Its JSON schema is
published as docs/schemas/goal.schema.json; names of fields never change. Pure.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.access import YOU
from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.core.sentences import Words, change_words
from apps.files.domain.media_types import PICTURES

SOMEBODY = "Somebody"
A_FILE = "a file"


class Concealable(StrEnum):
    """What may be left out of what others see."""

    FILES = "files"  # their names and contents
    PEOPLE = "people"  # names of people; agents keep theirs
    SPEND = "spend"  # turns, tokens, money
    NOTES = "notes"  # what people wrote for people only


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecordedMember(_Part):
    """Somebody in a team. `handle` is empty for the coordinator and for people whose names are left out."""

    name: str
    handle: str
    kind: Literal["agent", "person", "coordinator"]


class RecordedElsewhere(_Part):
    """What another hub told last of a task that it works on.

    `hub`: its host; `state`: of the task, as A2A has it; `room`: its team's, null where it shows its states alone;
    `away_since`: since when it could not be reached.
    """

    hub: str
    state: str
    room: ForeignRoom | None
    began_at: datetime
    seen_at: datetime
    away_since: datetime | None


class RecordedTask(_Part):
    """A piece of work. `number` counts in its team; `elsewhere`: null where no other hub works on it."""

    number: int
    title: str
    owner: str
    state: str
    failure: Words
    result: str
    elsewhere: RecordedElsewhere | None = None


class RecordedMessage(_Part):
    """What was said or noted. `seq`: its place among the goal's events; `text` is Markdown; `note`: for people only.

    `receipt`: what became of what a person said (see domain.receipts); "none" for all else.
    """

    number: int
    seq: int
    kind: str
    by: str
    by_person: bool
    text: Words
    note: bool
    receipt: str
    at: datetime


class RecordedDecision(_Part):
    """What people were asked, and what they said; `answer` is empty while it waits."""

    question: Words
    state: str
    answer: Words
    by: str
    asked_at: datetime
    decided_at: datetime | None


class RecordedTeam(_Part):
    """A team with its room. `parent`: the team above; null for the goal's own. `state`: as pages show it."""

    id: UUID
    parent: UUID | None
    name: str
    purpose: str
    state: str
    members: tuple[RecordedMember, ...]
    tasks: tuple[RecordedTask, ...]
    messages: tuple[RecordedMessage, ...]
    decisions: tuple[RecordedDecision, ...]


class RecordedFile(_Part):
    """The current version of a file. `sha256`: of its content, in hexadecimal; `size` in bytes."""

    id: UUID
    name: str
    media_type: str
    size: int
    sha256: str
    by: str
    at: datetime

    @property
    def is_picture(self) -> bool:
        """Whether a page may show it in place."""
        return self.media_type in PICTURES


class RecordedSpend(_Part):
    """What it used; `money` in US dollars, of the calls whose price is known."""

    turns: int
    tokens: int
    money: float


class GoalRecord(_Part):
    """A goal with its teams in the order they were formed. `files` and `spend` are null where they are left out."""

    format: Literal["ioa-goal/1"] = "ioa-goal/1"
    id: UUID
    title: str
    text: Words
    given_by: str
    created_at: datetime
    ended_at: datetime | None
    state: str
    answer: Words
    failure: Words
    verification: str
    teams: tuple[RecordedTeam, ...]
    files: tuple[RecordedFile, ...] | None
    spend: RecordedSpend | None
    left_out: tuple[Concealable, ...] = Field((), description="What is not shown here.")


def redact(record: GoalRecord, left_out: frozenset[Concealable], earlier: Collection[str] = ()) -> GoalRecord:
    """The record without these. Names of people and of files are replaced wherever they stand, in texts too.

    What was said about them stays, and what a file holds: whoever shares looks at it first. `earlier`: what people were
    called before.
    """
    shown = record
    if Concealable.PEOPLE in left_out:
        shown = _rewritten(shown, dict.fromkeys(_people(record, earlier), SOMEBODY))
    if Concealable.FILES in left_out:
        shown = _rewritten(shown, dict.fromkeys(_longest_first({file.name for file in record.files or ()}), A_FILE))
    if Concealable.NOTES in left_out:
        shown = shown.model_copy(update={"teams": tuple(map(_without_notes, shown.teams))})
    more: dict[str, object] = {"left_out": tuple(each for each in Concealable if each in left_out)}
    more |= {"files": None} if Concealable.FILES in left_out else {}
    more |= {"spend": None} if Concealable.SPEND in left_out else {}
    return shown.model_copy(update=more)


def _without_notes(team: RecordedTeam) -> RecordedTeam:
    return team.model_copy(update={"messages": tuple(message for message in team.messages if not message.note)})


def _people(record: GoalRecord, earlier: Collection[str]) -> list[str]:
    """Names and handles of people, longest first, so that no part of a longer one is left."""
    members = [member for team in record.teams for member in team.members if member.kind == "person"]
    said = [message.by for team in record.teams for message in team.messages if message.by_person]
    decided = [decision.by for team in record.teams for decision in team.decisions]
    names = {record.given_by, *earlier, *said, *decided, *(name for one in members for name in (one.name, one.handle))}
    return _longest_first({name for name in names if name and name not in (SOMEBODY, YOU)})


def _longest_first(names: set[str]) -> list[str]:
    return sorted(names, key=lambda name: (-len(name), name))


def _rewritten(record: GoalRecord, words: Mapping[str, str]) -> GoalRecord:
    return GoalRecord.model_validate(_with_words(record.model_dump(), words))


def _with_words(value: object, words: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return _concealed(value, words)
    if isinstance(value, dict):
        fixed = {"kind", "state", "format", "media_type", "verification", "sha256"}
        return {key: each if key in fixed else _with_words(each, words) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_with_words(each, words) for each in value]
    return value


def _concealed(text: str, words: Mapping[str, str]) -> str:
    """The text with these words; what the hub says stays a sentence of the hub's where that hides as much."""
    plain = _with_each(text, words)
    kept = change_words(text, lambda part: _with_each(part, words))
    return kept if kept == plain else plain


def _with_each(text: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        text = _with_word(text, name, word)
    return text


def _with_word(text: str, name: str, word: str) -> str:
    """The text with a word in place of a name, in capitals or not, where it stands as words of its own."""
    lower, sought = text.lower(), name.lower()
    if len(lower) != len(text):  # letters that grow when they are made small: then as it is written
        lower, sought = text, name
    pieces, place = [], 0
    while (found := lower.find(sought, place)) >= 0:
        end = found + len(sought)
        alone = not (lower[found - 1 : found].isalnum() or lower[end : end + 1].isalnum())
        pieces += [text[place:found], word if alone else text[found:end]]
        place = end
    return "".join([*pieces, text[place:]])
