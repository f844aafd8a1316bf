"""A team as a folder in a zip: SKILL.md with what is to be done, and team.json with who does it and how. Pure.

What comes in is hostile: nothing is unpacked, names are compared and never used, and no more is read than may be there,
whatever the zip says of its own sizes.
"""

import io
import json
import re
import zipfile
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from apps.chat.domain.goal_templates import MOST_MEMBERS, TemplateMember, TemplateSettings
from apps.core.texts import Text, require_storable

MOST_ZIP = 1024 * 1024
"""Bytes of a zip that is read."""
MOST_FILE = 256 * 1024
"""Bytes of a file in it."""
MOST_ENTRIES = 50
SKILL, TEAM = "SKILL.md", "team.json"
FORMAT: Literal["ioa-web-team/1"] = "ioa-web-team/1"
_LINK = 0o120000
_FRONT_MATTER = re.compile(r"\A---\r?\n.*?\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_NO_WORD = re.compile(r"[^a-z0-9]+")


class FolderFault(StrEnum):
    """Why a folder can't be read; the value is the sentence that people get."""

    TOO_LARGE = "This zip is too large: it has at most 1 MB, and each file in it 256 kB."
    NO_ZIP = "This is no zip file that can be read."
    TOO_MANY = "There are too many files in this zip: a team's folder holds SKILL.md and team.json."
    ESCAPES = "A name in this zip leads out of its folder."
    LINK = "There is a link in this zip; it may hold files only."
    LOCKED = "This zip is locked with a password."
    TWICE = "A file stands in this zip twice."
    MISSING = "A team's folder holds SKILL.md and team.json, side by side."
    NO_TEXT = "A file in this zip is no text in UTF-8."
    NO_TEAM = "team.json is not what a team's file holds."


class UnreadableFolder(Exception):
    """A folder that can't be read. `fault`: why; `detail`: where, where that is known."""

    def __init__(self, fault: FolderFault, detail: str = "") -> None:
        super().__init__(f"{fault} {detail}".strip())
        self.fault = fault


class TeamFile(BaseModel):
    """What team.json holds."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["ioa-web-team/1"] = FORMAT
    name: Annotated[Text, Field(min_length=1, max_length=120)]
    about: Annotated[Text, Field(max_length=1_000)] = ""
    settings: TemplateSettings = TemplateSettings()
    members: tuple[TemplateMember, ...] = Field(default=(), max_length=MOST_MEMBERS)


def folder_name(name: str) -> str:
    """The name of a team's folder: small letters, digits and hyphens, as skills are named."""
    return _NO_WORD.sub("-", name.lower()).strip("-")[:60].strip("-") or "team"


def write_folder(team: TeamFile, text: str) -> bytes:
    """The zip. The same team gives the same bytes."""
    folder = folder_name(team.name)
    about = json.dumps(team.about or team.name, ensure_ascii=False)
    skill = f"---\nname: {folder}\ndescription: {about}\n---\n{text}\n"
    described = json.dumps(team.model_dump(mode="json", exclude_unset=True), indent=2, ensure_ascii=False)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((SKILL, skill), (TEAM, described + "\n")):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}"), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def read_folder(content: bytes) -> tuple[TeamFile, str]:
    """What a zip holds: the team's file, and the text of SKILL.md. Raises UnreadableFolder."""
    if len(content) > MOST_ZIP:
        raise UnreadableFolder(FolderFault.TOO_LARGE)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            skill, team = (_read(archive, entry) for entry in _entries(archive))
    except UnreadableFolder:
        raise
    except Exception as error:  # whatever zipfile raises over bytes that somebody made up: a dozen kinds
        raise UnreadableFolder(FolderFault.NO_ZIP) from error
    return _team(team), _FRONT_MATTER.sub("", skill, count=1).strip()


def _entries(archive: zipfile.ZipFile) -> tuple[zipfile.ZipInfo, zipfile.ZipInfo]:
    """SKILL.md and team.json, side by side, among nothing that may not be there."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise UnreadableFolder(FolderFault.TOO_MANY)
    for entry in entries:
        _check(entry)
    files = [entry for entry in entries if not entry.is_dir()]
    by_name = {entry.filename: entry for entry in files}
    if len(by_name) < len(files):
        raise UnreadableFolder(FolderFault.TWICE)
    folders = [name.removesuffix(SKILL) for name in by_name if name.rpartition("/")[2] == SKILL]
    for folder in sorted(folders, key=len):
        if folder + TEAM in by_name:
            return by_name[folder + SKILL], by_name[folder + TEAM]
    raise UnreadableFolder(FolderFault.MISSING)


def _check(entry: zipfile.ZipInfo) -> None:
    name = entry.filename
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or ":" in parts[0] or ".." in parts or "\x00" in entry.orig_filename:
        raise UnreadableFolder(FolderFault.ESCAPES)
    if (entry.external_attr >> 16) & 0o170000 == _LINK:
        raise UnreadableFolder(FolderFault.LINK)
    if entry.flag_bits & 0x1:
        raise UnreadableFolder(FolderFault.LOCKED)
    if entry.file_size > MOST_FILE:
        raise UnreadableFolder(FolderFault.TOO_LARGE)


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    """A file's text. What the zip says of its size is not believed."""
    with archive.open(entry) as file:
        content = file.read(MOST_FILE + 1)
    if len(content) > MOST_FILE:
        raise UnreadableFolder(FolderFault.TOO_LARGE)
    try:
        return require_storable(content.decode("utf-8-sig"))
    except ValueError:
        raise UnreadableFolder(FolderFault.NO_TEXT) from None


def _team(text: str) -> TeamFile:
    try:
        return TeamFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part)[:40] for part in first["loc"][:6])
        raise UnreadableFolder(FolderFault.NO_TEAM, f"{where}: {first['msg']}." if where else "") from None
