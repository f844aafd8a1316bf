"""The kinds of checks that a plan may name, and how they are read from what a model or an agent wrote.

A plan names a check in a short line: a first word, and what it needs. A line that begins with none of the words is
something for the coordinator to look at: nothing that a plan asks for is dropped.

    file csv · file report.pdf · table region, sales · json {"type": "object"} · figures · figures sales.csv
    program pytest -q · member @reviewer the proof · person the wording · review whether both sides are heard
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from apps.core.texts import drop_unstorable

MOST_WORDS, MOST_SCHEMA = 400, 4000  # characters

Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=MOST_WORDS)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


class _Kind(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class FileCheck(_Kind):
    """A file came with the answer. `name`: what it is called, or only its ending."""

    kind: Literal["file"] = "file"
    name: Name


class TableCheck(_Kind):
    """A table has these columns, and at least one row."""

    kind: Literal["table"] = "table"
    columns: tuple[Name, ...] = Field(min_length=1, max_length=40)


class JsonCheck(_Kind):
    """JSON came, and matches `form`, a JSON schema as text; empty: any JSON."""

    kind: Literal["json"] = "json"
    form: str = Field(default="", max_length=MOST_SCHEMA)


class MemberCheck(_Kind):
    """Another member than who did the work looks at it. `handle`: who; empty: whom the hub finds."""

    kind: Literal["member"] = "member"
    handle: Words = ""
    what: Words = ""


class ProgramCheck(_Kind):
    """Another member than who did the work runs a program, and its exit status counts."""

    kind: Literal["program"] = "program"
    handle: Words = ""
    what: Words = ""


class FiguresCheck(_Kind):
    """Figures that the answer cites stand in what it was given; those that it computed follow from that."""

    kind: Literal["figures"] = "figures"
    sources: tuple[Name, ...] = Field(default=(), max_length=12)


class ReviewCheck(_Kind):
    """The coordinator looks at it before the end."""

    kind: Literal["review"] = "review"
    what: Words = ""


class PersonCheck(_Kind):
    """A person looks at it."""

    kind: Literal["person"] = "person"
    what: Words = ""


Check = Annotated[
    FileCheck | TableCheck | JsonCheck | FiguresCheck | MemberCheck | ProgramCheck | ReviewCheck | PersonCheck,
    Field(discriminator="kind"),
]
_ADAPTER: TypeAdapter[Check] = TypeAdapter(Check)


def check_of(stored: Mapping[str, object]) -> Check | None:
    """The check that a task was given; None: there is nothing to check."""
    return _ADAPTER.validate_python(stored) if stored else None


def is_made_by_others(check: Check | None) -> bool:
    """Whether another member, or a person, looks at the work before it counts as done."""
    return isinstance(check, MemberCheck | ProgramCheck | PersonCheck)


def read_check(said: object) -> Check | None:
    """The check that a plan names. Never raises: what can't be read is for the coordinator to look at."""
    if isinstance(said, BaseModel):
        return _ADAPTER.validate_python(said.model_dump())
    if isinstance(said, Mapping):
        return _read_object(said)
    return _read_line(said) if isinstance(said, str) else None


def _read_object(said: Mapping[str, object]) -> Check | None:
    if not said or said.get("kind") in _NOTHING:
        return None
    try:
        return _ADAPTER.validate_python(dict(said))
    except ValidationError:
        return ReviewCheck(what=_clipped(json.dumps(dict(said), default=str)))


def _read_line(said: str) -> Check | None:
    line = drop_unstorable(said).strip()
    if line.lower() in _NOTHING:
        return None
    found = _FIRST_WORD.match(line)
    build = _BUILDERS.get(found.group(1).lower()) if found else None
    try:
        return build(found.group(2).strip()) if build and found else ReviewCheck(what=_clipped(line))
    except ValidationError:
        return ReviewCheck(what=_clipped(line))


_FIRST_WORD = re.compile(r"([a-z]+)(?:\s*:\s*|\s+|$)(.*)", re.IGNORECASE | re.DOTALL)
_HANDLE = re.compile(r"@([\w.-]{1,80})[\s,:]*")
_NOTHING = frozenset({"", "none", "nothing", "null", "no", "-"})


def _named(rest: str) -> dict[str, str]:
    found = _HANDLE.match(rest)
    return {"handle": found.group(1) if found else "", "what": _clipped(rest[found.end() :] if found else rest)}


def _names(rest: str) -> tuple[str, ...]:
    return tuple(name.strip(" `\"'“”[]()") for name in rest.split(",") if name.strip(" `\"'“”[]()"))


def _clipped(text: str) -> str:
    return text[:MOST_WORDS]


_BUILDERS: dict[str, Callable[[str], Check]] = {
    "file": lambda rest: FileCheck(name=rest.strip(" `\"'“”")),
    "table": lambda rest: TableCheck(columns=_names(rest)),
    "json": lambda rest: JsonCheck(form=rest),
    "figures": lambda rest: FiguresCheck(sources=_names(rest)),
    "member": lambda rest: MemberCheck(**_named(rest)),
    "program": lambda rest: ProgramCheck(**_named(rest)),
    "person": lambda rest: PersonCheck(what=_clipped(rest)),
    "review": lambda rest: ReviewCheck(what=_clipped(rest)),
}
