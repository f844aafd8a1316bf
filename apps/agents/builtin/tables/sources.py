"""All tables that a request brings along: colleagues' results first, then the goal's attachments."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.agents.builtin.tables.decoding import text_of
from apps.agents.builtin.tables.delimited import read_delimited
from apps.agents.builtin.tables.logs import read_log
from apps.agents.builtin.tables.markdown import read_markdown
from apps.agents.builtin.tables.model import Table, UnreadableTableError
from apps.agents.builtin.tables.records import read_records
from apps.agents.domain.calls import ColleagueResult, File, RunRequest


@dataclass(frozen=True)
class Gathered:
    """The tables that could be read, and a plain sentence for every file that could not."""

    tables: tuple[Table, ...]
    refused: tuple[str, ...]


def gather(request: RunRequest) -> Gathered:
    """Read every table of the request's results and files."""
    tables: list[Table] = []
    refused: list[str] = []
    for result in request.results:
        tables += _of_result(result, refused)
    for file in request.files:
        tables += _of_file(file, refused)
    return Gathered(tuple(_distinct(tables)), tuple(refused))


def read_file(file: File) -> list[Table]:
    """Read every table of one file by its type, name or looks. Raises UnreadableError."""
    kind = _kind(file)
    if kind == "other":
        raise UnreadableTableError(f"{file.name} is not a file of tables.")
    text = text_of(file)
    if kind == "json":
        return read_records(file.name, text)
    if kind == "csv":
        return [read_delimited(file.name, text, "\t" if _is_tsv(file) else None)]
    return read_markdown(file.name, text) or [read_log(file.name, text)]


def _kind(file: File) -> str:
    name, media = file.name.lower(), file.media_type.split(";")[0].strip().lower()
    if name.endswith((".csv", ".tsv", ".tab")) or media in (
        "text/csv",
        "text/tab-separated-values",
    ):
        return "csv"
    if name.endswith((".json", ".jsonl", ".ndjson")) or media.endswith(("/json", "+json", "ndjson")):
        return "json"
    if media.startswith("text/") or name.endswith((".md", ".markdown", ".txt", ".log")):
        return "text"
    return "other"


def _is_tsv(file: File) -> bool:
    return file.name.lower().endswith((".tsv", ".tab")) or "tab-separated" in file.media_type


def _of_result(result: ColleagueResult, refused: list[str]) -> list[Table]:
    """Take a result's delimited files; without any its JSON; without that the tables of its texts."""
    for kind in ("csv", "json", "text"):
        files = [file for file in result.files if _kind(file) == kind]
        if tables := [table for file in files for table in _of_file(file, refused)]:
            return tables
    return read_markdown(f"{result.agent}’s result", result.text)


def _of_file(file: File, refused: list[str]) -> list[Table]:
    try:
        return [table for table in read_file(file) if table.rows]
    except UnreadableTableError as error:
        if _kind(file) != "other":
            refused.append(str(error))
        return []


def _distinct(tables: list[Table]) -> Iterator[Table]:
    seen: set[tuple[object, ...]] = set()
    for table in tables:
        if (key := (table.header, table.rows)) not in seen:
            seen.add(key)
            yield table
