"""Which tool of a server is called, and with which arguments."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from apps.agents.domain.untrusted_json import Said, load_json, map_in, text_in
from apps.agents.domain.words import content_words, stem

MOST_PROPERTIES = 100  # of a tool that are filled in
LONGEST_NAME = 128  # characters of a property's name
MOST_VALUES = 100  # of an enumeration
MOST_READ = 50_000  # characters of a task that are looked through for values
TEXTS = ("query", "question", "prompt", "text", "input", "message", "task", "instruction", "q", "content", "request")
_FORMS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (  # what a parameter is called or said to be -> its form
    (
        re.compile(r"time ?zone|timezone", re.IGNORECASE),
        re.compile(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+(?:/[A-Za-z_]+)?\b|\bUTC\b"),
    ),
    (re.compile(r"\bur[il]\b|web ?address|_url|url_", re.IGNORECASE), re.compile(r"https?://[^\s\"'<>)\]]+")),
    (re.compile(r"e-?mail", re.IGNORECASE), re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]+\w")),
    (re.compile(r"date", re.IGNORECASE), re.compile(r"\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?")),
    (re.compile(r"time|\bhour", re.IGNORECASE), re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")),
    (
        re.compile(r"path|file|folder|directory", re.IGNORECASE),
        re.compile(r"(?<![\w.-])(?:\.{0,2}/)?[\w.-]++(?:/[\w.-]++)++|(?<![\w-])[\w-]{1,60}+\.\w{1,5}\b"),
    ),
)
_NUMBER = re.compile(r"(?<![\w.:/-])-?\d+(?:\.\d+)?(?![\w:/-])")
_SIGN, _VALUE = re.compile(r"[:=]"), re.compile(r"\s*+([^\n;]++)")
_BREAKS, _QUOTES = ",;(`\"'", "`\"'"
_QUOTED = re.compile(r"[“\"]([^“”\"]{1,2000})[”\"]")


class Unfillable(Exception):
    """A tool needs more than can be filled in. The message is one plain sentence."""


class Missing(Exception):
    """A tool needs more than the text says. The message is what to ask for, in plain words."""


def arguments_for(
    tool: Said,
    brief: str,
    given: Mapping[str, object],
    named: str = "",
    answer: str = "",
    changes: Sequence[str] = (),
) -> Said:
    """Give the arguments for a tool: those given by hand, then what the texts say. Raises Missing and Unfillable.

    `named`: the parameter that gets the whole brief. `answer`: what was said to an earlier question. `changes`: what
    the person said since the brief was written, which it ends with, the newest first: their values go before its own.
    """
    properties, required = _parameters(tool)
    found: dict[str, object] = dict(given) | ({named: brief} if named else {})
    for text in filter(None, (answer, *changes, brief)):
        found = _stated_values(text[:MOST_READ], properties) | found
    open_ones = [name for name in required if name not in found]
    found |= _values_by_form(
        " ".join(filter(None, (brief[:MOST_READ], answer[:MOST_READ]))), {name: properties[name] for name in open_ones}
    )
    open_ones = [name for name in required if name not in found]
    if brief.strip() and (name := _the_text(open_ones, properties, found)):
        found[name] = brief
        open_ones = [each for each in open_ones if each != name]
    if len(open_ones) == 1 and answer and _type(properties[open_ones[0]]) == "string":
        found[open_ones.pop()] = answer.strip()
    if open_ones:
        raise Missing(_question(tool, open_ones, properties))
    return found


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
        raise Unfillable(f"The tool requires {len(required):,} parameters; at most {MOST_PROPERTIES} are filled in.")
    others = [name for name in known if name not in set(required)][: MOST_PROPERTIES - len(required)]
    return {name: known[name] for name in (*required, *others)}, required


def _stated_values(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
    """What the text states by name: an object of JSON, or `name: value` and `name=value`."""
    said = load_json(text[text.find("{") : text.rfind("}") + 1]) if "{" in text else None
    if isinstance(said, dict) and said and set(said) <= set(properties):
        return said
    return dict(_lines(text, properties))


def _lines(text: str, properties: Mapping[str, Said]) -> Iterator[tuple[str, object]]:
    """Each parameter with the first value that stands behind its name. The text is gone through once for all."""
    spelled = {name.lower().replace("_", " "): name for name in reversed(list(properties))}
    for sign in _SIGN.finditer(text):
        name = next((spelled[words] for words in _before(text, sign.start()) if words in spelled), None)
        stated = _VALUE.match(text, sign.end()) if name else None
        if name and stated and (value := _read(stated[1], properties[name])) is not None:
            del spelled[name.lower().replace("_", " ")]
            yield name, value


def _before(text: str, end: int) -> Iterator[str]:
    """What stands before a sign, from each beginning that a name may have; the longest first."""
    start = max(0, end - LONGEST_NAME - 1)
    words = text[start:end].rstrip()
    words = (words[:-1] if words[-1:] in _QUOTES else words).lower().replace("_", " ")
    if start == 0:
        yield words
    yield from (words[at + 1 :] for at, sign in enumerate(words) if sign in _BREAKS or sign.isspace())


def _read(written: str, about: Said) -> object | None:
    """A value as the schema wants it; None where it is none."""
    text = written.strip().strip("`\"'“”").rstrip(".,")
    match _type(about):
        case "integer" | "number":
            number = _NUMBER.search(text)
            return _number(number.group(), about) if number else None
        case "boolean":
            return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower())
        case "array":
            said = load_json(written.strip())
            return said if isinstance(said, list) else [part.strip() for part in text.split(",") if part.strip()]
        case "object":
            return load_json(written.strip())
    return _of_enum(text, about) if "enum" in about else text or None


def _values_by_form(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
    """Values that are known by their form, in the order of the text; with too few values none is taken."""
    found: dict[str, object] = {}
    for form in [form for _, form in _FORMS]:
        names = [name for name, about in properties.items() if _form_of(name, about) is form]
        values = list(dict.fromkeys(form.findall(text)))
        if names and len(values) >= len(names):
            found |= dict(zip(names, values, strict=False))
    numbers = [name for name, about in properties.items() if _type(about) in ("integer", "number")]
    values = _NUMBER.findall(text)
    if len(values) == len(numbers):
        found |= {name: _number(value, properties[name]) for name, value in zip(numbers, values, strict=True)}
    for name, about in properties.items():
        if name not in found and "enum" in about and (value := _mentioned_value(text, about)) is not None:
            found[name] = value
    quoted = _QUOTED.findall(text)
    plain = [name for name, about in properties.items() if name not in found and _is_plain(name, about)]
    if len(plain) == len(quoted):
        found |= dict(zip(plain, quoted, strict=True))
    return found


def _form_of(name: str, about: Said) -> re.Pattern[str] | None:
    if _type(about) != "string" or "enum" in about:
        return None
    spoken = name.replace("_", " ")
    formats = {"uri": "url", "date-time": "date", "date": "date", "time": "time", "email": "email"}
    told = formats.get(text_in(about, "format"), "")
    return next((form for called, form in _FORMS if called.search(f"{told} {spoken} {name}")), None)


def _is_plain(name: str, about: Said) -> bool:
    return _type(about) == "string" and "enum" not in about and _form_of(name, about) is None


def _the_text(names: list[str], properties: Mapping[str, Said], found: Mapping[str, object]) -> str:
    """The parameter that is for the whole text: the one that is open, or that would be open if it were required."""
    open_texts = [name for name in names if _is_plain(name, properties[name])]
    if len(open_texts) == 1:
        return open_texts[0]
    if open_texts or names or found:
        return ""
    optional = [name for name, about in properties.items() if _is_plain(name, about)]
    return next((name for name in TEXTS if name in optional), optional[0] if len(optional) == 1 else "")


def _mentioned_value(text: str, about: Said) -> object | None:
    """The one value of an enumeration that the text mentions."""
    lowered = text.lower()
    held = [each for each in _values(about) if _occurs_in(lowered, str(each).lower())]
    return held[0] if len(held) == 1 else None


def _occurs_in(text: str, words: str) -> bool:
    """Whether these words stand in a text for themselves and not within others."""
    at = text.find(words) if words else -1
    while at >= 0:
        end = at + len(words)
        if not (_joins(text[at - 1 : at], words[0]) or _joins(words[-1], text[end : end + 1])):
            return True
        at = text.find(words, end)
    return False


def _joins(before: str, after: str) -> bool:
    return all(sign == "_" or sign.isalnum() for sign in (before, after))


def _values(about: Said) -> list[object]:
    values = about.get("enum")
    return values[:MOST_VALUES] if isinstance(values, list) else []


def _of_enum(text: str, about: Said) -> object | None:
    return next((each for each in _values(about) if str(each).lower() == text.lower()), None)


def _number(text: str, about: Said) -> object:
    return int(float(text)) if _type(about) == "integer" else float(text)


def _type(about: Said) -> str:
    """The type of a parameter; of several the first that is not null."""
    said = about.get("type")
    if isinstance(said, list):
        return next((each for each in said if isinstance(each, str) and each != "null"), "string")
    if isinstance(said, str):
        return said
    choices = about.get("anyOf")
    inner = [each for each in choices if isinstance(each, Mapping)] if isinstance(choices, list) else []
    return next((kind for each in inner if (kind := _type(each)) != "null"), "string")


def _question(tool: Said, names: list[str], properties: Mapping[str, Said]) -> str:
    lines = [f"- `{name}` ({_type(properties[name])}){_describe(properties[name])}" for name in names]
    example = "; ".join(f"{name}: …" for name in names)
    called = text_in(tool, "title", "name")
    return f"The tool “{called}” needs more than the task says:\n\n" + "\n".join(lines) + f"\n\nAnswer like: {example}"


def _describe(about: Said) -> str:
    choices = f" one of {', '.join(json.dumps(each)[:200] for each in _values(about)[:20])}" if "enum" in about else ""
    told = text_in(about, "description")[:200]
    return f": {told}{choices}" if told or choices else ""


MOST_WORDS = 1000  # characters of what a tool says of itself
MOST_ID = 64  # characters of a skill's id; a tool's name may be longer


def tool_for(
    tools: Sequence[Said], skills: Sequence[str], brief: str, named: str = "", *, confined: bool = False
) -> Said | None:
    """Give the tool that is named, else that of the task's skill, else the one whose words fit the brief best.

    `confined`: no tool but those of the skills. None: no tool has a word of the brief, so that choosing one would be
    guessing.
    """
    by_name = {text_in(tool, "name")[:MOST_ID]: tool for tool in tools}
    wanted = [named[:MOST_ID]] if named else list(skills)
    chosen = [by_name[name] for name in wanted if name in by_name]
    if len(chosen) == 1 or named:
        return chosen[0] if chosen else None
    pool = chosen if confined else chosen or list(tools)
    if len(pool) == 1:
        return pool[0]
    asked = _stems(brief)
    fits = {id(tool): _fit(tool, asked) for tool in pool}
    best = max(pool, key=lambda tool: fits[id(tool)], default=None)
    return best if best is not None and fits[id(best)] > 0 else None


def _fit(tool: Said, asked: set[str]) -> float:
    """The share of the tool's words that the brief has; those of its name count twice."""
    name, told = (
        _stems(text_in(tool, "name")[:MOST_WORDS].replace("_", " ")),
        _stems(text_in(tool, "description")[:MOST_WORDS]),
    )
    return 2 * len(name & asked) / (len(name) or 1) + len(told & asked) / (len(told) or 1)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in content_words(text)}
