"""Working an expression out in decimal numbers of 34 digits, and writing every step down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import (
    ROUND_CEILING,
    ROUND_FLOOR,
    ROUND_HALF_UP,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    InvalidOperation,
    Overflow,
    getcontext,
    localcontext,
)

from apps.agents.builtin.calculator.grammar import (
    BadExpression,
    Call,
    Expression,
    Negative,
    Numeral,
    Operation,
    Percent,
    parse_expression,
)
from apps.core.sentences import sentence

DIGITS = 34
SHOWN = 15  # digits of what is not exact
LARGEST = 6000  # decimal places before and behind the point
MOST_EXPONENT = 10_000
PLAIN = 10**15  # from here on a number is written with an exponent
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "^": "^", "mod": "mod"}
_ALONE = {"abs", "ceil", "exp", "floor", "ln", "log", "sqrt"}  # functions of one number
_LIMITS = Context(prec=DIGITS, Emax=LARGEST, Emin=-LARGEST, traps=[InvalidOperation, DivisionByZero, Overflow])


@dataclass(frozen=True)
class Evaluation:
    """The answer as it is written, whether it is exact, and the steps, each one operation."""

    answer: str
    exact: bool
    steps: tuple[str, ...]


def evaluate(text: str) -> Evaluation:
    """Work an expression out. Raises BadExpression."""
    expression = parse_expression(text)
    with localcontext(_LIMITS) as limits:
        limits.clear_flags()
        steps: list[str] = []
        try:
            value = _value(expression, steps)
        except DivisionByZero:
            raise BadExpression(sentence("It divides by zero.")) from None
        except Overflow:
            raise BadExpression(sentence("A number in it has more than {most} digits.", most=LARGEST)) from None
        except InvalidOperation:
            raise BadExpression(sentence("It has no answer among the real numbers.")) from None
        return Evaluation(_so_far(value), not limits.flags[Inexact], tuple(steps))


def _value(expression: Expression, steps: list[str]) -> Decimal:
    match expression:
        case Numeral(value=value):
            return value
        case Negative(of=of):
            return -_value(of, steps)
        case Percent(of=of):
            inner = _value(of, steps)
            return _note_step(f"{_so_far(inner)}%", inner / 100, steps)
        case Operation(sign=sign, left=left, right=right):
            first, second = _value(left, steps), _value(right, steps)
            shown = f"{_so_far(first)} {_SIGNS[sign]} {_bracket(second)}"
            return _note_step(shown, _OPERATIONS[sign](first, second), steps)
        case Call(name=name, of=of):
            given = [_value(each, steps) for each in of]
            return _note_step(f"{name}({'; '.join(map(_so_far, given))})", _call(name, given), steps)


def _note_step(shown: str, value: Decimal, steps: list[str]) -> Decimal:
    steps.append(f"{shown} = {_so_far(value)}")
    return value


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    if abs(exponent) > MOST_EXPONENT:
        raise BadExpression(sentence("An exponent in it is larger than {most}.", most=f"{MOST_EXPONENT:,}"))
    if base == 0 and exponent < 0:
        raise BadExpression(sentence("It divides by zero."))
    return base**exponent


def _remainder(first: Decimal, second: Decimal) -> Decimal:
    """The remainder that has the sign of what is divided by, as people count clocks and weekdays."""
    if second == 0:
        raise BadExpression(sentence("It divides by zero."))
    rest = first % second
    return rest + second if rest and (rest < 0) != (second < 0) else rest


_OPERATIONS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "+": lambda first, second: first + second,
    "-": lambda first, second: first - second,
    "*": lambda first, second: first * second,
    "/": lambda first, second: first / second,
    "^": _power,
    "mod": _remainder,
}


def _call(name: str, given: Sequence[Decimal]) -> Decimal:
    if name in _ALONE:
        if len(given) != 1:
            raise BadExpression(sentence("“{name}” takes one number.", name=name))
        return _FUNCTIONS[name](given[0])
    if name in ("round", "signif"):
        return _round(given) if name == "round" else _significant(given)
    if name in ("min", "max"):
        return min(given) if name == "min" else max(given)
    total = sum(given, Decimal())
    return total if name == "sum" else total / len(given)


def _round(given: Sequence[Decimal]) -> Decimal:
    places = given[1] if len(given) > 1 else Decimal()
    if len(given) > 2 or places != places.to_integral_value() or not 0 <= places <= DIGITS:
        raise BadExpression(sentence("“round” takes a number and how many decimal places, 0 to {most}.", most=DIGITS))
    return given[0].quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_UP)


def _significant(given: Sequence[Decimal]) -> Decimal:
    digits = given[1] if len(given) == 2 else Decimal()
    if digits != digits.to_integral_value() or not 1 <= digits <= SHOWN:
        raise BadExpression(
            sentence("“signif” takes a number and how many of its digits count, 1 to {most}.", most=SHOWN)
        )
    return given[0].quantize(Decimal(1).scaleb(given[0].adjusted() + 1 - int(digits)), ROUND_HALF_UP)


_FUNCTIONS: dict[str, Callable[[Decimal], Decimal]] = {
    "abs": abs,
    "ceil": lambda value: value.to_integral_value(ROUND_CEILING),
    "exp": lambda value: value.exp(),
    "floor": lambda value: value.to_integral_value(ROUND_FLOOR),
    "ln": lambda value: _positive(value).ln(),
    "log": lambda value: _positive(value).log10(),
    "sqrt": lambda value: value.sqrt(),
}


def _positive(value: Decimal) -> Decimal:
    if value <= 0:
        raise BadExpression(sentence("A logarithm is only of numbers above zero."))
    return value


def _so_far(value: Decimal) -> str:
    """Write what was worked out in the current context: with all of its digits while nothing in it was rounded."""
    return write_number(value, exact=not getcontext().flags[Inexact])


def write_number(value: Decimal, *, exact: bool = False) -> str:
    """Write a number for people: 2,340.5; very large and very small ones with an exponent, where that is shorter."""
    with localcontext(_LIMITS) as limits:
        limits.prec = DIGITS if exact else SHOWN
        short = (+value).normalize()
    if short == 0:
        return "0"
    is_long = len(short.as_tuple().digits) > SHOWN
    if not Decimal("1e-9") <= abs(short) < (10**DIGITS if is_long else PLAIN):
        return _scientific(short)
    whole, point, places = f"{short:f}".partition(".")
    return f"{'-' if value < 0 else ''}{abs(int(whole)):,}{point}{places}"


def _scientific(value: Decimal) -> str:
    exponent = value.adjusted()
    return f"{value.scaleb(-exponent).normalize():f} × 10^{exponent}"


def _bracket(value: Decimal) -> str:
    return f"({_so_far(value)})" if value < 0 else _so_far(value)
