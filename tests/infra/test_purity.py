"""What decides is pure: it is handed the time and new keys, and asks neither the clock nor the system."""

import ast
from pathlib import Path

import pytest

APPS = Path(__file__).parents[2] / "apps"
DOMAINS = [*APPS.glob("*/domain/**/*.py"), APPS / "core" / "networks.py"]
SYSTEM = {"time", "os", "random", "secrets", "socket", "subprocess", "tempfile", "logging", "asyncio"}
DRAWN = {"uuid1", "uuid4", "uuid6", "uuid7", "now", "utcnow", "today"}
ASKED = {"open", "input", "print"}


def impurities(text):
    """Modules of the system that a source imports, and calls of what gives another answer each time."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from {name.name for name in names if name.name.partition(".")[0] in SYSTEM}
            case ast.ImportFrom(module=str(module), names=names):
                yield from {module} if module.partition(".")[0] in SYSTEM else set()
                yield from {name.name for name in names} & DRAWN
            case ast.Attribute(attr=name) if name in DRAWN:
                yield name
            case ast.Call(func=ast.Name(id=name)) if name in ASKED:
                yield name


def test_no_domain_asks_the_clock_the_system_or_chance():
    assert len(DOMAINS) > 80
    found = {str(path.relative_to(APPS)): names for path in DOMAINS if (names := set(impurities(path.read_text())))}
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "from os import environ",
        "import random as chance",
        "from uuid import uuid4",
        "import uuid\nkey = uuid.uuid4()",
        "from apps.core.ids import uuid7",
        "from datetime import datetime\nat = datetime.now()",
        "field(default_factory=datetime.utcnow)",
        "open('file')",
    ],
)
def test_it_would_be_found_however_it_is_written(line):
    assert list(impurities(line))


def test_types_of_time_and_keys_are_no_impurity():
    assert not list(
        impurities("import uuid\nfrom datetime import datetime\ndef due(at: datetime, key: uuid.UUID): ...")
    )
