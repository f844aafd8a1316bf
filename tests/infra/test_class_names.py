"""One name, one thing: whoever looks for a class by its name finds one."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEVERAL = {
    "Command",  # Django looks for it in each module of a command
    "Finding",  # of the table analyst, in a goal: a model, whose name is part of what is stored
    "Member",  # of a workspace, of a team: models, whose names are part of what is stored
}


def public_classes():
    """Each public class at the top of a module of the product, with its module."""
    for folder in ("apps", "ioa_web"):
        for file in (ROOT / folder).rglob("*.py"):
            if "migrations" not in file.parts:
                for node in ast.parse(file.read_text()).body:
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        yield node.name, str(file.relative_to(ROOT))


def test_a_public_class_name_stands_once_in_the_product():
    places = defaultdict(list)
    for name, file in public_classes():
        places[name].append(file)
    assert {name: files for name, files in places.items() if len(files) > 1 and name not in SEVERAL} == {}
    assert set(places) >= SEVERAL
