"""What a model at work may call beside its work, where its server has tools: ask its team, find agents, hand a part on.

The tools are those of OpenAI's chat completions, function calling. Pure; what a model fills in is hostile input.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from apps.agents.domain.untrusted_json import load_json

MOST_CALLS = 8  # of one answer that are heeded
MOST_ARGUMENTS = 20_000  # characters of what one call is given


@dataclass(frozen=True)
class Begun:
    """Whether a part was handed on: as this task, or None, and then why not."""

    task: uuid.UUID | None
    words: str = ""


class ColleagueDesk(Protocol):
    """Where a call of an agent turns to its colleagues meanwhile. All block; what goes wrong is told to the model."""

    def find_agents(self, need: str) -> str:
        """Tell which agents fit a need."""

    def hand_on(self, brief: str, agent: str, need: str) -> Begun:
        """Have another agent do a part."""

    def what_came_of(self, task: uuid.UUID) -> str | None:
        """Tell what came of a part that was handed on; None: nothing as yet."""


@dataclass(frozen=True)
class ToolCall:
    """A tool that a model called. `arguments` as it wrote them."""

    id: str
    name: str
    arguments: str


class _Filled(BaseModel):
    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True, str_strip_whitespace=True)


class AskTeam(_Filled):
    """Ask your team, which may put it to a person, when you can't go on without the answer. Your turn ends; the answer
    comes with your task again.
    """

    question: str = Field(min_length=1, max_length=2000)


class FindAgents(_Filled):
    """Find agents that could do a part of your task."""

    need: str = Field(min_length=1, max_length=400, description="What is to be done, in plain words.")


class HandOn(_Filled):
    """Have another agent do a part of your task, and get its result."""

    brief: str = Field(min_length=1, max_length=8000, description="All that it has to know.")
    agent: str = Field(default="", max_length=61, description="Its handle; empty: whoever fits `need`.")
    need: str = Field(default="", max_length=400, description="The ability that is wanted.")


Wish = AskTeam | FindAgents | HandOn
ASK, FIND, DELEGATE = "ask_team", "find_agents", "delegate"
_FORMS: Mapping[str, type[Wish]] = {ASK: AskTeam, FIND: FindAgents, DELEGATE: HandOn}


def tools(*, colleagues: bool) -> list[dict[str, object]]:
    """Give the tools of a call in a team; without `colleagues` it can only ask."""
    return [_tool(name, form) for name, form in _FORMS.items() if colleagues or name == ASK]


@cache  # writing a schema takes as long as three statements
def _tool(name: str, form: type[Wish]) -> dict[str, object]:
    schema = form.model_json_schema()
    fields = {key: _without_title(field) for key, field in schema["properties"].items()}
    parameters = {"type": "object", "properties": fields, "required": schema["required"]}
    about = " ".join((form.__doc__ or "").split())
    return {"type": "function", "function": {"name": name, "description": about, "parameters": parameters}}


def _without_title(field: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in field.items() if key in ("type", "description")}


def wish_of(call: ToolCall) -> Wish | str:
    """What a model wants by a call, or what is wrong with it, in words for the model."""
    form = _FORMS.get(call.name)
    if form is None:
        return f"There is no such tool. The tools are {', '.join(_FORMS)}."
    filled = load_json(call.arguments) if len(call.arguments) <= MOST_ARGUMENTS else None
    if not isinstance(filled, dict):
        return f"The arguments of {call.name} are no JSON object."
    try:
        return form.model_validate(filled)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{call.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}."
