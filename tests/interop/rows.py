"""The table of docs/agents.md on agents that were tried by goals: `python -m tests.interop.rows` writes it anew.

What was seen stands in `rows.json`, which `goals` writes.
"""

import json
from pathlib import Path

ROWS = Path(__file__).parent / "rows.json"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "agents.md"
BEGIN, END = "<!-- rows of goals -->", "<!-- end of rows -->"
HEAD = "| agent | version | joined as | chosen | answered | files | cancelled |\n|---|---|---|---|---|---|---|"


def read_rows() -> list[dict]:
    """What was seen, in the order of the agents' names."""
    return sorted(json.loads(ROWS.read_text()), key=lambda row: (row["connector"], row["agent"].lower()))


def table() -> str:
    """The table in Markdown."""
    return "\n".join([HEAD, *(_line(row) for row in read_rows())])


def written_into(page: str) -> str:
    """The page with the table of now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def _line(row: dict) -> str:
    cells = [
        row["agent"],
        row["version"],
        row["connector"],
        _yes(row["chosen"]),
        _yes(row["answered"]),
        _files(row),
        row["cancelled"] or "-",
    ]
    return f"| {' | '.join(cells)} |"


def _files(row: dict) -> str:
    """Which way files went, and which way they should have gone and did not."""
    ways = {"in": row["reads"], "out": row["makes"]}
    went = " and ".join(way for way, held in ways.items() if held)
    failed = " and ".join(f"not {way}" for way, held in ways.items() if held is False)
    return ", ".join(filter(None, (went, failed))) or "-"


def _yes(held: bool) -> str:
    return "yes" if held else "no"


if __name__ == "__main__":
    PAGE.write_text(written_into(PAGE.read_text()))
