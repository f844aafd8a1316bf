"""The calculator's language, and nothing else: no names of the programming language's, no eval.

sum     = product { ("+" | "-") product }
product = signed { ("*" | "/" | "mod" | "of") signed }
signed  = ("+" | "-") signed | power
power   = percent [ "^" signed ]
percent = atom { "%" }
atom    = number | constant | function "(" sum { "," sum } ")" | "(" sum ")"
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from apps.core.sentences import sentence

FUNCTIONS = "abs average ceil exp floor ln log max mean min round signif sqrt sum".split()
CONSTANTS = {
    "pi": Decimal("3.141592653589793238462643383279502884197"),
    "e": Decimal("2.718281828459045235360287471352662497757"),
}
MOST_CHARACTERS = 300
MOST_TOKENS = 120
DEEPEST = 25  # parentheses, signs and powers inside each other
MOST_DIGITS = 40

TOKEN = re.compile(
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,4})?|\.\d+)"
    rf"|(?P<word>\b(?:{'|'.join([*FUNCTIONS, *CONSTANTS, 'mod', 'of'])})\b)"
    r"|(?P<sign>[-+*/^%(),])",
)


class BadExpression(Exception):
    """A text is no calculation, or one that is too large. The message is one plain sentence for people."""


@dataclass(frozen=True)
class Numeral:
    """A number as it was written, or a constant."""

    value: Decimal


@dataclass(frozen=True)
class Negative:
    """Something with its sign turned."""

    of: "Expression"


@dataclass(frozen=True)
class Percent:
    """A hundredth of something."""

    of: "Expression"


@dataclass(frozen=True)
class Operation:
    """Two things and one of + - * / ^ mod between them."""

    sign: str
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Call:
    """A function of some things."""

    name: str
    of: tuple["Expression", ...]


Expression = Numeral | Negative | Percent | Operation | Call
Rule = Callable[[], Expression]


def parse_expression(text: str) -> Expression:
    """Read an expression. Raises BadExpression."""
    if len(text) > MOST_CHARACTERS:
        raise BadExpression(sentence("It is longer than {most} characters.", most=MOST_CHARACTERS))
    reader = _Reader(_tokens(text))
    expression = reader.sum()
    if reader.next:
        raise BadExpression(sentence("“{part}” is one thing too many.", part=reader.next))
    return expression


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    for match in TOKEN.finditer(text):
        if text[at : match.start()].strip():
            break
        tokens.append(match.group())
        at = match.end()
    if rest := text[at:].strip():
        raise BadExpression(sentence("“{part}” is not a part of a calculation.", part=rest[:20]))
    if len(tokens) > MOST_TOKENS:
        raise BadExpression(sentence("It has more than {most} parts.", most=MOST_TOKENS))
    return tokens


class _Reader:
    """Reads tokens from left to right, one rule of the grammar a method."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    @property
    def next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def sum(self) -> Expression:
        left = self._product()
        while self.next in ("+", "-"):
            left = Operation(self._take(), left, self._product())
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while self.next in ("*", "/", "mod", "of"):
            sign = self._take()
            left = Operation("*" if sign == "of" else sign, left, self._signed())
        return left

    def _signed(self) -> Expression:
        if self.next not in ("+", "-"):
            return self._power()
        negative = self._take() == "-"
        inner = self._deeper(self._signed)
        return Negative(inner) if negative else inner

    def _power(self) -> Expression:
        base = self._percent()
        if self.next != "^":
            return base
        self._take()
        return Operation("^", base, self._deeper(self._signed))

    def _percent(self) -> Expression:
        inner = self._atom()
        while self.next == "%":
            self._take()
            inner = Percent(inner)
        return inner

    def _atom(self) -> Expression:
        part = self._take()
        if part == "(":
            return self._closed(self._deeper(self.sum))
        if part in CONSTANTS:
            return Numeral(CONSTANTS[part])
        if part in FUNCTIONS:
            return self._call(part)
        if part[:1].isdigit() or part[:1] == ".":
            return Numeral(_number(part))
        if part:
            raise BadExpression(sentence("A number is missing before “{part}”.", part=part))
        raise BadExpression(sentence("It is not complete."))

    def _call(self, name: str) -> Expression:
        if self._take() != "(":
            raise BadExpression(sentence("“{name}” needs its numbers in parentheses.", name=name))
        given = [self._deeper(self.sum)]
        while self.next == ",":
            self._take()
            given.append(self._deeper(self.sum))
        return self._closed(Call(name, tuple(given)))

    def _closed(self, inner: Expression) -> Expression:
        if self._take() != ")":
            raise BadExpression(sentence("A parenthesis is not closed."))
        return inner

    def _deeper(self, rule: Rule) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST:
            raise BadExpression(sentence("It is more than {most} levels deep.", most=DEEPEST))
        inner = rule()
        self._depth -= 1
        return inner

    def _take(self) -> str:
        token = self.next
        self._at += 1
        return token


def _number(token: str) -> Decimal:
    if sum(character.isdigit() for character in token) > MOST_DIGITS:
        raise BadExpression(sentence("A number has more than {most} digits.", most=MOST_DIGITS))
    return Decimal(token.replace(",", ""))
