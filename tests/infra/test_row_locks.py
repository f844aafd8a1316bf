"""Who locks a row leaves the rows that refer to it alone: they only need it to be there.

An entry of the audit log takes a lock of the whole installation when its transaction ends, and so do the looks whether
what new rows refer to is there. A row that is locked for everything would have the two wait for each other.
"""

import re
from pathlib import Path

APPS = Path(__file__).parents[2] / "apps"
LOCK = re.compile(r"select_for_update\(([^)]*)\)")
DELETES = {Path("files/actions/garbage_collection.py")}  # a content that nothing refers to: who begins to has to wait


def test_a_row_is_locked_without_its_key():
    locks = [
        (path.relative_to(APPS), found[1]) for path in APPS.rglob("*.py") for found in LOCK.finditer(path.read_text())
    ]
    assert len(locks) > 40
    assert {path for path, how in locks if "no_key=True" not in how} == DELETES
