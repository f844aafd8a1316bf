"""What docs, docstrings and comments cite is there: a path, a module, and what a module gives."""

import ast
import io
import re
import subprocess
import tokenize
from functools import cache
from pathlib import Path

import pytest

from ioa_web.settings import BASE_DIR

ROOT = Path(BASE_DIR)
TEXTS = (".html", ".js", ".css", ".md", ".sh", ".toml", ".yml", "Makefile")
NOT_READ = (
    "CHANGELOG.md",
    "docs/names.md",
    "tests/infra/test_cited_places.py",
    "tests/teams/answers/test_deliverables.py",
)  # what there was, or never was
NO_MODULE = re.compile(
    r"ioa_web\.(?:connectors|room_protocols|[EW]\d{3})$"
)  # entry points, marks of the deployment checks
IN_FLIGHT = {"apps.teams.colleagues"}  # the salt of tokens that agents hold

FOLDERS = "apps|benchmarks|client|docs|examples|ioa_web|scripts|static|templates|tests"
APPS = "accounts|agents|api|chat|core|files|journal|teams|web"
LAYERS = "actions|builtin|connectors|consumers|domain|embedding|gateway|jobs|models|queries|rendering|views|voices"
PATH = re.compile(rf"(?<![\w./-])((?:{FOLDERS})/[\w./-]*\w)")
FILE = re.compile(r"(?<![\w./-])((?:\w+/)+\w+\.py)\b")
DOTTED = re.compile(r"(?<![\w./-])((?:apps|ioa_web)(?:\.\w+)+)(?![\w/])")
LAYERED = re.compile(rf"`((?:(?:{APPS})\.)?(?:{LAYERS})(?:\.\w+)+)(?:\(\))?`")
QUALIFIED = re.compile(r"`(\w+)\.(\w+)(?:\(\))?`")


@cache
def files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    return [name for name in listed.stdout.split() if "/migrations/" not in name and (ROOT / name).is_file()]


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


def module_file(dotted: str) -> Path | None:
    path = ROOT / dotted.replace(".", "/")
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


@cache
def names_in(file: Path) -> set[str]:
    """What a module defines, or imports, at its top."""
    names = set()
    for node in tree(file).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name for alias in aliases}
            case _:
                names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return names


def is_there(dotted: str) -> bool:
    """Whether a module, or what it gives, stands under a dotted name; what a class has is not looked at."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        file = module_file(".".join(parts[:length]))
        if file is not None:
            return length == len(parts) or parts[length] in names_in(file)
    return (ROOT / dotted.replace(".", "/")).is_dir()


def words_of(name: str) -> str:
    """A text, or of code the comments and strings."""
    text = (ROOT / name).read_text()
    if not name.endswith(".py"):
        return text
    kinds = (tokenize.COMMENT, tokenize.STRING)
    return "\n".join(
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type in kinds
    )


def modules_imported(name: str) -> dict[str, str]:
    """The modules of ours that a file has under a name of its own."""
    found = {}
    for node in ast.walk(tree(ROOT / name)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return {local: dotted for local, dotted in found.items() if module_file(dotted) is not None}


@cache
def is_in_an_app(layered: str) -> bool:
    """Whether a place is there that is cited from its layer on, `queries.access` say, or from its app on."""
    apps = APPS.split("|")
    places = [layered] if layered.split(".", maxsplit=1)[0] in apps else [f"{app}.{layered}" for app in apps]
    return any(is_there(f"apps.{place}") for place in places)


@cache
def ends() -> frozenset[str]:
    """The paths of all modules, each in full and from each of its folders on."""
    parts = [name.split("/") for name in files() if name.endswith(".py")]
    return frozenset("/".join(each[place:]) for each in parts for place in range(len(each)))


def wrong_citations(name: str, words: str) -> list[str]:
    paths = [path for path in PATH.findall(words) if "NAME" not in path and not (ROOT / path).exists()]
    paths += [path for path in FILE.findall(words) if path not in ends()]
    dotted = [
        each for each in DOTTED.findall(words) if not (NO_MODULE.match(each) or each in IN_FLIGHT or is_there(each))
    ]
    dotted += [each for each in LAYERED.findall(words) if not is_in_an_app(each)]
    if name.endswith(".py"):
        imported = modules_imported(name)
        dotted += [
            f"{module}.{given}"
            for module, given in QUALIFIED.findall(words)
            if module in imported and not is_there(f"{imported[module]}.{given}")
        ]
    return [*paths, *dotted]


def test_each_cited_place_is_there():
    read = [name for name in files() if name.endswith((".py", *TEXTS)) and name not in NOT_READ]
    wrong = {name: found for name in read if (found := wrong_citations(name, words_of(name)))}
    assert wrong == {}
    assert len(read) > 500


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("see `apps/core/texts.py`", []),
        ("see `apps/core/nowhere.py`", ["apps/core/nowhere.py", "apps/core/nowhere.py"]),
        ("see `queries/nowhere.py`", ["queries/nowhere.py"]),
        ("`queries.home` and `journal.queries.home`", []),
        ("`queries.nowhere` and `core.queries.home`", ["queries.nowhere", "core.queries.home", "queries.nowhere"]),
        ("`apps.core.ids.uuid7` makes it", []),
        ("`apps.core.ids.uuid6` makes it", ["apps.core.ids.uuid6"]),
        ("`faults.reach_point`", []),
        ("`faults.point`", ["faults.point"]),
    ],
)
def test_a_place_that_is_not_there_is_found(words, wrong):
    assert wrong_citations("apps/journal/gateway.py", words) == wrong
