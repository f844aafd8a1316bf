"""From a task in words to the arguments of a tool, by rules. Pure.

What is certain is taken: an object of JSON in the text, lines like `name: value`, the one text that the tool wants.
What has a form of its own (an address, a time zone, a date, a number) is taken in the order of the text. Where
something is still missing the tool is not called: the question names what is missing, and the answer is read likewise.
"""

import json
import re
from collections.abc import Iterator, Mapping

from apps.agents.domain.said import Said, loaded, map_in, text_in

TEXTS = ("query", "question", "prompt", "text", "input", "message", "task", "instruction", "q", "content", "request")
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_FORMS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (  # what a parameter is called or said to be -> its form
    (
        re.compile(r"time ?zone|timezone", re.IGNORECASE),
        re.compile(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+(?:/[A-Za-z_]+)?\b|\bUTC\b"),
    ),
    (re.compile(r"\bur[il]\b|web ?address|_url|url_", re.IGNORECASE), re.compile(r"https?://[^\s\"'<>)\]]+")),
    (re.compile(r"e-?mail", re.IGNORECASE), re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+\w")),
    (re.compile(r"date", re.IGNORECASE), re.compile(r"\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?")),
    (re.compile(r"time|\bhour", re.IGNORECASE), re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b")),
    (
        re.compile(r"path|file|folder|directory", re.IGNORECASE),
        re.compile(r"(?:\.{0,2}/)?[\w.-]+(?:/[\w.-]+)+|\b[\w-]+\.\w{1,5}\b"),
    ),
)
_NUMBER = re.compile(r"(?<![\w.:/-])-?\d+(?:\.\d+)?(?![\w:/-])")
_QUOTED = re.compile(r"[“\"]([^”\"]{1,2000})[”\"]")


class Missing(Exception):
    """A tool needs more than the text says. The message is what to ask for, in plain words."""


def arguments_for(tool: Said, brief: str, given: Mapping[str, object], named: str = "", answer: str = "") -> Said:
    """Give the arguments for a tool: those given by hand, then what the texts say. Raises Missing.

    `named`: the parameter that gets the whole brief. `answer`: what was said to an earlier question.
    """
    schema = map_in(tool, "inputSchema")
    properties = {name: about for name, about in map_in(schema, "properties").items() if isinstance(about, Mapping)}
    wanted = schema.get("required")
    required = [each for each in wanted if each in properties] if isinstance(wanted, list) else []
    found: dict[str, object] = dict(given) | ({named: brief} if named else {})
    for text in filter(None, (answer, brief)):
        found = _stated(text, properties) | found
    open_ones = [name for name in required if name not in found]
    found |= _formed(" ".join(filter(None, (brief, answer))), {name: properties[name] for name in open_ones})
    open_ones = [name for name in required if name not in found]
    if brief.strip() and (name := _the_text(open_ones, properties, found)):
        found[name] = brief
        open_ones = [each for each in open_ones if each != name]
    if len(open_ones) == 1 and answer and _type(properties[open_ones[0]]) == "string":
        found[open_ones.pop()] = answer.strip()
    if open_ones:
        raise Missing(_question(tool, open_ones, properties))
    return found


def _stated(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
    """What the text states by name: an object of JSON, or `name: value` and `name=value`."""
    match = _OBJECT.search(text)
    said = loaded(match.group()) if match else None
    if isinstance(said, dict) and said and set(said) <= set(properties):
        return said
    return dict(_lines(text, properties))


def _lines(text: str, properties: Mapping[str, Said]) -> Iterator[tuple[str, object]]:
    for name, about in properties.items():
        spelled = re.escape(name).replace("_", "[_ ]")
        match = re.search(rf"(?:^|[\s,;(`\"'])(?:{spelled})[`\"']?\s*[:=]\s*([^\n;]+)", text, re.IGNORECASE)
        value = _read(match.group(1), about) if match else None
        if value is not None:
            yield name, value


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
            said = loaded(written.strip())
            return said if isinstance(said, list) else [part.strip() for part in text.split(",") if part.strip()]
        case "object":
            return loaded(written.strip())
    return _of_enum(text, about) if "enum" in about else text or None


def _formed(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
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
        if name not in found and "enum" in about and (value := _mentioned(text, about)) is not None:
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


def _mentioned(text: str, about: Said) -> object | None:
    """The one value of an enumeration that the text mentions."""
    values = about.get("enum")
    held = (
        [each for each in values if re.search(rf"\b{re.escape(str(each))}\b", text, re.IGNORECASE)]
        if isinstance(values, list)
        else []
    )
    return held[0] if len(held) == 1 else None


def _of_enum(text: str, about: Said) -> object | None:
    values = about.get("enum")
    return (
        next((each for each in values if str(each).lower() == text.lower()), None) if isinstance(values, list) else None
    )


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
    lines = [f"- `{name}` ({_type(properties[name])}){_described(properties[name])}" for name in names]
    example = "; ".join(f"{name}: …" for name in names)
    called = text_in(tool, "title", "name")
    return f"The tool “{called}” needs more than the task says:\n\n" + "\n".join(lines) + f"\n\nAnswer like: {example}"


def _described(about: Said) -> str:
    values = about.get("enum")
    choices = f" one of {', '.join(json.dumps(each) for each in values[:20])}" if isinstance(values, list) else ""
    told = text_in(about, "description")[:200]
    return f": {told}{choices}" if told or choices else ""
