"""The arguments with which a tool is called: what was said, by name or by its form, and never the sentence itself."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.agents.connectors.mcp.choice import only_reads
from apps.agents.connectors.mcp.values import (
    LONGEST_NAME,
    is_plain,
    object_in,
    stated_values,
    type_of,
    values_by_form,
    values_of,
)
from apps.agents.domain.calls import RunRequest
from apps.agents.domain.untrusted_json import Said, map_in, text_in
from apps.core.quotes import quoted_in
from apps.core.sentences import sentence

MOST_PROPERTIES = 100  # of a tool that are filled in
MOST_READ = 50_000  # characters of a task that are looked through for values
ASKING = frozenset(
    "query question prompt q search searchquery search_query search_term instruction instructions".split()
)
"""Parameters that want a sentence, as somebody says it."""
SPOKEN = frozenset("message input task request".split())
"""Parameters that may want one: taken for it by tools that say that they only read."""
TEXTS = ("text", "content", "input", "message")
"""Parameters that are for what the task is about, where none is required."""
_HANDED = re.compile(
    r"\b(?:of|in|this|these|following|text|sentence|paragraph|passage|phrase|words?|lines?|content|message|below|here):"
    r"\s++(\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)


class Unfillable(Exception):
    """A tool needs more than can be filled in. The message is one plain sentence."""


class Missing(Exception):
    """A tool needs more than the words say. The message is what to ask for, in plain words."""


@dataclass(frozen=True)
class Words:
    """What was said, apart: each may hold values, and the newer goes before the older.

    `task`: what is to be done, the person's own words where a brief only repeats them. `changes`: what the person said
    since, the newest first. `answer`: to an earlier question, `asked`; that is "" where nobody knows it.
    `results`: of the tasks before it.
    """

    task: str
    goal: str = ""
    changes: tuple[str, ...] = ()
    answer: str = ""
    asked: str = ""
    results: tuple[str, ...] = ()

    @property
    def newest_first(self) -> list[str]:
        """All but the goal, of which this task may be a part only."""
        return [text[:MOST_READ] for text in (self.answer, *self.changes, self.task) if text]

    @property
    def in_order(self) -> list[str]:
        """What was said since, the newest first, then the task with the answer behind it: their order counts."""
        return [text[:MOST_READ] for text in (*self.changes, f"{self.task[:MOST_READ]} {self.answer}")]


def words_of(request: RunRequest) -> Words:
    """What was said to whoever gets this request."""
    results = tuple(result.text for result in request.results)
    changes = (change.text for change in reversed(request.changes) if change.after_brief)
    return Words(request.words, request.goal, tuple(changes), request.answer or "", request.question, results)


def arguments_for(tool: Said, words: Words, given: Mapping[str, object], named: str = "") -> Said:
    """Give the arguments for a tool: by hand, by what was said, by what results name. Raises Missing and Unfillable.

    `named`: the parameter that gets all words of the task, because its owner says so.
    """
    properties, required = _parameters(tool)
    found: dict[str, object] = dict(given) | ({named: words.task} if named else {})
    stated: dict[str, object] = {}
    handed: dict[str, object] = {}
    for text in words.newest_first:
        stated = stated_values(text, properties) | stated
    for result in words.results:
        handed |= object_in(result[:MOST_READ], properties)
    found = handed | object_in(words.goal[:MOST_READ], properties) | stated | found
    found |= values_by_form(words.in_order, _open(properties, required, found), exact=only_reads(tool) is not True)
    found |= _the_text(tool, words, properties, required, found)
    found |= _answered(words, _open(properties, required, found)) if not stated else {}
    if missing := _open(properties, required, found):
        raise Missing(_question(tool, missing))
    return found


def _open(properties: Mapping[str, Said], required: list[str], found: Mapping[str, object]) -> dict[str, Said]:
    return {name: properties[name] for name in required if name not in found}


def _answered(words: Words, missing: Mapping[str, Said]) -> dict[str, object]:
    """A whole answer is the one text that was asked for; what was answered to another question is not."""
    answer = words.answer.strip()
    if len(missing) != 1 or not answer:
        return {}
    [(name, about)] = missing.items()
    if words.asked and _line(name, about) not in words.asked:
        return {}
    return {name: answer} if type_of(about) == "string" and "enum" not in about else {}


def _parameters(tool: Said) -> tuple[dict[str, Said], list[str]]:
    """A tool's parameters, those that it requires first, and their names."""
    schema = map_in(tool, "inputSchema")
    known = {
        name: about
        for name, about in map_in(schema, "properties").items()
        if isinstance(about, dict) and len(name) <= LONGEST_NAME
    }
    wanted = schema.get("required")
    listed = [each for each in wanted if isinstance(each, str)] if isinstance(wanted, list) else []
    required = list(dict.fromkeys(each for each in listed if each in known))
    if len(required) > MOST_PROPERTIES:
        raise Unfillable(
            sentence(
                "The tool requires {count:,} parameters; at most {most_properties} are filled in.",
                count=len(required),
                most_properties=MOST_PROPERTIES,
            )
        )
    others = [name for name in known if name not in set(required)][: MOST_PROPERTIES - len(required)]
    return {name: known[name] for name in (*required, *others)}, required


def _the_text(
    tool: Said, words: Words, properties: Mapping[str, Said], required: list[str], found: Mapping[str, object]
) -> dict[str, object]:
    """The one text that is open, or that would be if it were required: what the task hands over, else what it asks."""
    missing = _open(properties, required, found)
    name = _open_text(missing) if missing or found else _optional_text(properties)
    if not name:
        return {}
    handed = _handed(words)
    if handed:
        return {name: handed}
    asks = name.lower() in ASKING and only_reads(tool) is not False
    speaks = name.lower() in SPOKEN and only_reads(tool) is True
    return {name: words.task} if words.task and (asks or speaks) else {}


def _open_text(missing: Mapping[str, Said]) -> str:
    plain = [name for name, about in missing.items() if is_plain(name, about)]
    return plain[0] if len(plain) == 1 else ""


def _optional_text(properties: Mapping[str, Said]) -> str:
    plain = [name for name, about in properties.items() if is_plain(name, about)]
    usual = [name for name in plain if name.lower() in ASKING or name.lower() in TEXTS]
    return (usual or (plain if len(plain) == 1 else [""]))[0]


def _handed(words: Words) -> str:
    """What stands between the only quotation marks, else behind a colon that hands something over."""
    if quoted := quoted_in(words.task[:MOST_READ]):
        return quoted[0] if len(quoted) == 1 else ""
    behind = _HANDED.search(words.task[:MOST_READ])
    return behind[1].strip() if behind else ""


def _question(tool: Said, missing: Mapping[str, Said]) -> str:
    lines = [_line(name, about) + _describe(about) for name, about in missing.items()]
    example = "; ".join(f"{name}: …" for name in missing)
    called = text_in(tool, "title", "name")
    return f"The tool “{called}” needs more than the task says:\n\n" + "\n".join(lines) + f"\n\nAnswer like: {example}"


def _line(name: str, about: Said) -> str:
    return f"- `{name}` ({type_of(about)})"


def _describe(about: Said) -> str:
    choices = (
        f" one of {', '.join(json.dumps(each)[:200] for each in values_of(about)[:20])}" if "enum" in about else ""
    )
    told = text_in(about, "description")[:200]
    return f": {told}{choices}" if told or choices else ""
