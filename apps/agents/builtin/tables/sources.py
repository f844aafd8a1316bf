"""All tables that a request brings along: colleagues' results first, then the goal's attachments."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.agents.builtin.tables.dates import with_plain_dates
from apps.agents.builtin.tables.delimited import read_delimited
from apps.agents.builtin.tables.markdown import read_markdown
from apps.agents.builtin.tables.model import MAX_BYTES, BrokenRow, Table, UnreadableTableError, table_of
from apps.agents.builtin.tables.numbers import number_of
from apps.agents.builtin.tables.periods import period_of
from apps.agents.builtin.tables.records import read_records
from apps.agents.builtin.tables.totals import without_totals
from apps.agents.domain.calls import ColleagueResult, File, RunRequest
from apps.core.sentences import sentence, sentence_of


def text_of(file: File) -> str:
    """Decode a text file: UTF-8, UTF-16 with its mark, else Windows-1252. Raises UnreadableError for the rest."""
    if file.size > MAX_BYTES:
        raise UnreadableTableError(sentence("{name} is larger than 20 MB.", name=file.name))
    text = _decode(file.content)
    if "\x00" in text:
        raise UnreadableTableError(sentence("{name} is not a text file.", name=file.name))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


_LINE = re.compile(
    r"\[?(?P<time>[12][0-9]{3}-[01][0-9]-[0-3][0-9][T ][0-2][0-9]:[0-5][0-9][0-9:.,Z+-]*)\]?\s+"
    r"\[?(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\]?:?\s+"
    r"(?:\[?(?P<source>[\w./-]{1,80})\]?:\s+)?(?P<message>.*)"
)
_ENOUGH = 0.5  # a text of which fewer lines look like a log is something else


def read_log(name: str, text: str) -> Table:
    """Read a log into time, level, source, message. Raises UnreadableError for a text that is no log."""
    lines = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
    matches = [(at, _LINE.fullmatch(line.strip())) for at, line in lines]
    rows = [[match[key] or "" for key in ("time", "level", "source", "message")] for _, match in matches if match]
    if not rows or len(rows) < _ENOUGH * len(lines):
        raise UnreadableTableError(sentence("{name} holds no table.", name=name))
    broken = [BrokenRow(at, "no time and level") for at, match in matches if not match]
    return table_of(name, ["time", "level", "source", "message"], rows, broken)


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
    return Gathered(tuple(without_totals(with_plain_dates(table)) for table in _distinct(tables)), tuple(refused))


def read_file(file: File) -> list[Table]:
    """Read every table of one file by its type, name or looks. Raises UnreadableError."""
    kind = _kind(file)
    if _is_workbook(file):
        raise UnreadableTableError(
            sentence(
                "{name} is a workbook, which the table agents can’t read. Give each of its sheets as a CSV file.",
                name=file.name,
            )
        )
    if kind == "other":
        raise UnreadableTableError(sentence("{name} is not a file of tables.", name=file.name))
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


def _is_workbook(file: File) -> bool:
    return file.name.lower().endswith((".xlsx", ".xlsm", ".xls", ".ods")) and _kind(file) == "other"


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
        if _kind(file) != "other" or _is_workbook(file):
            refused.append(sentence_of(error))
        return []


def _distinct(tables: list[Table]) -> Iterator[Table]:
    seen: set[tuple[object, ...]] = set()
    for table in tables:
        if (key := (table.header, table.rows)) not in seen:
            seen.add(key)
            yield table


FEW = 2048  # years, quarters and small numbers, which come in every table


def forget_cells() -> None:
    """Forget what many cells were read as: the next table has others."""
    for read in (number_of, period_of):
        if read.cache_info().currsize > FEW:
            read.cache_clear()
