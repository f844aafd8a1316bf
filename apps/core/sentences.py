"""A sentence that remembers what it was made of, so that who shows it may say it in another language.

It is an English text like any other wherever it is stored, logged or answered to programs.
"""

from collections.abc import Mapping


class Sentence(str):
    """`template` has a `{name}` for each of `values`; `many`: the template for a `number` that is not one, if any."""

    __slots__ = ("many", "number", "template", "values")
    template: str
    many: str
    number: int
    values: Mapping[str, object]


def sentence_of(error: Exception) -> str:
    """What an error of ours says, with what it was made of."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)


def sentence(template: str, **values: object) -> Sentence:
    """`sentence("There is no {thing}.", thing="goal")`. The template is what is translated."""
    made = Sentence(template.format(**values))
    made.template, made.many, made.number, made.values = template, "", 1, values
    return made


def plural_sentence(one: str, many: str, count: int, **values: object) -> Sentence:
    """The same for a number of things: `plural_sentence("{count} file", "{count} files", 3)`."""
    made = sentence(one if count == 1 else many, count=count, **values)
    made.template, made.many, made.number = one, many, count
    return made
