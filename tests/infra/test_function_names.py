"""A function is called by what it does, or by what it returns: whoever reads a call can guess it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTICIPLE = re.compile(
    r"(?:[a-z]+(?:[^e]ed|ing)|begun|done|given|heard|held|known|left|lost|made|meant|said|sent|told|written)$"
)
NO_PARTICIPLES = {"embed", "seed", "ring", "bring", "listing", "ranking", "recording"}  # imperatives and nouns
KEPT = {
    "apps/api/ioa/launch.py launched",  # an operation of REST: its name is part of its identifier
    "apps/web/templatetags/ui.py named",  # a word of templates
    "apps/web/templatetags/ui.py worded",
    "apps/web/templatetags/ui.py zoned",
}


def is_bare_participle(name: str) -> bool:
    return name not in NO_PARTICIPLES and PARTICIPLE.match(name) is not None


def bare_participles():
    """Each public function at the top of a module of the product whose whole name is a participle, with its module."""
    for folder in ("apps", "ioa_web"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                for node in ast.parse(file.read_text()).body:
                    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_bare_participle(node.name):
                        yield f"{file.relative_to(ROOT)} {node.name}"


def test_no_public_function_is_a_bare_participle():
    assert set(bare_participles()) == KEPT


@pytest.mark.parametrize(
    ("name", "bare"),
    [("asked", True), ("told", True), ("working", True), ("seed", False), ("ask_agent", False), ("note_asked", False)],
)
def test_a_bare_participle_is_known_by_its_end(name, bare):
    assert is_bare_participle(name) is bare
