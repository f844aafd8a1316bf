"""Values for the parameters of a tool, read out of a text by name or by their form, never guessed. Pure."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from apps.agents.domain.untrusted_json import Said, load_json, text_in
from apps.core.quotes import objects_in, quoted_in, without_quotes

MOST_VALUES = 100  # of an enumeration
LONGEST_NAME = 128  # characters of a property's name
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
    (
        re.compile(r"\b(?:city|place|location|town|country|harbou?r|port)\b", re.IGNORECASE),
        re.compile(r"\b(?:in|at|for|of|near|from|to) ([A-Z][\w'-]*+(?: [A-Z][\w'-]*+)*+)"),
    ),
)
_NUMBER = re.compile(r"(?<![\w.:/-])-?\d+(?:\.\d+)?(?![\w:/-])")
_SIGN, _VALUE = re.compile(r"[:=]"), re.compile(r"\s*+([^\n;]++)")
_BREAKS, _QUOTES = ",;(`\"'", "`\"'"
_ENDS = ".,;:!?"  # of the sentence that a value ends, and not of the value


def object_in(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
    """The first object of JSON in the text all of whose names are parameters; an empty one where there is none."""
    return next((said for said, _, _ in objects_in(text) if said and set(said) <= set(properties)), {})


def stated_values(text: str, properties: Mapping[str, Said]) -> dict[str, object]:
    """What the text states by name: an object of JSON, else `name: value` and `name=value`.

    Of JSON that was cut off nothing is read: its values may be cut too.
    """
    readable = text if "{" not in text or any(objects_in(text)) else text.partition("{")[0]
    return object_in(text, properties) or dict(_lines(readable, properties))


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
    match type_of(about):
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


def values_by_form(texts: Sequence[str], properties: Mapping[str, Said], *, exact: bool) -> dict[str, object]:
    """Values that are known by their form, in the order of the newest text that has such; too few are none.

    `texts`: the newest first. `exact`: too many are none either, because choosing among them would be guessing.
    """
    found: dict[str, object] = {}
    for form in [form for _, form in _FORMS]:
        names = [name for name, about in properties.items() if _form_of(name, about) is form]
        found |= zip(names, _newest(form, texts, len(names), exact=exact), strict=False)
    numbers = [name for name, about in properties.items() if type_of(about) in ("integer", "number")]
    for name, number in zip(numbers, _newest(_NUMBER, texts, len(numbers), exact=True), strict=False):
        found[name] = _number(number, properties[name])
    for name, about in properties.items():
        if name not in found and "enum" in about and (value := _mentioned_value(texts, about)) is not None:
            found[name] = value
    plain = [name for name, about in properties.items() if name not in found and is_plain(name, about)]
    return found | _quoted(texts, plain, set(map(str, found.values())))


def _newest(form: re.Pattern[str], texts: Sequence[str], wanted: int, *, exact: bool) -> list[str]:
    """So many values of the newest text that has any; what is quoted counts where the rest has not as many."""
    for text in texts if wanted else ():
        values: list[str] = []
        for stretch in (without_quotes(text), text):
            values = [value.rstrip(_ENDS) for value in form.findall(stretch)]
            values = values if exact else list(dict.fromkeys(values))
            if len(values) == wanted or (len(values) > wanted and not exact):
                return values[:wanted]
        if values:
            return []
    return []


def _quoted(texts: Sequence[str], plain: Sequence[str], taken: Container[str]) -> dict[str, object]:
    """What the newest text has between quotation marks, where there is one for each text that is open."""
    quotes = next(filter(None, map(quoted_in, texts)), [])
    values = [each for each in quotes if each not in taken]
    return dict(zip(plain, values, strict=True)) if len(values) == len(plain) else {}


def _form_of(name: str, about: Said) -> re.Pattern[str] | None:
    if type_of(about) != "string" or "enum" in about:
        return None
    spoken = name.replace("_", " ")
    formats = {"uri": "url", "date-time": "date", "date": "date", "time": "time", "email": "email"}
    told = formats.get(text_in(about, "format"), "")
    return next((form for called, form in _FORMS if called.search(f"{told} {spoken} {name}")), None)


def is_plain(name: str, about: Said) -> bool:
    """Whether a parameter is a text of no form of its own."""
    return type_of(about) == "string" and "enum" not in about and _form_of(name, about) is None


def _mentioned_value(texts: Sequence[str], about: Said) -> object | None:
    """The one value of an enumeration that the newest text mentions that has any."""
    for text in map(str.lower, texts):
        if held := [each for each in values_of(about) if _occurs_in(text, str(each).lower())]:
            return held[0] if len(held) == 1 else None
    return None


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


def values_of(about: Said) -> list[object]:
    """The values of an enumeration, as many as are looked at."""
    values = about.get("enum")
    return values[:MOST_VALUES] if isinstance(values, list) else []


def _of_enum(text: str, about: Said) -> object | None:
    return next((each for each in values_of(about) if str(each).lower() == text.lower()), None)


def _number(text: str, about: Said) -> object:
    return int(float(text)) if type_of(about) == "integer" else float(text)


def type_of(about: Said) -> str:
    """The type of a parameter; of several the first that is not null."""
    said = about.get("type")
    if isinstance(said, list):
        return next((each for each in said if isinstance(each, str) and each != "null"), "string")
    if isinstance(said, str):
        return said
    choices = about.get("anyOf")
    inner = [each for each in choices if isinstance(each, Mapping)] if isinstance(choices, list) else []
    return next((kind for each in inner if (kind := type_of(each)) != "null"), "string")
