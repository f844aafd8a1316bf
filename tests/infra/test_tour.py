"""The tour shows pictures that are there, and names a test for each promise."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
TOUR = (DOCS / "tour.md").read_text()


def test_each_picture_is_there_and_none_lies_about():
    shown = set(re.findall(r"!\[[^\]]+\]\(screenshots/tour/([\w-]+\.png)\)", TOUR))
    assert shown == {picture.name for picture in (DOCS / "screenshots" / "tour").iterdir()}


def test_each_of_the_ten_promises_names_what_shows_it():
    rows = [line for line in TOUR.splitlines() if re.match(r"\| \d+ \|", line)]
    assert len(rows) == 10
    missing = []
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", "\n".join(rows)):
        if f"def {name}(" not in (DOCS.parent / path).read_text():
            missing.append(name)
    assert missing == []
    assert [row for row in rows if "tests/browser/" not in row] == [rows[7]]  # measured by a benchmark
