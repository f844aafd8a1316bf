"""Goals with blanks: what a template holds, and how its blanks are found and filled. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from apps.accounts.domain.errors import Refused
from apps.accounts.domain.workspace_settings import Review
from apps.core.sentences import sentence
from apps.core.texts import Text
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import Priority

MOST_BLANKS = 20
MOST_VALUE = 4_000
"""Characters in one blank."""
MOST_MEMBERS = 50
BLANK = re.compile(r"\{([^\W\d_][\w \-]{0,39})(?:=([^{}\n]{0,200}))?\}")
"""`{name}`, or `{name=what is usual}`. Whatever else stands between braces is text."""

Short = Annotated[Text, Field(max_length=200)]


class TemplateSettings(BaseModel):
    """How goals of a template begin. `team`: handles; empty: by search. What is left out is as the workspace has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    limits: Limits | None = Field(default=None, description="Those named replace the workspace's.")
    team: tuple[Short, ...] = Field(default=(), max_length=MOST_MEMBERS)
    priority: Priority = Priority.NORMAL
    review: Review | None = None
    protocol: Annotated[Text, Field(max_length=60)] = ""
    shows_plan: bool | None = None
    needs_files: bool = Field(default=False, description="Whether a file must come along.")

    @property
    def named_limits(self) -> dict[str, object]:
        """Only the limits that were named."""
        return self.limits.model_dump(exclude_unset=True) if self.limits else {}


class TemplateMember(BaseModel):
    """An agent that a template was made with, so that who has none of that name can find another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    handle: Short
    name: Short = ""
    description: Annotated[Text, Field(max_length=4_000)] = ""
    skills: tuple[Short, ...] = Field(default=(), max_length=100)


@dataclass(frozen=True)
class Blank:
    """A place in a template's text. `usual`: what stands there unless another is given; empty: one must be given."""

    name: str
    usual: str = ""


def blanks_of(text: str) -> tuple[Blank, ...]:
    """The blanks of a text in their order, each name once; the first `=` given for a name counts."""
    found: dict[str, str] = {}
    for written, usual in BLANK.findall(text):
        name = written.strip()
        found[name] = found.get(name) or usual.strip()
    return tuple(Blank(name, usual) for name, usual in found.items())


def pieces_of(text: str) -> list[tuple[str, str]]:
    """The text in pieces, to be shown: what stands there and, for a blank, the blank's name instead."""
    parts = BLANK.split(text)
    found = [(parts[at], "") for at in range(0, len(parts), 3)]
    for place, at in enumerate(range(1, len(parts), 3)):
        found.insert(2 * place + 1, ((parts[at + 1] or parts[at]).strip(), parts[at].strip()))
    return [piece for piece in found if piece[0]]


def fill_blanks(text: str, values: Mapping[str, str]) -> str:
    """The text with its blanks filled, once: what a value holds is text. Raises Refused under `blanks.<name>`."""
    blanks = {blank.name: blank.usual for blank in blanks_of(text)}
    if unknown := sorted(set(values) - set(blanks)):
        raise Refused(
            blanks=sentence("This template has no blank {names}.", names=", ".join(name[:40] for name in unknown[:5]))
        )
    filled = {name: values.get(name, "").strip() or usual for name, usual in blanks.items()}
    wrong = {f"blanks.{name}": reason for name, value in filled.items() if (reason := _refusal(name, value))}
    if wrong:
        raise Refused(**wrong)
    return BLANK.sub(lambda match: filled[match[1].strip()], text)


def _refusal(name: str, value: str) -> str:
    if not value:
        return sentence("Say what to put for {name}.", name=name)
    return (
        sentence("This has {number:,} characters; at most {most:,} are taken.", number=len(value), most=MOST_VALUE)
        if len(value) > MOST_VALUE
        else ""
    )
