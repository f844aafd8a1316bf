"""Which tool of a server a task is for, and its arguments: read by rules from what was said, never guessed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ioa_connect.tasks import NeedsAnswer, Task

MOST_READ = 50_000  # characters of a task that are looked through for values
MOST_OBJECTS = 20  # of JSON that are looked at in a text
ASKING = frozenset("query question prompt q search search_query search_term instruction instructions".split())
"""Parameters that want a sentence, as somebody says it."""

_WORD = re.compile(r"[a-z0-9]{3,}")
_STATED = re.compile(r"(?:^|(?<=[\s,;(]))([\w-]{1,64}+)[\"`']?[ \t]*+[:=][ \t]*+([^\n;]++)", re.MULTILINE)
_QUOTED = re.compile(r"[“\"]([^“”\"]{1,2000}+)[”\"]|`([^`\n]{1,2000}+)`|(?<!\w)['‘]([^'‘’\n]{1,2000}+)['’](?!\w)")


@dataclass(frozen=True)
class Tool:
    """A tool of a server, as it says itself. `reads`: whether it changes nothing; None: it does not say."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)
    reads: bool | None = None
    repeatable: bool | None = None

    def skill(self) -> dict[str, Any]:
        """What the hub is told of it."""
        said = {"id": self.name[:64], "name": self.name[:120], "description": (self.description or self.name)[:2000]}
        hints = {"repeatable": self.repeatable, "read_only_hint": self.reads}
        return said | {name: value for name, value in hints.items() if value is not None}


def tool_for(tools: Sequence[Tool], task: Task) -> Tool | None:
    """The only tool, the one of the task's skill, or the one whose words fit best; None: choosing would be guessing."""
    pool = [tool for tool in tools if tool.name[:64] in task.skills] or list(tools)
    if len(pool) == 1:
        return pool[0]
    asked = set(_WORD.findall(_QUOTED.sub(" ", task.words or task.brief).lower()))
    fits = [(len(asked & _words_of(tool)), -place) for place, tool in enumerate(pool)]
    best, place = max(fits, default=(0, 0))
    return pool[-place] if best else None


def arguments_for(tool: Tool, task: Task) -> dict[str, Any]:
    """The tool's arguments. Raises NeedsAnswer where something is missing, which is never filled by a guess."""
    properties: Mapping[str, Any] = tool.schema.get("properties") or {}
    required = [name for name in tool.schema.get("required", ()) if name in properties]
    said = task.words or task.brief
    found = _object_in(task.goal, properties)
    for text in (said, *(change.text for change in task.changes), task.answer or ""):
        found |= _stated(text[:MOST_READ], properties)
    missing = [name for name in required if name not in found and "default" not in properties[name]]
    if len(missing) == 1 and (value := _the_text(tool, missing[0], said, task.answer or "")):
        found[missing.pop()] = value
    if missing:
        raise NeedsAnswer(_question(tool, missing, properties))
    return found


def _words_of(tool: Tool) -> set[str]:
    return set(_WORD.findall(f"{tool.name.replace('_', ' ')} {tool.description}"[:2000].lower()))


def _stated(text: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """What a text says by name: an object of JSON, else `name: value`."""
    if given := _object_in(text, properties):
        return given
    pairs = ((name, value) for name, value in _STATED.findall(text) if name in properties)
    read = {name: _typed(value.strip().strip("`\"'“”"), properties[name]) for name, value in pairs}
    return {name: value for name, value in read.items() if value is not None}


def _object_in(text: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """The first object of JSON that names parameters, without what is none."""
    for said in _objects(text[:MOST_READ]):
        if given := {name: value for name, value in said.items() if name in properties}:
            return given
    return {}


def _objects(text: str) -> Iterator[dict[str, Any]]:
    at = text.find("{")
    for _ in range(MOST_OBJECTS):
        if at < 0:
            return
        end = at + 1
        try:
            said, end = json.JSONDecoder().raw_decode(text, at)
            yield said
        except (ValueError, RecursionError):
            pass
        at = text.find("{", end)


def _typed(text: str, about: Mapping[str, Any]) -> Any:
    """A value as the schema wants it; None where it is none."""
    if about.get("type", "string") == "string":
        return text if text in about.get("enum", [text]) else None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _the_text(tool: Tool, name: str, said: str, answer: str) -> str:
    """The one text that is missing: a whole answer, what is quoted, or the sentence where it asks for one."""
    about = tool.schema["properties"][name]
    if about.get("type", "string") != "string" or "enum" in about:
        return ""
    if answer.strip():
        return answer.strip()
    if quoted := ["".join(parts) for parts in _QUOTED.findall(said[:MOST_READ])]:
        return quoted[0] if len(quoted) == 1 else ""
    return said.strip() if name.lower() in ASKING and tool.reads is not False else ""


def _question(tool: Tool, missing: Sequence[str], properties: Mapping[str, Any]) -> str:
    lines = [f"- `{name}` ({properties[name].get('type', 'string')}){_described(properties[name])}" for name in missing]
    example = "; ".join(f"{name}: …" for name in missing)
    needs = f"The tool “{tool.name}” needs more than the task says:"
    return f"{needs}\n\n" + "\n".join(lines) + f"\n\nAnswer like: {example}"


def _described(about: Mapping[str, Any]) -> str:
    choices = f" one of {', '.join(map(str, about['enum']))[:400]}" if isinstance(about.get("enum"), list) else ""
    told = str(about.get("description", ""))[:200]
    return f": {told}{choices}" if told or choices else ""
