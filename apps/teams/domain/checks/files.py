"""Checks of the files that came with an answer. Contents are foreign: they are looked at up to a bound, never trusted.

What lies behind the bound is not known: where the part that was read does not decide, the check could not run.
"""

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from mimetypes import guess_type
from typing import Never

import jsonschema_rs

from apps.core.json_schemas import UnreadableSchema, validator_of
from apps.core.sentences import join_sentences, plural_sentence, sentence
from apps.teams.domain.checks.kinds import FileCheck, JsonCheck, TableCheck
from apps.teams.domain.checks.verification import CheckOutcome, Verification, leave_unchecked, refute, shorten, verify

MOST_HEADER = 64 * 1024  # bytes of a table that are read
MOST_JSON = 256 * 1024  # bytes of a file that is to be JSON
SIGNATURE = 16  # bytes that tell what a file is

_SIGNS = {
    "png": (b"\x89PNG",),
    "jpg": (b"\xff\xd8\xff",),
    "gif": (b"GIF8",),
    "pdf": (b"%PDF",),
    "webp": (b"RIFF",),
    "gz": (b"\x1f\x8b",),
    **dict.fromkeys(("zip", "xlsx", "docx", "pptx", "odt", "ods"), (b"PK",)),
}
_SAME = {"jpeg": "jpg", "htm": "html", "yml": "yaml", "markdown": "md", "tsv": "csv", "text": "txt"}
_DELIMITERS = ",;\t|"
_FENCED = re.compile(r"^```[a-z]*[ \t]*\n(.*?)^```", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_RULE = re.compile(r"\|?[ \t:|-]+\|?")


@dataclass(frozen=True)
class GivenFile:
    """A file as a check sees it. `head`: its first bytes; `size`: of all of it."""

    name: str
    media_type: str
    size: int
    head: bytes = b""

    @property
    def is_whole(self) -> bool:
        """Whether all of it was read."""
        return len(self.head) >= self.size

    @property
    def text(self) -> str:
        """What was read of it, as words."""
        return self.head.decode("utf-8-sig", errors="replace")


def check_file(check: FileCheck, files: Sequence[GivenFile]) -> CheckOutcome:
    """Whether such a file came, is not empty, and begins like one of its type."""
    found = [file for file in files if _is_called(file, check.name)]
    if not found:
        lacking = sentence("No file {name} came.", name=_called(check.name))
        return refute(join_sentences(" ", [lacking, *_came(files)]))
    sound = [file for file in found if file.size and _begins_right(file)]
    if not sound:
        wrong = "{name} is no {ending} file by its content." if found[0].size else "{name} is empty."
        return refute(sentence(wrong, name=found[0].name, ending=_ending(found[0].name)))
    lines = (sentence("{name}, {size:,} bytes", name=file.name, size=file.size) for file in sound)
    return verify(sentence("{name} came.", name=sound[0].name), *lines)


def _called(name: str) -> str:
    if "." in name.strip("."):
        return sentence("called {name}", name=name)
    return sentence("of type {name}", name=name.lower().strip("."))


def _came(files: Sequence[GivenFile]) -> list[str]:
    names = ", ".join(file.name for file in files[:6])
    return [sentence("What came: {names}.", names=names)] if files else []


def _is_called(file: GivenFile, name: str) -> bool:
    wanted = name.casefold().lstrip(".")
    if "." in wanted:
        return file.name.casefold() == wanted
    ending = _SAME.get(wanted, wanted)
    return ending in {_ending(file.name), _of_media_type(file.media_type)}


def _ending(name: str) -> str:
    ending = name.rpartition(".")[2].casefold()
    return _SAME.get(ending, ending)


def _of_media_type(media_type: str) -> str:
    subtype = media_type.partition(";")[0].rpartition("/")[2].strip().casefold()
    return _SAME.get(subtype, subtype.removesuffix("+xml"))


def _begins_right(file: GivenFile) -> bool:
    signs = _SIGNS.get(_ending(file.name)) or _SIGNS.get(_of_media_type(guess_type(file.name)[0] or ""))
    return signs is None or file.head.startswith(signs)


# --- tables ---------------------------------------------------------------------------------------------------------


def check_table(check: TableCheck, files: Sequence[GivenFile], text: str) -> CheckOutcome:
    """Whether a CSV file, else a table in the text, has all the columns and a row."""
    tables = [file for file in files if _ending(file.name) == "csv" or _of_media_type(file.media_type) == "csv"]
    wanted = {_folded(column): column for column in check.columns}
    seen = [(file.name, *_rows_of(file, wanted)) for file in tables] or [
        (sentence("the table in the text"), header, rows) for header, rows in _tables_in(text)
    ]
    if not seen:
        lacking = sentence("No table came that has the columns {columns}.", columns=", ".join(check.columns))
        return refute(join_sentences(" ", [lacking, *_came(files)]))
    found = [_check_columns(wanted, *one) for one in seen]
    if held := [one for one in found if one.verification is Verification.VERIFIED]:
        return held[0]
    unread = [file.name for file in tables if not file.is_whole and b"\n" not in file.head]
    return (
        leave_unchecked(sentence("The first line of {unread} is too long to be read.", unread=unread[0]))
        if unread
        else found[0]
    )


def _check_columns(wanted: dict[str, str], name: str, header: Sequence[str], rows: int) -> CheckOutcome:
    there = {_folded(column) for column in header}
    if lacking := [column for folded, column in wanted.items() if folded not in there]:
        has = shorten(", ".join(column.strip() for column in header), 160)
        return refute(
            plural_sentence(
                "{name} lacks the column {lacking}; it has: {has}.",
                "{name} lacks the columns {lacking}; it has: {has}.",
                len(lacking),
                name=name,
                lacking=", ".join(lacking),
                has=has,
            )
        )
    if not rows:
        return refute(sentence("{name} has no row.", name=name))
    return verify(
        sentence("{name} has the columns {columns}.", name=name, columns=", ".join(wanted.values())),
        shorten(sentence("{name}: {header}", name=name, header=", ".join(header))),
    )


def _rows_of(file: GivenFile, wanted: dict[str, str]) -> tuple[list[str], int]:
    """Its header, read with whichever delimiter finds most of what is wanted, and how many rows follow, up to 1."""
    lines = StringIO(file.text[:MOST_HEADER])
    readings = []
    for delimiter in _DELIMITERS:
        lines.seek(0)
        readings.append(_first_rows(lines, delimiter))
    return max(readings, key=lambda one: (sum(_folded(cell) in wanted for cell in one[0]), len(one[0])))


def _first_rows(lines: StringIO, delimiter: str) -> tuple[list[str], int]:
    try:
        rows = (row for row in csv.reader(lines, delimiter=delimiter) if any(cell.strip() for cell in row))
        return next(rows, []), int(next(rows, None) is not None)
    except csv.Error:
        return [], 0


def _tables_in(text: str) -> Iterator[tuple[list[str], int]]:
    """The headers of a text's Markdown tables, each with how many rows follow it, up to 1."""
    lines = [line.strip() for line in text.splitlines()]
    for place in range(1, len(lines)):
        rule = lines[place]
        if "|" in lines[place - 1] and "-" in rule and "|" in rule and _RULE.fullmatch(rule):
            after = lines[place + 1] if place + 1 < len(lines) else ""
            yield [cell.strip() for cell in lines[place - 1].strip("|").split("|")], int("|" in after)


def _folded(column: str) -> str:
    return " ".join(column.casefold().replace("_", " ").split()).strip("\"'*`")


# --- JSON -----------------------------------------------------------------------------------------------------------


def check_json(check: JsonCheck, files: Sequence[GivenFile], text: str) -> CheckOutcome:
    """Whether a JSON file, else the text, is JSON of that form."""
    validator = _validator(check.form)
    if isinstance(validator, str):
        return leave_unchecked(validator)
    came = [file for file in files if _ending(file.name) == "json" or _of_media_type(file.media_type) == "json"]
    if unread := [file.name for file in came if not file.is_whole]:
        return leave_unchecked(sentence("{unread} is too large to be looked at.", unread=unread[0]))
    seen = [(file.name, file.text) for file in came] or [(sentence("the answer"), block) for block in _blocks(text)]
    found = [_check_document(validator, *one) for one in seen]
    return next((one for one in found if one.verification is Verification.VERIFIED), found[0])


def _blocks(text: str) -> list[str]:
    return [block for block in _FENCED.findall(text) if block.strip()[:1] in {"{", "["}] or [text]


def _validator(form: str) -> "jsonschema_rs.Validator | str":
    """What judges by the schema, or why there is none."""
    try:
        return validator_of(_loaded(form) if form else True)
    except UnreadableSchema as why:
        return sentence("The plan's schema {why}.", why=why)
    except (ValueError, RecursionError):
        return sentence("The plan's schema is no JSON schema that can be read.")


def _check_document(validator: "jsonschema_rs.Validator", name: str, text: str) -> CheckOutcome:
    try:
        document = _loaded(text)
    except (ValueError, RecursionError):
        return refute(sentence("{name} is no valid JSON.", name=name))
    try:
        error = next(iter(validator.iter_errors(document)), None)
    except (ValueError, TypeError, RecursionError, OverflowError):
        return leave_unchecked(sentence("{name} could not be held against the schema.", name=name))
    if error is None:
        return verify(sentence("{name} has the form that was asked for.", name=name))
    where = "/".join(str(part) for part in error.instance_path)
    wrong = "{name} has not the form that was asked for: {message}"
    if where:
        wrong = "{name} has not the form that was asked for, at {where}: {message}"
    return refute(shorten(sentence(wrong, name=name, where=where, message=error.message)))


def _loaded(text: str) -> object:
    return json.loads(text, parse_constant=_no_number)


def _no_number(constant: str) -> Never:
    raise ValueError(f"{constant} is no JSON")
