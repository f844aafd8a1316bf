"""Lists of agents that come in or go out: JSON, CSV, an A2A card, an MCP server.json. Pure.

Each entry becomes the values of a registration, not checked yet, or a sentence on why it is none.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.agents.domain.profile import Skill
from apps.agents.domain.registration import QUOTA
from apps.agents.domain.repeatability import repeat_lines, with_repeat_lines
from apps.agents.domain.skill_lines import as_lines, from_lines
from apps.core.sentences import join_sentences, sentence

MOST_ENTRIES = 500
MOST_BYTES = 2_000_000
COLUMNS = (
    "handle",
    "name",
    "description",
    "skills",
    "repeatable",
    "connector",
    "url",
    *QUOTA,
    "trust",
    "askers",
    "enabled",
)
"""Of a CSV file. `skills`, `repeatable`: one a line in the cell. Other columns are settings of the connector."""
_PLAIN = frozenset(COLUMNS) - {"skills", "repeatable", "url"}

FORMATS = sentence(
    "a JSON list of agents as the export gives them, a CSV file with a line of column names, an A2A agent card, "
    "or an MCP server.json"
)


class UnreadableListing(Exception):
    """The whole is no list of agents. The message is a sentence that says what would be."""


@dataclass(frozen=True)
class Entry:
    """One agent of a list. `label`: what to call it in a report; `problem`: why it can't be read, else ""."""

    label: str
    values: Mapping[str, object]
    problem: str = ""


@dataclass(frozen=True)
class Introduced:
    """A document by which an agent introduces itself: found out about like an address. `source` is its text."""

    source: str


def read_listing(text: str) -> Sequence[Entry] | Introduced:
    """Read a list of agents, or recognise a card. Raises Unreadable."""
    text = text.lstrip("\ufeff").replace("\x00", "").strip()
    if not text:
        raise UnreadableListing(sentence("There is nothing in it. Give {formats}.", formats=FORMATS))
    if len(text.encode()) > MOST_BYTES:
        raise UnreadableListing(
            sentence(
                "It is larger than {most} MB. Bring the agents in with several files.", most=MOST_BYTES // 1_000_000
            )
        )
    entries = _of_json(text) if text[0] in "[{" else _of_csv(text)
    if not isinstance(entries, Introduced) and len(entries) > MOST_ENTRIES:
        raise UnreadableListing(
            sentence(
                "It has {number} agents; bring in at most {most} at a time.", number=len(entries), most=MOST_ENTRIES
            )
        )
    return entries


def as_json(profiles: Iterable[Mapping[str, object]]) -> str:
    """Give a list that `read_listing` takes."""
    return json.dumps({"agents": list(profiles)}, ensure_ascii=False, indent=2)


def as_csv(profiles: Iterable[Mapping[str, object]], skills: Iterable[Sequence[Skill]]) -> str:
    """Give a CSV list that `read_listing` takes; `skills`: those of each agent."""
    told = list(profiles)
    settings = sorted({name for each in told for name in _config(each)} - set(COLUMNS))
    written = io.StringIO()
    writer = csv.DictWriter(written, [*COLUMNS, *settings])
    writer.writeheader()
    for each, own in zip(told, skills, strict=True):
        row = {name: each[name] for name in COLUMNS if name in each}
        row |= {"skills": as_lines(own), "repeatable": repeat_lines(own)}
        writer.writerow({name: _safe(value) for name, value in {**row, **_flat(_config(each))}.items()})
    return written.getvalue()


def _config(profile: Mapping[str, object]) -> Mapping[str, object]:
    config = profile.get("connector_config")
    return config if isinstance(config, Mapping) else {}


def _flat(config: Mapping[str, object]) -> dict[str, object]:
    return {
        name: value if isinstance(value, str | int | float) else json.dumps(value) for name, value in config.items()
    }


FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def _safe(value: object) -> object:
    """A spreadsheet takes a text that begins like this for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _of_json(text: str) -> Sequence[Entry] | Introduced:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableListing(sentence("It is not valid JSON. Give {formats}.", formats=FORMATS)) from None
    match said:
        case {"agents": [*rows]} | [*rows]:
            return [_entry(row, number) for number, row in enumerate(rows, start=1)]
        case {"remotes": _} | {"packages": _} | {"mcpServers": _}:
            return _of_server(said)
        case {"handle": _, "connector": _}:
            return [_entry(said, 1)]
        case {"name": _, "skills": _} | {"name": _, "url": _}:
            return Introduced(text)
    raise UnreadableListing(sentence("It is JSON, but no list of agents. Give {formats}.", formats=FORMATS))


def _entry(row: object, number: int) -> Entry:
    if not isinstance(row, dict):
        return Entry(
            sentence("Entry {number}", number=number), {}, sentence("It is not an object with the fields of an agent.")
        )
    label = str(row.get("handle") or row.get("name") or "")[:80]
    place = sentence("Entry {number}", number=number)
    return Entry(join_sentences(": ", (place, str(label))) if label else place, row)


OLD_TRANSPORT = (
    "This address takes MCP's old transport (SSE); the hub speaks streamable HTTP. Ask its maker for such an address."
)


def _of_server(said: Mapping[str, object]) -> Sequence[Entry]:
    """An MCP server.json: each address that it names over HTTP is an agent."""
    name = str(said.get("title") or said.get("name") or "MCP server")
    remotes = said.get("remotes")
    places = [each for each in remotes if isinstance(each, Mapping)] if isinstance(remotes, list) else []
    if not places:
        raise UnreadableListing(
            sentence(
                "This MCP server.json names no address: its server runs as a command. Run it beside the hub with "
                "ioa-connect --mcp, and let that dial in."
            )
        )
    handle = "-".join(part for part in "".join(c if c.isalnum() else " " for c in name.lower()).split())[:60]
    description = str(said.get("description") or "")[:4000]
    told = {"name": name[:120], "description": description, "connector": "mcp"}
    return [
        Entry(
            sentence("Address {number}", number=number),
            {
                **told,
                "handle": handle if number == 1 else f"{handle[:56]}-{number}",
                "connector_config": {"url": place.get("url")},
            },
            OLD_TRANSPORT if place.get("type") == "sse" else "",
        )
        for number, place in enumerate(places, start=1)
    ]


def _of_csv(text: str) -> Sequence[Entry]:
    try:
        rows = list(csv.reader(io.StringIO(text), strict=True, delimiter=_delimiter(text)))
    except csv.Error:
        raise UnreadableListing(sentence("It can't be read as CSV. Give {formats}.", formats=FORMATS)) from None
    names = [name.strip().lower() for name in rows[0]]
    if not {"handle", "name", "connector"} <= set(names):
        raise UnreadableListing(
            sentence("It has no columns handle, name and connector. Give {formats}.", formats=FORMATS)
        )
    return [_of_row(names, row, number) for number, row in enumerate(rows[1:], start=2) if any(row)]


def _delimiter(text: str) -> str:
    """Spreadsheets of countries where numbers have a comma part the cells by semicolons."""
    head = text.partition("\n")[0]
    return ";" if ";" in head and "," not in head else ","


def _of_row(names: Sequence[str], row: Sequence[str], number: int) -> Entry:
    cells = {name: _unsafe(cell.strip()) for name, cell in zip(names, row, strict=False) if cell.strip()}
    place = sentence("Row {number}", number=number)
    label = join_sentences(": ", (place, cells["handle"])) if "handle" in cells else place
    if len(row) > len(names):
        return Entry(label, {}, "It has more cells than there are columns.")
    known: dict[str, object] = {name: cells[name] for name in COLUMNS if name in cells and name in _PLAIN}
    config = {name: value for name, value in cells.items() if name not in {*known, "skills", "repeatable"}}
    try:
        skills = with_repeat_lines(from_lines(cells.get("skills", "")), cells.get("repeatable", ""))
        known["skills"] = [skill.model_dump(by_alias=True) for skill in skills]
    except ValueError as error:
        return Entry(label, {}, str(error))
    return Entry(label, {**known, "connector_config": config})


def _unsafe(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in "=+-@" else cell
