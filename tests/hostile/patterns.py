"""Every regular expression of the code, how it is used, and texts made from each that are meant to be dear for it."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

ROOT = Path(__file__).parents[2]
PLACES = {"apps": ROOT, "ioa_web": ROOT, "ioa_connect": ROOT / "client"}
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
ANYWHERE = frozenset(" \t\n\r\"'`#|-.,:/()[]<>*_=@0aZé\u00a0–")
"""Signs that stand in hostile texts besides those that a pattern names itself."""
ENDS = ("", "\x00", "b", "\n\n!")
MANY = 8  # a repetition bounded below this can't be made long


@dataclass(frozen=True)
class Used:
    """A pattern, the functions it is used with, and the place that a person would look at."""

    place: str
    pattern: re.Pattern[str]
    uses: frozenset[str]


@dataclass(frozen=True)
class Unknown:
    """A pattern that is put together when the code runs; a sample of it has to be named for the test."""

    place: str
    uses: frozenset[str]


def patterns() -> list[Used | Unknown]:
    """All patterns of the code, those in functions too."""
    return [each for path in sources() for each in _in_module(path)]


def sources() -> list[Path]:
    """Every module but tests and migrations."""
    found = chain.from_iterable((start / name).rglob("*.py") for name, start in PLACES.items())
    return sorted(path for path in found if not {"migrations", "tests"} & set(path.parts))


def _in_module(path: Path) -> Iterator[Used | Unknown]:
    if not any(map(_is_of_re, ast.walk(_tree(path)))):
        return
    namespace, module = _namespace(path), ".".join(_dotted(path))
    for name in _named_at_top(_tree(path)):
        for number, pattern in enumerate(_held(namespace[name])):
            yield Used(f"{module}:{name}{number or ''}", pattern, _uses(path, name))
    for function, call in _calls(_tree(path)):
        place = f"{module}:{function}"
        verb = call.func.attr  # type: ignore[attr-defined]
        uses = frozenset([verb]) if verb in USES else _uses(path, "")
        try:
            known = eval(compile(ast.Expression(_flagged(call)), str(path), "eval"), namespace)
        except NameError:
            yield Unknown(place, uses)
        else:
            yield Used(place, known, uses)


def _named_at_top(tree: ast.Module) -> list[str]:
    """The names that a module gives to patterns, one by one or several in a tuple or a dictionary."""
    given = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and any(_calls(node))]
    targets = [node.targets[0] if isinstance(node, ast.Assign) else node.target for node in given]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _held(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | tuple | list):
        yield from chain.from_iterable(_held(each) for each in (value.values() if isinstance(value, dict) else value))


def _flagged(call: ast.Call) -> ast.Call:
    """The call as `re.compile` of the same pattern with the same flags."""
    compiles = ast.parse("re.compile", mode="eval").body
    flags = [word for word in call.keywords if word.arg == "flags"]
    args = call.args[:1]
    if call.func.attr == "compile" or (call.func.attr in ("search", "match", "fullmatch") and len(call.args) > 2):  # type: ignore[attr-defined]
        args = [call.args[0], *call.args[-1:]] if len(call.args) > 1 else args
    return ast.fix_missing_locations(ast.Call(compiles, args, flags))


def _calls(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Call]]:
    """Calls of `re` with the function that they stand in; of a module those in functions only."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if _is_of_re(node) and (inside or not isinstance(tree, ast.Module)):
            yield inside, node  # type: ignore[misc]
        if not (isinstance(tree, ast.Module) and isinstance(node, ast.Assign | ast.AnnAssign)):
            yield from _calls(node, inside)


def _is_of_re(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)):
            return name in ("compile", *USES)
    return False


def _uses(path: Path, name: str) -> frozenset[str]:
    """What is called on a pattern of that name; of one that has none, what the module calls on any."""
    where = sources() if name and not name.startswith("_") else [path]
    found = {verb for each in where for owner, verb in _verbs(each) if owner == name}
    return frozenset(found or {verb for owner, verb in _verbs(path) if not owner.isupper() and owner != "re"})


@cache
def _verbs(path: Path) -> tuple[tuple[str, str], ...]:
    reached = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.Attribute) and node.attr in USES)
    return tuple((_named(node.value), node.attr) for node in reached)


def _named(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=value):
            return _named(value)
        case ast.Attribute(attr=name):
            return name
    return ""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _dotted(path: Path) -> tuple[str, ...]:
    start = next(start for name, start in PLACES.items() if path.is_relative_to(start / name))
    return path.relative_to(start).with_suffix("").parts


def _namespace(path: Path) -> dict[str, object]:
    return dict(vars(importlib.import_module(".".join(_dotted(path)).removesuffix(".__init__"))))


def hostile(pattern: re.Pattern[str], length: int) -> Iterator[str]:
    """Texts of about `length` characters: the pattern's own pieces again and again, then something that spoils it."""
    for start, piece, end in _recipes(pattern):
        yield start + piece * (length // len(piece)) + end


@cache
def _recipes(pattern: re.Pattern[str]) -> tuple[tuple[str, str, str], ...]:
    tree = parser.parse(pattern.pattern, pattern.flags)
    signs = tuple(sorted(ANYWHERE | set(_literals(tree))))
    whole = _sample(tree, signs)
    pumped = {(start, piece) for start, piece in _repeats(list(tree), "", signs) if piece}
    starts = {start for start, _ in pumped} | {"", whole}
    loose = {("", sign) for sign in signs} | {("", start) for start in starts if start} | {("", whole[:-1] or "a")}
    pairs = {(start, a + b) for (start, a), (_, b) in product(sorted(pumped)[:8], repeat=2) if a != b}
    return tuple((start, piece, end) for start, piece in sorted(pumped | loose | pairs) for end in (*ENDS, whole[-1:]))


def _literals(tree: object) -> Iterator[str]:
    for kind, argument in tree:  # type: ignore[attr-defined]
        if kind in (op.LITERAL, op.NOT_LITERAL):
            yield chr(argument)
        elif kind is op.IN:
            yield from _literals([each for each in argument if each[0] is op.LITERAL])
        else:
            yield from chain.from_iterable(_literals(list(inner)) for inner in _inner(kind, argument))


def _inner(kind: object, argument: object) -> list[object]:
    """The sub-patterns of a node."""
    if kind is op.BRANCH:
        return list(argument[1])  # type: ignore[index]
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        return [argument[2]]  # type: ignore[index]
    if kind is op.SUBPATTERN:
        return [argument[3]]  # type: ignore[index]
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [argument[1]]  # type: ignore[index]
    return [argument] if kind is op.ATOMIC_GROUP else []


def _repeats(nodes: list[object], before: str, signs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What leads to a repetition, and what may be repeated there."""
    for kind, argument in nodes:  # type: ignore[misc]
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT) and argument[1] >= MANY:
            body = list(argument[2])
            yield from ((before, piece) for piece in _pieces(body, signs))
        for inner in _inner(kind, argument):
            yield from _repeats(list(inner), before, signs)  # type: ignore[call-overload]
        before += _sample([(kind, argument)], signs)


def _pieces(body: list[object], signs: tuple[str, ...]) -> set[str]:
    if len(body) == 1 and body[0][0] not in (op.BRANCH, op.SUBPATTERN):  # type: ignore[index]
        return {sign for sign in signs if _takes(body[0], sign)}
    return {_sample(body, signs), *(_sample(each, signs) for each in _branches(body))}


def _branches(body: list[object]) -> Iterator[object]:
    for kind, argument in body:  # type: ignore[misc]
        if kind is op.BRANCH:
            yield from argument[1]
        elif kind is op.SUBPATTERN:
            yield from _branches(list(argument[3]))


def _sample(nodes: object, signs: tuple[str, ...]) -> str:
    """A text that the nodes match, assertions aside; what may be left out is there once."""
    parts = []
    for kind, argument in nodes:  # type: ignore[attr-defined]
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            parts.append(_sample(argument[2], signs) * max(1, argument[0]))
        elif kind not in (op.ASSERT, op.ASSERT_NOT) and (inner := _inner(kind, argument)):
            parts.append(_sample(inner[0], signs))
        else:
            parts.append(next((sign for sign in _likely(signs) if _takes((kind, argument), sign)), ""))
    return "".join(parts)


def _likely(signs: tuple[str, ...]) -> list[str]:
    return ["a", "0", " ", *signs, *(chr(code) for code in range(256))]


def _takes(node: object, sign: str) -> bool:
    kind, argument = node  # type: ignore[misc]
    match kind:
        case op.LITERAL:
            return chr(argument) == sign
        case op.NOT_LITERAL:
            return chr(argument) != sign
        case op.ANY:
            return True
        case op.RANGE:
            return argument[0] <= ord(sign) <= argument[1]
        case op.CATEGORY:
            return _in_category(argument, sign)
        case op.IN:
            negated = argument[0][0] is op.NEGATE
            return negated != any(_takes(each, sign) for each in argument if each[0] is not op.NEGATE)
    return False


def _in_category(category: object, sign: str) -> bool:
    name = str(category).rpartition("_")[2].lower()
    held = {"space": r"\s", "word": r"\w", "digit": r"\d"}[name]
    return bool(re.match(held, sign)) != ("NOT" in str(category))
