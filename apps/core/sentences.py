"""A sentence that remembers what it was made of, so that who shows it may say it in another language.

It is an English text like any other wherever it is stored, logged or answered to programs. Beside a text that is stored
stands what it was made of (`pack`), by which it is known again when it is read (`recall`).
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from math import isfinite
from string import Formatter
from types import NoneType
from typing import Annotated, Any
from uuid import UUID

from pydantic import ValidatorFunctionWrapHandler, WrapValidator

from apps.core.texts import drop_unstorable

Packed = dict[str, Any]
"""What a sentence was made of, as JSON: its template as `text`, and what else `Sentence` has."""


class Sentence(str):
    """`template` has a `{name}` for each of `values`; `many`: the template for a `number` that is not one, if any."""

    __slots__ = ("many", "number", "template", "values")
    template: str
    many: str
    number: int
    values: Mapping[str, object]

    def __str__(self) -> str:
        """The sentence itself: who makes sure that something is a text loses nothing."""
        return self

    def __getitem__(self, part: Any) -> str:
        """Give a part of the text; of all of it, the sentence itself: most are shorter than their column."""
        found = super().__getitem__(part)
        return self if isinstance(part, slice) and found == self else found


def sentence_of(error: Exception) -> str:
    """What an error of ours says, with what it was made of."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)


class Filler(Formatter):
    """Fills the blanks of a template. `{why:bare}`: without the full stop that it may end with."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """See Formatter."""
        return str(value).rstrip(".") if format_spec == BARE else str(super().format_field(value, format_spec))


BARE = "bare"
_ENGLISH = Filler()


def sentence(template: str, **values: object) -> Sentence:
    """`sentence("There is no {thing}.", thing="goal")`. The template is what is translated."""
    made = Sentence(_fill(template, values) if values else template)
    made.template, made.many, made.number, made.values = template, "", 1, values
    return made


def _fill(template: str, values: Mapping[str, object]) -> str:
    """Fill the blanks; Python itself does it for most templates, in a tenth of a formatter's time."""
    return _ENGLISH.vformat(template, (), values) if f":{BARE}" in template else template.format_map(values)


def plural_sentence(one: str, many: str, count: int, **values: object) -> Sentence:
    """The same for a number of things: `plural_sentence("{count} file", "{count} files", 3)`."""
    return _made(one, many, count, {"count": count, **values})


MINUTE, HOUR, DAY = 60, 3600, 86_400


def how_long_ago(seconds: float) -> Sentence:
    """How long something was ago, in the largest unit that it fills: 3 s ago, 4 min ago, 2 h ago, 5 d ago."""
    whole = max(int(seconds), 0)
    if whole < MINUTE:
        return sentence("{count} s ago", count=whole)
    if whole < HOUR:
        return sentence("{count} min ago", count=whole // MINUTE)
    if whole < DAY:
        return sentence("{count} h ago", count=whole // HOUR)
    return sentence("{count} d ago", count=whole // DAY)


def join_sentences(between: str, parts: Iterable[str]) -> str:
    """Sentences, and words of others, as one text of which each part can be said by itself."""
    named = {f"part{place}": part for place, part in enumerate(parts)}
    if not any(isinstance(part, Sentence) for part in named.values()):
        return between.join(named.values())
    return sentence(between.join(f"{{{name}}}" for name in named), **named)


def change_words(said: str, change: Callable[[str], str]) -> str:
    """The text with every word of others in it changed: in a sentence those are its values."""
    if not isinstance(said, Sentence):
        return change(said)
    values = {name: change_words(one, change) if isinstance(one, str) else one for name, one in said.values.items()}
    return _made(said.template, said.many, said.number, values)


def _made(template: str, many: str, number: int, values: Mapping[str, object]) -> Sentence:
    made = sentence(many if many and number != 1 else template, **values)
    made.template, made.many, made.number = template, many, number
    return made


def list_with_and(names: Iterable[str]) -> str:
    """Names in a sentence: a, a and b, a and b and c."""
    listed, *more = names
    for name in more:
        listed = sentence("{listed} and {name}", listed=listed, name=name)
    return listed


# --- beside what is stored ------------------------------------------------------------------------------------------


def pack(said: Sentence) -> Packed:
    """What a sentence was made of; what is no number is kept as the words that stood for it."""
    packed: Packed = {"text": said.template}
    if said.many:
        packed |= {"many": said.many, "number": said.number}
    if said.values:
        packed["values"] = {name: _packed_value(value) for name, value in said.values.items()}
    return packed


def _packed_value(value: object) -> object:
    if isinstance(value, Sentence):
        return pack(value)
    if isinstance(value, StrEnum):
        return {"text": value.value}
    if isinstance(value, int | float) and isfinite(value):
        return value
    return drop_unstorable(str(value))


def unpack(packed: Mapping[str, Any]) -> Sentence:
    """The sentence that was made of this. Raises KeyError, TypeError, ValueError where it is nothing of the kind."""
    values = {name: unpack(one) if isinstance(one, dict) else one for name, one in packed.get("values", {}).items()}
    return _made(packed["text"], packed.get("many", ""), packed.get("number", 1), values)


def sentences_in(value: object) -> list[Sentence]:
    """The sentences that stand in a value, or in what it holds: in most that is written there is none."""
    if isinstance(value, Sentence):
        return [value]
    if isinstance(value, Mapping):
        held: Iterable[object] = value.values()
    elif isinstance(value, list | tuple):
        held = value
    else:
        return []
    return [found for one in held if type(one) not in _HOLD_NONE for found in sentences_in(one)]


_HOLD_NONE = {str, int, float, bool, UUID, NoneType}


def pack_all(value: object) -> list[Packed] | None:
    """What the sentences in a value were made of, to be kept beside it; None: there are none."""
    return [pack(one) for one in {str(one): one for one in sentences_in(value)}.values()] or None


def unpack_all(packed: object) -> dict[str, Sentence]:
    """The sentences that were made of these, by what they say; what can't be read is left out."""
    known = {}
    for one in packed if isinstance(packed, list) else ():
        try:
            made = unpack(one)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            continue
        known[str(made)] = made
    return known


def recall(value: Any, known: Mapping[str, Sentence]) -> Any:
    """The value with the sentences that are `known` in the place of their texts."""
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, dict):
        return {name: recall(one, known) for name, one in value.items()}
    return [recall(one, known) for one in value] if isinstance(value, list) else value


def recall_beside(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values with the sentences that stand, packed, beside them as `made_of`."""
    known = unpack_all(values.get("made_of"))
    return recall(dict(values), known) if known else values


def _keep(value: object, check: ValidatorFunctionWrapHandler) -> str:
    checked: str = check(value)
    return value if isinstance(value, Sentence) and checked == value else checked


STAYS_SENTENCE = WrapValidator(_keep)
"""Among what annotates a text, as the last: given a sentence, it stays one."""
Words = Annotated[str, STAYS_SENTENCE]
